import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { readEvent, withoutPersonal, type IncomingEvent } from '../../journeys';

const ENDPOINTS = ['redirect', 'collect', 's2s', 'postback'] as const;

/** An event rejected at a tracking endpoint, stored in bad_event with the reason. */
export interface RejectedInput {
  productId: number | null;
  door: (typeof ENDPOINTS)[number];
  reason: string;
  /** Received text, truncated to the column. */
  text: string;
  ip: string | null;
  /** Epoch milliseconds. */
  storedAt: number;
  /** Set for an unstorable spool line. Its text is not truncated, so a person can repair it. */
  damaged?: true;
}

/** Content of one line of a segment. */
export type SpoolEntry =
  { kind: 'event'; event: IncomingEvent } | { kind: 'refused'; refused: RejectedInput };

/** Maximum length of a rejected event's text. */
const MAX_TEXT = 8192;
const MAX_REASON = 255;

/** Replaces NUL, which ends a text in SQLite; a power cut can leave many of them in a line. */
const NUL_SIGN = '\u2400';

/** Truncates a rejected event to the table's columns, and removes personal values. */
export function truncateRejected(input: RejectedInput): RejectedInput {
  const whole = withoutPersonal(input.text);
  const text = input.damaged ? whole : whole.slice(0, MAX_TEXT);
  return { ...input, reason: input.reason.slice(0, MAX_REASON), text: text.replaceAll('\0', NUL_SIGN) };
}

const refusedSchema = z.object({
  productId: z.int32().positive().nullable(),
  door: z.enum(ENDPOINTS),
  reason: z.string(),
  text: z.string(),
  ip: z.string().max(45).nullable(),
  storedAt: z.int().nonnegative(),
}) satisfies z.ZodType<RejectedInput>;

/** Parses a rejected event from disk; undefined if it is invalid. */
const parseRejected = (value: unknown): RejectedInput | undefined => refusedSchema.safeParse(value).data;

/** Eight hex digits of CRC-32 over the rest of the line. Lines of earlier versions have no checksum. */
const SUM_LENGTH = 8;
const EVENT = 'E';
const REFUSED = 'R';
const LINE_START = /[0-9a-f]{8}[ER]\{/g;

const checksumOf = (data: string | Buffer): string => crc32(data).toString(16).padStart(SUM_LENGTH, '0');
const line = (mark: string, value: object, replacer?: (key: string, field: unknown) => unknown): string => {
  const body = mark + JSON.stringify(value, replacer);
  return checksumOf(body) + body;
};

/** A longer event is shortened: readers take lines of at most 1 MiB. */
const LONG_LINE = 256 * 1024;
/** Twice the length of the longest column. */
const TEXT_LENGTH = 32_000;
const shortened = (_: string, field: unknown): unknown =>
  typeof field === 'string' ? field.slice(0, TEXT_LENGTH) : field;

/** Encodes an event: its checksum, `E` and its JSON. */
export function eventLine(event: IncomingEvent): string {
  const text = line(EVENT, event);
  return text.length <= LONG_LINE ? text : line(EVENT, event, shortened);
}

/** Encodes a rejected event: its checksum, `R` and its JSON. */
export const rejectedLine = (refused: RejectedInput): string => line(REFUSED, truncateRejected(refused));

/** Decoded content of a line. */
export type Read = SpoolEntry | { kind: 'damaged'; bytes: Buffer };

/**
 * Decodes the bytes between two line breaks of a segment: nothing for a blank line, else one entry. A damaged
 * line break joins two lines; the checksums separate them again.
 */
export function readLine(bytes: Buffer): Read[] {
  if (bytes.length === 0) return [];
  const entry = soundLine(bytes) ?? soundLine(bytes.subarray(0, -1));
  if (entry) return [entry];
  for (const { index } of bytes.toString('latin1').matchAll(LINE_START)) {
    if (index === 0) continue;
    const following = soundLine(bytes.subarray(index)) ?? soundLine(bytes.subarray(index, -1));
    if (following) return [...readLine(bytes.subarray(0, index)), following];
  }
  return [{ kind: 'damaged', bytes }];
}

function soundLine(bytes: Buffer): SpoolEntry | undefined {
  const mark = markOf(bytes);
  if (mark === undefined) return undefined;
  const value = parsed(bytes.toString('utf8', mark + 1));
  if (bytes[mark] === EVENT.charCodeAt(0)) {
    const event = readEvent(value);
    return event && { kind: 'event', event };
  }
  const refused = parseRejected(value);
  return refused && { kind: 'refused', refused };
}

/** Returns the index of the mark in a valid line, or in one without a checksum. */
function markOf(bytes: Buffer): number | undefined {
  if (isMark(bytes[0])) return isUtf8(bytes) ? 0 : undefined;
  const isRight =
    isMark(bytes[SUM_LENGTH]) &&
    checksumOf(bytes.subarray(SUM_LENGTH)) === bytes.toString('latin1', 0, SUM_LENGTH);
  return isRight ? SUM_LENGTH : undefined;
}

const isMark = (byte: number | undefined): boolean =>
  byte === EVENT.charCodeAt(0) || byte === REFUSED.charCodeAt(0);

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Returns bytes as a text that every database stores: as they are, or as Base64 if they are not text. */
export const bytesAsText = (bytes: Buffer): string =>
  isUtf8(bytes) && !bytes.includes(0) ? bytes.toString('utf8') : `base64:${bytes.toString('base64')}`;
