import type { UnknownRecord } from '../../shared/records';
import { snake } from './names';
import type { Route } from './routes';

/** As text; what is no plain value, and may have a `toString` of its own, is written out. */
const said = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const differ = (one: unknown, other: unknown): boolean =>
  one !== undefined && other !== undefined && said(one) !== said(other);

/**
 * Some fields are answered under two names, as `status` and `ad_status`. Who sends back what was read, with one of
 * them changed, means the changed one.
 * @param read the entity as it is now; asked only when the two names say different things
 */
export async function settleNames(
  { method, naming }: Route,
  given: UnknownRecord,
  read: () => Promise<UnknownRecord>,
): Promise<UnknownRecord> {
  if (method !== 'put' && method !== 'patch') return given;
  const twice = Object.entries(naming?.also ?? {}).filter(([field, name]) =>
    differ(given[name], given[snake(field)]),
  );
  if (twice.length === 0) return given;
  const current = await read();
  const unchanged = twice.map(([field, name]) => (differ(given[name], current[name]) ? snake(field) : name));
  return Object.fromEntries(Object.entries(given).filter(([name]) => !unchanged.includes(name)));
}
