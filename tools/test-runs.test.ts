import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PARTS, testRuns, type TestRun } from './test-runs';

const ROOT = join(__dirname, '..');
const DAY_MS = 86_400_000;

/** Files that the arguments of a run name, from the root. */
const named = ({ args = [] }: TestRun, option: string): string[] =>
  args.flatMap((arg) =>
    arg.startsWith(option)
      ? arg
          .slice(option.length)
          .replace(/^[*/]+/, '')
          .replace(/\\/g, '')
          .replace(/\$$/, '')
      : [],
  );

const runOf = (name: string, whole: boolean, now = 0): TestRun =>
  testRuns(whole, now).find((run) => run.name === name)!;
const leftOut = (name: string, now: number): string[] => {
  const always = named(runOf(name, true), '--testPathIgnorePatterns=');
  return named(runOf(name, false, now), '--testPathIgnorePatterns=').filter((file) => !always.includes(file));
};

beforeAll(() => jest.spyOn(console, 'info').mockImplementation(() => undefined));
afterAll(() => jest.restoreAllMocks());

it.each(['server', 'e2e'])('leaves no long file of %s out for longer than the days of a round', (name) => {
  const days = Array.from({ length: PARTS }, (_, day) => leftOut(name, day * DAY_MS));
  const long = [...new Set(days.flat())];
  expect(long.length).toBeGreaterThan(PARTS);
  for (const file of long)
    expect([file, days.filter((left) => left.includes(file)).length]).toEqual([file, PARTS - 1]);
});

it('names files that there are', () => {
  const files = [
    ...leftOut('server', 0),
    ...leftOut('server', DAY_MS),
    ...leftOut('e2e', 0),
    ...leftOut('e2e', DAY_MS),
    ...named(runOf('e2e timed', true), '--testMatch='),
  ];
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

it('runs files that are timed apart from the others', () => {
  expect(named(runOf('e2e', true), '--testPathIgnorePatterns=')).toEqual(
    named(runOf('e2e timed', true), '--testMatch='),
  );
});
