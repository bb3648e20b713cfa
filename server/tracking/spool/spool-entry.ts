import type { IncomingEvent } from '../../journeys';

/** Something refused at a tracking door, kept in bad_event with the reason. */
export interface RefusedInput {
  productId: number | null;
  door: 'redirect' | 'collect' | 's2s';
  reason: string;
  /** What came, cut to what the log keeps. */
  text: string;
  ip: string | null;
  /** Epoch milliseconds. */
  storedAt: number;
}

/** What one line of a segment holds. */
export type SpoolEntry = { kind: 'event'; event: IncomingEvent } | { kind: 'refused'; refused: RefusedInput };

/** Longest text that is kept of a refused input. */
const MAX_TEXT = 8192;
const MAX_REASON = 255;

/** A refused input, cut to what the table takes. */
export function refusedInput(input: RefusedInput): RefusedInput {
  return { ...input, reason: input.reason.slice(0, MAX_REASON), text: input.text.slice(0, MAX_TEXT) };
}

/** The line of an event: `E` and its JSON. */
export const eventLine = (event: IncomingEvent): string => 'E' + JSON.stringify(event);

/** The line of a refused input: `R` and its JSON. */
export const refusedLine = (refused: RefusedInput): string => 'R' + JSON.stringify(refusedInput(refused));

/** Reads a line back; undefined for one that a power cut tore or that another version wrote. */
export function parseSpoolLine(line: string): SpoolEntry | undefined {
  try {
    const value = JSON.parse(line.slice(1)) as unknown;
    if (typeof value !== 'object' || value === null) return undefined;
    if (line[0] === 'E') return { kind: 'event', event: value as IncomingEvent };
    return line[0] === 'R' ? { kind: 'refused', refused: value as RefusedInput } : undefined;
  } catch {
    return undefined;
  }
}
