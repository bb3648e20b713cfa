import { createHash } from 'node:crypto';

/** An answer as it is kept: small, yet enough to say where another one differs. */
export interface Recorded {
  readonly status: number;
  /** Of the whole body, byte for byte. */
  readonly hash: string;
  /** One short hash for each row or line, fractions rounded. */
  readonly parts: string;
  /** How the body begins. */
  readonly sample: string;
}

const SAMPLE = 400;
const hashOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, length);

/** Rows of a JSON answer, lines of a file. */
const partsOf = (body: string): string[] => body.split(/(?<=\},|\n)/);

/** Fractions to nine digits: databases add them up in an order of their own. What lies just below a half is that half. */
const rounded = (text: string): string =>
  text.replace(/-?\d+\.\d{5,}(e-\d+)?/g, (number) =>
    String(Number(Number(Number(number).toPrecision(12)).toPrecision(9))),
  );

/** What is kept of an answer. */
export const record = (status: number, body: string): Recorded => ({
  status,
  hash: hashOf(body, 20),
  parts: partsOf(rounded(body))
    .map((part) => hashOf(part, 3))
    .join(' '),
  sample: body.slice(0, SAMPLE),
});

/**
 * Where an answer differs from the one that was kept, for people to read; null when it is the same.
 *
 * @param exactly byte for byte; else but for the last digits of fractions
 */
export function differenceFrom(
  kept: Recorded | undefined,
  status: number,
  body: string,
  exactly: boolean,
): string | null {
  const now = record(status, body);
  if (!kept) return 'no answer was recorded';
  if (kept.status !== status) return `status ${status} instead of ${kept.status}: ${body.slice(0, SAMPLE)}`;
  const before = kept.parts.split(' ');
  const parts = partsOf(body);
  const at = now.parts.split(' ').findIndex((part, index) => part !== before[index]);
  if (at >= 0)
    return `part ${at + 1} of ${parts.length} (${before.length} before) is now\n  ${parts[at]}\n  recorded was, to begin with\n  ${kept.sample}`;
  if (parts.length !== before.length) return `ends after ${parts.length} of ${before.length} parts`;
  return exactly && kept.hash !== now.hash
    ? `differs in the last digits of a fraction; begins with\n  ${now.sample}\n  recorded was\n  ${kept.sample}`
    : null;
}
