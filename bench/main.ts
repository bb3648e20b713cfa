import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import { chromiumPath } from '../tools/browser';
import { GOALS, verdict, type Measurement } from './goals';
import { measureBigTable } from './console/big-table';
import { measureVitals } from './console/vitals';
import { openBenchDatabase, type BenchDatabase } from './databases';
import { makeHistory } from './history';
import { measureLists } from './lists/lists';
import { benchOptions, type BenchOptions } from './options';
import { measureDrain } from './redirects/drain';
import { measureRedirects } from './redirects/redirects';
import { measureAnswers } from './reports/answers';
import { measureConversions, measureGraphql } from './reports/graphql';
import { measureReports } from './reports/reports';
import { measureResults } from './scale/results';
import { measureScale } from './scale/scale';
import { measureMemory, measureSizes } from './sizes/sizes';

const number = (value: number): string => {
  if (value === 0) return '0';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
};

const cells = (measurement: Measurement): string[] => {
  const { text, atLeast, aim, more, unit } = GOALS[measurement.goal];
  const { median, low, high } = measurement.value;
  const sign = more ? '>=' : '<=';
  return [
    text,
    measurement.where,
    `${number(median)}${unit && ` ${unit}`}`,
    low === high ? '' : `${number(low)}-${number(high)}`,
    `${sign} ${atLeast}`,
    `${sign} ${aim}`,
    verdict(measurement),
    measurement.detail,
  ];
};

const HEAD = ['figure', 'on', 'median', 'middle half', 'at least', 'aim', '', 'behind it'];

/** Formats the measurements as a table of fixed width. */
const formatTable = (measurements: readonly Measurement[]): string => {
  const rows = [HEAD, ...measurements.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

const log = (line: string): void => console.error(line);
const NEEDS_DATA = ['reports', 'graphql', 'answers', 'lists', 'redirects', 'drain', 'conversions'] as const;

const machine = (): Record<string, unknown> => ({
  node: process.version,
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  at: new Date().toISOString(),
});

const onDatabase = async (
  { db, url, name, dir }: BenchDatabase,
  options: BenchOptions,
): Promise<Measurement[]> => {
  log(`${name}: creating a year of history ...`);
  const data = { ...(await makeHistory(db, options, log)), dir };
  const measurements: Measurement[] = [];
  const few = Math.min(5, options.rounds);
  const run = async (
    section: BenchOptions['sections'][number],
    work: () => Promise<Measurement | Measurement[]>,
  ): Promise<void> => {
    if (!options.sections.includes(section)) return;
    log(`${name}: ${section} ...`);
    measurements.push(...[await work()].flat());
  };
  await run('reports', () => measureReports(data, name, options.rounds));
  await run('graphql', () => measureGraphql(data, url, name, options.rounds));
  await run('answers', () => measureAnswers(data, url, name, options.rounds));
  await run('lists', () => measureLists(data, url, name, options.rounds));
  await run('redirects', () => measureRedirects(data, url, name, few));
  await run('drain', () => measureDrain(data, name, few));
  await run('conversions', () => measureConversions(data, name, few));
  return measurements;
};

/**
 * Measures the console on the embedded database and in the demo. Reasons for a skipped part go to `skipped`.
 */
const onConsole = async ({ rounds }: BenchOptions, skipped: string[]): Promise<Measurement[]> => {
  const database = chromiumPath() && (await openBenchDatabase('sqlite'));
  if (!database) {
    skipped.push('Chromium is not installed: nothing was measured in the console');
    return [];
  }
  log('console ...');
  try {
    return [...(await measureBigTable(database, Math.min(5, rounds))), ...(await measureVitals())];
  } finally {
    await database.discard();
  }
};

/** Measures the pipeline at full size. */
const atScale = async (
  database: BenchDatabase,
  { scale, embeddedScale, results, parts }: BenchOptions,
): Promise<Measurement[]> => {
  const clicks = database.db.dialect === 'sqlite' ? embeddedScale : scale;
  const approved = parts.includes('results') ? await measureResults(database, clicks, results, log) : [];
  if (parts.every((part) => part === 'results')) return approved;
  log(`${database.name}: from the click log to the report, ${clicks} clicks ...`);
  return [...(await measureScale(database, clicks, parts, log)), ...approved];
};

/** `npm run bench`: exits non-zero only if something could not be measured. A missed goal is a result. */
const main = async (): Promise<void> => {
  const options = benchOptions(process.argv.slice(2));
  const measurements: Measurement[] = [];
  const skipped: string[] = [];
  if (options.scale > 0 || NEEDS_DATA.some((section) => options.sections.includes(section))) {
    for (const kind of options.databases) {
      const database = await openBenchDatabase(kind, options.scale > 0);
      if (!database) {
        skipped.push('MariaDB is not installed: nothing was measured on it');
        continue;
      }
      try {
        measurements.push(...(await (options.scale > 0 ? atScale : onDatabase)(database, options)));
      } finally {
        await database.discard();
      }
    }
  }
  const rest = options.scale > 0 ? [] : options.sections;
  if (rest.includes('memory')) measurements.push(await measureMemory());
  if (rest.includes('console')) measurements.push(...(await onConsole(options, skipped)));
  if (rest.includes('sizes')) measurements.push(...(await measureSizes()));

  const ran = { machine: machine(), options, skipped };
  const results = measurements.map((measurement) => ({
    ...measurement,
    ...GOALS[measurement.goal],
    verdict: verdict(measurement),
  }));
  const file = join(__dirname, 'results', 'latest.json');
  mkdirSync(join(__dirname, 'results'), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...ran, results }, null, 2)}\n`);
  console.log(`\n${formatTable(measurements)}\n`);
  console.log(
    `Ran on ${JSON.stringify(ran.machine)}; histories of ${options.scale > 0 ? `${options.scale / 10} and ${options.scale}` : `${options.small} and ${options.large}`} ad contacts.`,
  );
  skipped.forEach((line) => console.log(`SKIPPED: ${line}`));
  console.log('Results are in bench/results/latest.json');
};

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
