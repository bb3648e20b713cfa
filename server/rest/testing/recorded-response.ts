import { createHash } from 'node:crypto';

/** Stored response: small, yet sufficient to locate a difference. */
export interface Recorded {
  readonly status: number;
  /** Hash of the whole body, byte for byte. */
  readonly hash: string;
  /** One short hash per row or line, with rounded fractions. */
  readonly parts: string;
  /** Start of the body. */
  readonly sample: string;
}

const SAMPLE = 400;
const hashOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, length);

/** Returns the rows of a JSON response or the lines of a file. */
const partsOf = (body: string): string[] => body.split(/(?<=\},|\n)/);

/**
 * Rounds fractions to nine digits, because databases sum in different orders. The intermediate twelve digits
 * make values just below a half round up.
 */
const rounded = (text: string): string =>
  text.replace(/-?\d+\.\d{5,}(e-\d+)?/g, (number) =>
    String(Number(Number(Number(number).toPrecision(12)).toPrecision(9))),
  );

/** Builds the stored form of a response. */
export const record = (status: number, body: string): Recorded => ({
  status,
  hash: hashOf(body, 20),
  parts: partsOf(rounded(body))
    .map((part) => hashOf(part, 3))
    .join(' '),
  sample: body.slice(0, SAMPLE),
});

/**
 * Describes the first difference from the stored response; null if there is none.
 * @param exactly compares byte for byte; otherwise the last digits of fractions can differ
 */
export function differenceFrom(
  expected: Recorded | undefined,
  status: number,
  body: string,
  exactly: boolean,
): string | null {
  const now = record(status, body);
  if (!expected) return 'no response was recorded';
  if (expected.status !== status)
    return `status ${status} instead of ${expected.status}: ${body.slice(0, SAMPLE)}`;
  const before = expected.parts.split(' ');
  const parts = partsOf(body);
  const at = now.parts.split(' ').findIndex((part, index) => part !== before[index]);
  if (at >= 0)
    return `part ${at + 1} of ${parts.length} (${before.length} before) is now\n  ${parts[at]}\n  the recorded response starts with\n  ${expected.sample}`;
  if (parts.length !== before.length) return `ends after ${parts.length} of ${before.length} parts`;
  return exactly && expected.hash !== now.hash
    ? `differs in the last digits of a fraction; starts with\n  ${now.sample}\n  the recorded response starts with\n  ${expected.sample}`
    : null;
}
