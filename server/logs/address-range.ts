import ipaddr from 'ipaddr.js';
import { badInput } from '../auth/failure';
import { anyOf, oneOf, type Condition } from '../records/condition';

/** Ranges of an index that the ranges of addresses of one question may be together; beyond that the index is not looked into. */
const MOST = 160;

/** The text begins with one of these: as ranges of an index, which neither database makes of a LIKE with a parameter. */
const begins = (sql: string, starts: readonly string[], beside: number): Condition[] =>
  starts.length * beside > MOST ? [like(sql, starts)] : starts.map((start) => between(sql, start));

const like = (sql: string, starts: readonly string[]): Condition => ({
  // The sign keeps the embedded engine from weighing an index for each of thousands.
  sql: starts.map(() => `+${sql} LIKE ?`).join(' OR '),
  params: starts.map((start) => `${start}%`),
});

const between = (sql: string, start: string): Condition => ({
  sql: `${sql} >= ? AND ${sql} < ?`,
  // Behind all that begin so stands the next character in place of the last.
  params: [start, start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + 1)],
});

/** The v4 addresses of a range, as the texts they begin with. */
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

/** The text that v6 addresses of a range of whole groups begin with; null where a group of it is zero, which texts leave out. */
function startOf(groups: readonly number[], bits: number): string | null {
  const head = groups.slice(0, bits / 16);
  return bits === 0 || bits % 16 !== 0 || head.includes(0)
    ? null
    : head.map((group) => `${group.toString(16)}:`).join('');
}

/**
 * The address is this one, or in this range, as alternatives of which each is one range of an index: any of v4 (`203.0.113.0/24`), of v6 those of whole groups
 * (`2001:db8::/32`). Addresses are texts in the logs, so a range is the texts they begin with.
 * @param beside how many are asked for in one question
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

/** The address is one of these, or in one of these ranges. @throws BAD_USER_INPUT */
export const inRanges = (sql: string, given: readonly (string | number)[]): Condition =>
  anyOf(given.flatMap((value) => rangesOf(sql, String(value), given.length)));

/** The ranges of an index that these are together; null where they are too many to look them up. */
export function indexRangesOf(sql: string, given: readonly (string | number)[]): Condition[] | null {
  const each = given.flatMap((value) => rangesOf(sql, String(value), given.length));
  return each.some((range) => range.sql.startsWith('+')) ? null : each;
}
