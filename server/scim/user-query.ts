import { emailKey } from '../auth/auth.service';
import { invalidValue, ScimError } from './scim-error';

/** Most users of an answer. */
export const MAX_COUNT = 200;
const DEFAULT_COUNT = 100;

/** Parameters of the list, as sent. */
type Parameters = Readonly<Record<string, unknown>>;

/** What a list request asks for. */
export interface UserQuery {
  readonly where: { readonly emailKey?: string; readonly externalId?: string };
  /** Place of the first user, from 1. */
  readonly startIndex: number;
  readonly count: number;
}

const FILTER =
  /^\s*(?:urn:ietf:params:scim:schemas:core:2\.0:User:)?(?:(userName|emails(?:\[\s*type eq "work"\s*\])?\.value)|(externalId))\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i;

/** Returns the condition of a filter. @throws ScimError for others than those identity providers use */
function conditionOf(filter: unknown): UserQuery['where'] {
  if (filter === undefined || filter === '') return {};
  const [, email, externalId, quoted] = FILTER.exec(String(filter)) ?? [];
  const value = quoted === undefined ? undefined : parseText(quoted);
  if (value !== undefined && email) return { emailKey: emailKey(value) };
  if (value !== undefined && externalId) return { externalId: value };
  throw new ScimError(
    400,
    'invalidFilter',
    'filter: must be userName, externalId or emails[type eq "work"].value, then eq and a text in quotes',
  );
}

function parseText(quoted: string): string | undefined {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return undefined;
  }
}

function integerOf(name: string, value: unknown, absent: number): number {
  const text = String(value ?? absent);
  if (!/^-?\d{1,9}$/.test(text)) throw invalidValue(`${name}: must be an integer`);
  return Number(text);
}

/** Reads the parameters of a list. Numbers out of range become the nearest allowed one (RFC 7644, section 3.4.2.4). */
export const userQuery = ({ filter, startIndex, count }: Parameters): UserQuery => ({
  where: conditionOf(filter),
  startIndex: Math.max(1, integerOf('startIndex', startIndex, 1)),
  count: Math.min(MAX_COUNT, Math.max(0, integerOf('count', count, DEFAULT_COUNT))),
});
