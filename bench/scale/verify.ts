import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { formatDay } from '../../shared/domain/calendar';
import type { Figure } from '../goals';
import { summarize } from '../measure';
import type { ScaleData } from './scale';

const ROOT = resolve(__dirname, '../..');

/** `npm run verify` of the last month of the large history: what is derived of it is computed anew and compared. */
export const measureVerify = async ({ url, large, month, where }: ScaleData): Promise<Figure> => {
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
  const begun = performance.now();
  const output = await new Promise<string>((done, fail) => {
    execFile(
      process.execPath,
      args,
      { cwd: ROOT, env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: url } },
      (error, stdout, stderr) => {
        // It exits with 1 where there are differences, and says so in its last line.
        if (stdout.includes('"differences"')) done(stdout);
        else fail(error ?? new Error(stderr));
      },
    );
  });
  const told = JSON.parse(output.trim().split('\n').at(-1) ?? '{}') as {
    visitors: number;
    differences: number;
  };
  return {
    goal: 'verify',
    where,
    value: summarize([told.differences]),
    detail: `${told.visitors} visitors of ${from} to ${to} in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  };
};
