import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '..');

/** A code block of a how-to: a new file, or lines to insert next to the first line that starts with the mark. */
export interface Step {
  readonly file: string;
  readonly place?: 'after' | 'before' | undefined;
  readonly mark?: string | undefined;
  readonly text: string;
}

/** Text of a page of docs/howto. */
export const readPage = (howto: string): string => readFileSync(join(root, `docs/howto/${howto}.md`), 'utf8');

/** Number of the next migration; pages write NNNN for it. */
const nextMigration = String(
  1 +
    Math.max(
      ...readdirSync(join(root, 'server/db/migrations')).map((name) => Number(/^\d{4}/.exec(name)?.[0] ?? 0)),
    ),
).padStart(4, '0');

/** Code blocks of a how-to, in order. */
export const stepsOf = (howto: string): Step[] =>
  [
    ...readPage(howto)
      .replaceAll('NNNN', nextMigration)
      .matchAll(/^```\w+ file=(\S+)(?: (after|before)=([^\n]+))?\n(.*?)^```$/gms),
  ].map(([, file = '', place, mark, text = '']) => ({ file, place: place as Step['place'], mark, text }));
