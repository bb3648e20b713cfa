import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tagFor } from '../../server/tracking/tag/tag-endpoint';
import { clientStep, codegenStep, ensureBuilt } from '../../tools/build/steps';
import type { Measurement } from '../goals';
import { summarize } from '../measure';

const CLIENT = resolve(__dirname, '../../dist/client');
const KB = 1024;

const gzipped = (content: string | Buffer): number => gzipSync(content, { level: 9 }).length;

/** Files of the first load: the scripts and styles of index.html, and their static imports. */
const firstLoadFiles = (): string[] => {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    const file = join(CLIENT, path);
    if (seen.has(path) || !existsSync(file)) return;
    seen.add(path);
    if (!path.endsWith('.js')) return;
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g))
      visit(join('assets', name!));
  };
  const html = readFileSync(join(CLIENT, 'index.html'), 'utf8');
  for (const [, path] of html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)) visit(path!);
  return [...seen];
};

/** Measures the sizes of browser files. No database is needed. */
export const measureSizes = async (): Promise<Measurement[]> => {
  await ensureBuilt(codegenStep);
  await ensureBuilt(clientStep);
  const files = firstLoadFiles();
  const first = files.reduce(
    (sum, path) => sum + gzipped(readFileSync(join(CLIENT, path))),
    gzipped(readFileSync(join(CLIENT, 'index.html'))),
  );
  const tag = tagFor({
    product: 1,
    version: '12345678',
    tracker: 'https://tracker.example',
    domains: ['shop.example'],
    hosts: ['shop.example'],
    sites: ['shop.example'],
    cvs: [],
  });
  return [
    { goal: 'firstLoad', where: '', value: summarize([first / KB]), detail: `${files.length + 1} files` },
    {
      goal: 'firstRequests',
      where: '',
      value: summarize([files.length + 1]),
      detail: 'the page, its scripts and styles',
    },
    {
      goal: 'tag',
      where: '',
      value: summarize([gzipped(tag) / KB]),
      detail: `${(tag.length / KB).toFixed(1)} KB plain`,
    },
  ];
};

/** Measures the peak memory of a CSV of a million rows, three times in a separate process. */
export const measureMemory = async (): Promise<Measurement> => {
  const above: number[] = [];
  let detail = '';
  for (let round = 0; round < 3; round += 1) {
    const child = fork(join(__dirname, 'csv-child.ts'), { execArgv: ['--expose-gc', '--import', 'tsx'] });
    const [usage] = (await once(child, 'message')) as [{ above: number; bytes: number; ms: number }];
    above.push(usage.above / KB / KB);
    detail = `${(usage.bytes / KB / KB).toFixed(0)} MB in ${(usage.ms / 1000).toFixed(2)} s`;
  }
  return { goal: 'csvMemory', where: '', value: summarize(above), detail };
};
