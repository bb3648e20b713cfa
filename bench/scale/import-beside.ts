import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ScaleData } from './scale';

const ROOT = resolve(__dirname, '../..');
const PEOPLE = 40_000;

/** Generates people with one click and two views each. `name` makes their ids unique to this file. */
function* lines(data: ScaleData, name: string): Generator<string> {
  const begin = Date.now() - 86_400_000;
  for (let n = 0; n < PEOPLE; n += 1) {
    const event = (type: string, id: string, more: object): string =>
      `${JSON.stringify({ type, id: `${name}-${id}${n}`, time: new Date(begin + n * 1000).toISOString(), visitor_id: `${name}-v${n}`, ...more })}\n`;
    yield (
      event('click', 'c', { ad_id: data.adId }) +
      event('view', 'p', { url: 'https://shop.example/' }) +
      event('view', 'q', { url: 'https://shop.example/items' })
    );
  }
}

let files = 0;

/** Starts `npm run import` with a large file, and ends it with a signal, as a terminal does. */
export const importBeside = (data: ScaleData) => async (): Promise<() => Promise<void>> => {
  files += 1;
  const file = join(data.dir, `events-${files}.ndjson`);
  await pipeline(Readable.from(lines(data, `import${files}`)), createWriteStream(file));
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(ROOT, 'server/cli/import.ts'), file, '--product', String(data.redirectProduct)],
    {
      cwd: ROOT,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: data.url },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let output = '';
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  // It reports its progress once it has stored something.
  await Promise.race([once(child.stderr, 'data'), once(child, 'exit')]);
  return async () => {
    if (child.exitCode !== null)
      throw new Error(`the import ended (${child.exitCode}) before the signal: ${output.slice(-500)}`);
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
};
