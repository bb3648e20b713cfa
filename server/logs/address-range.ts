import ipaddr from 'ipaddr.js';
import { badInput } from '../auth/failure';
import { oneOf, type Condition } from '../crud/condition';

/** Ranges of an index that one range of addresses may be; one of more is so wide that its rows are met soon without it. */
const MOST = 16;

/** The text begins with one of these: as ranges of an index, which neither database makes of a LIKE with a parameter. */
const begins = (sql: string, starts: readonly string[]): Condition => (starts.length > MOST ? like(sql, starts) : between(sql, starts));

const like = (sql: string, starts: readonly string[]): Condition => ({
  // The sign keeps the embedded engine from weighing an index for each of thousands.
  sql: starts.map(() => `+${sql} LIKE ?`).join(' OR '),
  params: starts.map((start) => `${start}%`),
});

const between = (sql: string, starts: readonly string[]): Condition => ({
  sql: starts.map(() => `(${sql} >= ? AND ${sql} < ?)`).join(' OR '),
  // Behind all that begin so stands the next character in place of the last.
  params: starts.flatMap((start) => [start, start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + 1)]),
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
  return bits === 0 || bits % 16 !== 0 || head.includes(0) ? null : head.map((group) => `${group.toString(16)}:`).join('');
}

/**
 * The address is this one, or in this range: any of v4 (`203.0.113.0/24`), of v6 those of whole groups
 * (`2001:db8::/32`). Addresses are texts in the logs, so a range is the texts they begin with.
 * @throws BAD_USER_INPUT
 */
export function inRange(sql: string, given: string): Condition {
  const text = given.trim();
  if (!text.includes('/')) return oneOf(sql, [text]);
  if (!ipaddr.isValidCIDR(text)) throw badInput({ ipAddress: { key: 'invalidIp' } });
  const [address, bits] = ipaddr.parseCIDR(text);
  if (address instanceof ipaddr.IPv4) {
    if (bits === 0) return { sql: `${sql} LIKE '%.%' AND ${sql} NOT LIKE '%:%'`, params: [] };
    const starts = startsOf(address.octets, bits);
    return bits > 24 ? oneOf(sql, starts) : begins(sql, starts.map((start) => `${start}.`));
  }
  const start = startOf(address.parts, bits);
  if (bits === 128) return oneOf(sql, [address.toString()]);
  if (start === null) throw badInput({ ipAddress: { key: 'invalidIp' } });
  return begins(sql, [start]);
}
