import { isIP } from 'node:net';
import type { UnknownRecord } from '../../../shared/records';
import { idFault } from './ids';
import { parseIsoTime } from './iso-time';

/** Why a line can't be taken; the message names the field and the rule. */
export class RejectedLine extends Error {}

const reject = (message: string): never => {
  throw new RejectedLine(message);
};

export const MAX_MONEY_YEN = 1e13;
const AHEAD_MS = 5 * 60_000;
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Fields of one line, read by the rules that all of them share: null and empty mean absent. */
export class LineFields {
  /** @param numbersAreText CSV has no numbers: numeric text stands for them. */
  constructor(
    private readonly values: UnknownRecord,
    private readonly numbersAreText: boolean,
  ) {}

  private raw(name: string): unknown {
    const value = Object.hasOwn(this.values, name) ? this.values[name] : undefined;
    return value === '' || value === null ? undefined : value;
  }

  has(name: string): boolean {
    return this.raw(name) !== undefined;
  }

  /** Text, or a number as its text; null when absent. */
  text(name: string): string | null {
    const value = this.raw(name);
    if (value === undefined) return null;
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return String(value);
    return reject(`${name} must be text`);
  }

  /** An id: text of at most 128 characters that both databases keep byte by byte. */
  id(name: string): string | null {
    const value = this.text(name);
    if (value === null) return null;
    const fault = idFault(value);
    return fault === null ? value : reject(`${name} ${fault}`);
  }

  requiredId(...names: string[]): string {
    const name = names.find((candidate) => this.has(candidate)) ?? names[0] ?? '';
    return this.id(name) ?? reject(`${names[0]} is missing`);
  }

  /** A JSON number (numeric text in CSV); undefined when absent. */
  number(name: string): number | undefined {
    let value = this.raw(name);
    if (value === undefined) return undefined;
    if (this.numbersAreText && typeof value === 'string' && JSON_NUMBER.test(value)) value = Number(value);
    if (typeof value !== 'number' || !Number.isFinite(value)) return reject(`${name} must be a number`);
    return value;
  }

  /** Key of a setting: a whole number above 0; undefined when absent. */
  settingId(name: string): number | undefined {
    const value = this.number(name);
    if (value === undefined) return undefined;
    if (!Number.isSafeInteger(value) || value < 1) reject(`${name} must be a positive whole number`);
    return value;
  }

  /** Yen: at least 0, at most two decimals, at most 10^13; undefined when absent. */
  money(name: string): number | undefined {
    const value = this.number(name);
    if (value === undefined) return undefined;
    if (value < 0) reject(`${name} must not be negative`);
    if (value > MAX_MONEY_YEN) reject(`${name} must not exceed ${MAX_MONEY_YEN}`);
    if (Math.round(value * 100) / 100 !== value) reject(`${name} must have at most two decimals`);
    return value === 0 ? 0 : value;
  }

  /** Epoch milliseconds of an ISO time that is at most five minutes ahead of `now`. */
  time(name: string, now: number): number {
    const value = this.text(name) ?? reject(`${name} is missing`);
    const time = parseIsoTime(value) ?? reject(`${name} must be ISO 8601 with T`);
    if (time > now + AHEAD_MS) reject(`${name} is more than 5 minutes ahead`);
    return time;
  }

  /** An IPv4 or IPv6 address; null when absent. */
  address(name: string): string | null {
    const value = this.text(name);
    if (value !== null && (isIP(value) === 0 || value.includes('%'))) reject(`${name} is not an IP address`);
    return value;
  }

  /** Query string, or an object that is turned into one; null when absent. */
  query(name: string): string | null {
    const value = this.raw(name);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return this.text(name);
    const query = new URLSearchParams();
    for (const [key, part] of Object.entries(value)) {
      if (part === null || part === undefined) continue;
      if (typeof part === 'object') reject(`${name}.${key} must be text`);
      query.append(key, String(part));
    }
    return query.toString() || null;
  }
}
