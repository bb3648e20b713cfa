import type { UnknownRecord } from '../../shared/records';
import { snake } from './names';
import type { Route } from './routes';

/** Serializes a value for comparison; objects as JSON, because they can have their own `toString`. */
const serialize = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

const differ = (one: unknown, other: unknown): boolean =>
  one !== undefined && other !== undefined && serialize(one) !== serialize(other);

/**
 * Resolves fields with two names, such as `status` and `ad_status`: if a client sends a response back with
 * one of them changed, the changed one counts.
 * @param read returns the current entity; called only if the two values differ
 */
export async function resolveFieldNames(
  { method, naming }: Route,
  given: UnknownRecord,
  read: () => Promise<UnknownRecord>,
): Promise<UnknownRecord> {
  if (method !== 'put' && method !== 'patch') return given;
  const conflicting = Object.entries(naming?.also ?? {}).filter(([field, name]) =>
    differ(given[name], given[snake(field)]),
  );
  if (conflicting.length === 0) return given;
  const current = await read();
  const unchanged = conflicting.map(([field, name]) =>
    differ(given[name], current[name]) ? snake(field) : name,
  );
  return Object.fromEntries(Object.entries(given).filter(([name]) => !unchanged.includes(name)));
}
