import { z } from 'zod';
import type { IncomingEvent } from '../../journeys';

const ENDPOINTS = ['redirect', 'collect', 's2s'] as const;

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

/** Truncates a rejected event to the table's columns. */
export function truncateRejected(input: RejectedInput): RejectedInput {
  const text = input.damaged ? input.text : input.text.slice(0, MAX_TEXT);
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
export const parseRejected = (value: unknown): RejectedInput | undefined =>
  refusedSchema.safeParse(value).data;
