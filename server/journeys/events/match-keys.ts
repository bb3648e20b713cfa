import { z } from 'zod';
import { clickIdNames, NETWORK_CLICK_ID, type ClickIds } from '../../../shared/domain/click-ids';
import { isRecord } from '../../../shared/records';
import { reject } from './rejected-line';

/** Click ids by name. Lines of earlier versions lack them. */
export const storedClickIds = z
  .partialRecord(z.enum([...clickIdNames, NETWORK_CLICK_ID]), z.string())
  .optional();

const key = z.string().nullable();

/** The visitor's consent and the keys by which ad platforms recognise them (interfaces.md 6.13). */
export const storedMatchKeys = z.object({
  consent: z.enum(['granted', 'denied']).nullable(),
  /** SHA-256 of the email address, in lower-case hexadecimal digits. */
  hashedEmail: key,
  /** The same of the phone number in E.164. */
  hashedPhone: key,
  /** The same without its +. */
  hashedPhoneDigits: key,
  fbp: key,
  lySu: key,
  lyR: key,
  clickIds: storedClickIds,
});
export type MatchKeys = Readonly<z.output<typeof storedMatchKeys>>;

/** Fields of a line, as `LineFields` reads them. */
interface Fields {
  has(name: string): boolean;
  text(name: string): string | null;
  clickIds(url: null): ClickIds | undefined;
}

const DIGEST = /^[0-9a-f]{64}$/i;
/** Cookie values of platforms: printable, without blanks. */
const COOKIE = /^[\x21-\x7e]{1,255}$/;

function digest(fields: Fields, field: string): string | null {
  const value = fields.text(field);
  if (value !== null && !DIGEST.test(value)) reject('notDigest', { field });
  return value?.toLowerCase() ?? null;
}

function cookie(fields: Fields, field: string): string | null {
  const value = fields.text(field);
  if (value !== null && !COOKIE.test(value)) reject('notCookie', { field });
  return value;
}

function consentOf(fields: Fields): MatchKeys['consent'] {
  const value = fields.text('consent');
  if (value === null || value === 'granted' || value === 'denied') return value;
  return reject('notConsent');
}

const NAMES = [
  'consent',
  'hashed_email',
  'hashed_phone',
  'hashed_phone_digits',
  'fbp',
  'ly_su',
  'ly_r',
  'click_ids',
] as const;

/** Reads the match keys of a conversion; undefined without any. A value of the wrong form rejects the line. */
export function readMatchKeys(fields: Fields): MatchKeys | undefined {
  if (!NAMES.some((name) => fields.has(name))) return undefined;
  return {
    consent: consentOf(fields),
    hashedEmail: digest(fields, 'hashed_email'),
    hashedPhone: digest(fields, 'hashed_phone'),
    hashedPhoneDigits: digest(fields, 'hashed_phone_digits'),
    fbp: cookie(fields, 'fbp'),
    lySu: cookie(fields, 'ly_su'),
    lyR: cookie(fields, 'ly_r'),
    clickIds: fields.clickIds(null),
  };
}

/** Fields whose values no rejected event keeps; also plain ones, which senders confuse with their digests. */
const PERSONAL = new Set([
  'hashed_email',
  'hashed_phone',
  'hashed_phone_digits',
  'email',
  'phone',
  'fbp',
  'ly_su',
  'ly_r',
]);
const IS_NAMED = new RegExp(`\\b(?:${[...PERSONAL].join('|')})\\b`, 'i');
/** The same in a text that is no JSON: everything up to the next field or line. */
const IN_BROKEN_JSON = new RegExp(
  `(\\b(?:${[...PERSONAL].join('|')})\\b\\\\?"?\\s*[:=]\\s*).*?(?=,\\s*\\\\?"[a-z_0-9]+\\\\?"\\s*:|[&\\r\\n]|$)`,
  'gi',
);

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(emptied);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      PERSONAL.has(name.toLowerCase()) ? null : emptied(part),
    ]),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the text of a rejected event without the values of its personal fields.
 * @param fields the fields that were read from a text that is no JSON
 */
export function withoutPersonal(text: string, fields?: unknown): string {
  const values = Object.entries(isRecord(fields) ? fields : {}).flatMap(([name, value]) =>
    PERSONAL.has(name.toLowerCase()) && typeof value === 'string' && value !== '' ? [value] : [],
  );
  if (values.length === 0 && !IS_NAMED.test(text)) return text;
  const json = parsed(text);
  if (json !== undefined) return JSON.stringify(emptied(json));
  return values.reduce((rest, value) => rest.replaceAll(value, ''), text).replace(IN_BROKEN_JSON, '$1null');
}
