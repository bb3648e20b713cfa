import ipaddr from 'ipaddr.js';
import { badInput } from '../auth/failure';
import { anyOf, oneOf, type Condition } from '../db/condition';

/** Maximum of index ranges per query; with more, the index is not used. */
const MOST = 160;

/**
 * Matches texts with one of these prefixes, as index ranges; neither database derives a range from a LIKE with
 * a parameter.
 */
const begins = (sql: string, starts: readonly string[], beside: number): Condition[] =>
  starts.length * beside > MOST ? [like(sql, starts)] : starts.map((start) => between(sql, start));

const like = (sql: string, starts: readonly string[]): Condition => ({
  // The + keeps SQLite from considering an index for each of thousands of terms.
  sql: starts.map(() => `+${sql} LIKE ?`).join(' OR '),
  params: starts.map((start) => `${start}%`),
});

const between = (sql: string, start: string): Condition => ({
  sql: `${sql} >= ? AND ${sql} < ?`,
  // The upper bound is the prefix with its last character incremented.
  params: [start, start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + 1)],
});

/** Returns the text prefixes of the v4 addresses in a range. */
function startsOf(octets: readonly number[], bits: number): readonly string[] {
  const whole = Math.floor(bits / 8);
  const rest = bits % 8;
  const head = octets.slice(0, whole);
  const next = octets[whole];
  if (rest === 0 || next === undefined) return [head.join('.')];
  const count = 2 ** (8 - rest);
  const first = next - (next % count);
  return Array.from({ length: count }, (_, i) => [...head, first + i].join('.'));
}

/**
 * Returns the text prefix of a v6 range of whole groups; null if it contains a zero group, which addresses
 * abbreviate.
 */
function startOf(groups: readonly number[], bits: number): string | null {
  const head = groups.slice(0, bits / 16);
  return bits === 0 || bits % 16 !== 0 || head.includes(0)
    ? null
    : head.map((group) => `${group.toString(16)}:`).join('');
}

/**
 * Matches an address or a range, as alternatives that each use one index range.
 * Supports any v4 range (`203.0.113.0/24`) and v6 ranges of whole groups (`2001:db8::/32`). Logs store
 * addresses as text, so a range becomes text prefixes.
 * @param beside number of addresses and ranges in the query
 * @throws BAD_USER_INPUT
 */
function rangesOf(sql: string, given: string, beside: number): Condition[] {
  const text = given.trim();
  if (!text.includes('/')) return [oneOf(sql, [text])];
  if (!ipaddr.isValidCIDR(text)) throw badInput({ ipAddress: { key: 'invalidIp' } });
  const [address, bits] = ipaddr.parseCIDR(text);
  if (address instanceof ipaddr.IPv4) {
    if (bits === 0) return [{ sql: `${sql} LIKE '%.%' AND ${sql} NOT LIKE '%:%'`, params: [] }];
    const starts = startsOf(address.octets, bits);
    return bits > 24
      ? [oneOf(sql, starts)]
      : begins(
          sql,
          starts.map((start) => `${start}.`),
          beside,
        );
  }
  const start = startOf(address.parts, bits);
  if (bits === 128) return [oneOf(sql, [address.toString()])];
  if (start === null) throw badInput({ ipAddress: { key: 'invalidIp' } });
  return begins(sql, [start], beside);
}

/** Matches any of the addresses and ranges. @throws BAD_USER_INPUT */
export const inRanges = (sql: string, given: readonly (string | number)[]): Condition =>
  anyOf(given.flatMap((value) => rangesOf(sql, String(value), given.length)));

/** Returns the index ranges of the addresses; null if there are too many to look up. */
export function indexRangesOf(sql: string, given: readonly (string | number)[]): Condition[] | null {
  const each = given.flatMap((value) => rangesOf(sql, String(value), given.length));
  return each.some((range) => range.sql.startsWith('+')) ? null : each;
}
