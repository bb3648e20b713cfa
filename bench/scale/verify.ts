import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { formatDay } from '../../shared/domain/calendar';
import type { Measurement } from '../goals';
import { summarize } from '../measure';
import type { ScaleData } from './scale';

const ROOT = resolve(__dirname, '../..');

/** Runs `npm run verify` on the last month of the large history. It derives everything again and compares. */
export const measureVerify = async ({ url, large, month, where }: ScaleData): Promise<Measurement> => {
  const [from, to] = [month.from, month.to].map((day) => formatDay(day).replaceAll('/', '-'));
  const args = [
    '--import',
    'tsx',
    join(ROOT, 'server/cli/verify.ts'),
    '--product',
    String(large),
    '--from',
    from!,
    '--to',
    to!,
  ];
  const start = performance.now();
  const output = await new Promise<string>((done, fail) => {
    execFile(
      process.execPath,
      args,
      { cwd: ROOT, env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: url } },
      (error, stdout, stderr) => {
        // The command exits with 1 if there are differences, and prints them in its last line.
        if (stdout.includes('"differences"')) done(stdout);
        else fail(error ?? new Error(stderr));
      },
    );
  });
  const outcome = JSON.parse(output.trim().split('\n').at(-1) ?? '{}') as {
    visitors: number;
    differences: number;
  };
  return {
    goal: 'verify',
    where,
    value: summarize([outcome.differences]),
    detail: `${outcome.visitors} visitors of ${from} to ${to} in ${((performance.now() - start) / 1000).toFixed(0)} s`,
  };
};
