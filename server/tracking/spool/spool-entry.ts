import { z } from 'zod';
import type { IncomingEvent } from '../../journeys';

const DOORS = ['redirect', 'collect', 's2s'] as const;

/** Something refused at a tracking door, kept in bad_event with the reason. */
export interface RefusedInput {
  productId: number | null;
  door: (typeof DOORS)[number];
  reason: string;
  /** What came, cut to what the log keeps. */
  text: string;
  ip: string | null;
  /** Epoch milliseconds. */
  storedAt: number;
  /** Of a line of the spool that can't be stored: not cut, so that a person can mend it. */
  damaged?: true;
}

/** What one line of a segment holds. */
export type SpoolEntry = { kind: 'event'; event: IncomingEvent } | { kind: 'refused'; refused: RefusedInput };

/** Longest text that is kept of a refused input. */
const MAX_TEXT = 8192;
const MAX_REASON = 255;

/** Shown for a NUL, where the embedded database would end the text; a power cut leaves many of them in a line. */
const NUL_SIGN = '\u2400';

/** A refused input, cut to what the table takes. */
export function refusedInput(input: RefusedInput): RefusedInput {
  const text = input.damaged ? input.text : input.text.slice(0, MAX_TEXT);
  return { ...input, reason: input.reason.slice(0, MAX_REASON), text: text.replaceAll('\0', NUL_SIGN) };
}

const refusedSchema = z.object({
  productId: z.int32().positive().nullable(),
  door: z.enum(DOORS),
  reason: z.string(),
  text: z.string(),
  ip: z.string().max(45).nullable(),
  storedAt: z.int().nonnegative(),
}) satisfies z.ZodType<RefusedInput>;

/** A refused input as it was read back from a disk; undefined when it can't be one. */
export const readRefused = (value: unknown): RefusedInput | undefined => refusedSchema.safeParse(value).data;
