import { isIP } from 'node:net';
import { rejectionReason } from '../../../shared/i18n/rejections';
import type { UnknownRecord } from '../../../shared/records';
import { idFault } from './ids';
import { parseIsoTime } from './iso-time';

/** Reason to reject a line; the message names the field and the rule. */
export class RejectedLine extends Error {}

/** Rejects a line for a reason. */
export function reject(...reason: Parameters<typeof rejectionReason>): never {
  throw new RejectedLine(rejectionReason(...reason));
}

export const MAX_MONEY_YEN = 1e13;
const AHEAD_MS = 5 * 60_000;
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Fields of one line, parsed by common rules: null and empty mean absent. */
export class LineFields {
  /** @param numbersAreText for CSV, where numbers are text */
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

  /** Returns text, or a number as text; null if absent. */
  text(name: string): string | null {
    const value = this.raw(name);
    if (value === undefined) return null;
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return String(value);
    return reject('notText', { field: name });
  }

  /** Returns an id: at most 128 characters that both databases store unchanged. */
  id(name: string): string | null {
    const value = this.text(name);
    if (value === null) return null;
    const fault = idFault(name, value);
    if (fault !== null) throw new RejectedLine(fault);
    return value;
  }

  requiredId(...names: string[]): string {
    const name = names.find((candidate) => this.has(candidate)) ?? names[0] ?? '';
    return this.id(name) ?? reject('missing', { field: names[0] ?? '' });
  }

  /** Returns a JSON number (numeric text in CSV); undefined if absent. */
  number(name: string): number | undefined {
    let value = this.raw(name);
    if (value === undefined) return undefined;
    if (this.numbersAreText && typeof value === 'string' && JSON_NUMBER.test(value)) value = Number(value);
    if (typeof value !== 'number' || !Number.isFinite(value)) return reject('notNumber', { field: name });
    return value;
  }

  /** Returns the id of a setting: a whole number above 0; undefined if absent. */
  settingId(name: string): number | undefined {
    const value = this.number(name);
    if (value === undefined) return undefined;
    if (!Number.isSafeInteger(value) || value < 1) reject('notPositive', { field: name });
    return value;
  }

  /** Returns an amount in yen: 0 to 10^13 with at most two decimals; undefined if absent. */
  money(name: string): number | undefined {
    const value = this.number(name);
    if (value === undefined) return undefined;
    if (value < 0) reject('negative', { field: name });
    if (value > MAX_MONEY_YEN) reject('tooLarge', { field: name, max: MAX_MONEY_YEN });
    if (Math.round(value * 100) / 100 !== value) reject('tooManyDecimals', { field: name });
    return value === 0 ? 0 : value;
  }

  /** Returns epoch milliseconds of an ISO time at most five minutes ahead of `now`. */
  time(name: string, now: number): number {
    const value = this.text(name) ?? reject('missing', { field: name });
    const time = parseIsoTime(value) ?? reject('notIsoTime', { field: name });
    if (time > now + AHEAD_MS) reject('inFuture', { field: name });
    return time;
  }

  /** Returns an IPv4 or IPv6 address; null if absent. */
  address(name: string): string | null {
    const value = this.text(name);
    if (value !== null && (isIP(value) === 0 || value.includes('%'))) reject('notAddress', { field: name });
    return value;
  }

  /** Returns a query string, also from an object; null if absent. */
  query(name: string): string | null {
    const value = this.raw(name);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return this.text(name);
    const query = new URLSearchParams();
    for (const [key, part] of Object.entries(value)) {
      if (part === null || part === undefined) continue;
      if (typeof part === 'object') reject('notText', { field: `${name}.${key}` });
      query.append(key, String(part));
    }
    return query.toString() || null;
  }
}
