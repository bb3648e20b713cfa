import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { concatAST, parse, print, separateOperations, type DocumentNode } from 'graphql';
import {
  addDays,
  countDays,
  formatDay,
  previousPeriod,
  samePeriodLastYear,
  type DayRange,
} from '../../shared/domain/calendar';
import type { Measurement } from '../goals';
import type { BenchData } from '../history';
import { summarize, timed } from '../measure';
import { select } from '../../server/db/statements';
import { createReader, type Reader } from '../reader';

const ROOT = join(__dirname, '../..');
const CLIENT = join(ROOT, 'client/src');

const written = (): DocumentNode[] =>
  readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => parse(readFileSync(join(CLIENT, name), 'utf8')));

/** Fragments that code generation derives from the contract: all measures, and the axes of a row. */
const derived = (): DocumentNode => {
  const make = createRequire(__filename)(join(ROOT, 'tools/build/contract-documents.cjs')) as (
    schema: string,
    options: object,
  ) => DocumentNode;
  return make(join(ROOT, 'schema.graphql'), {});
};

/** Returns the console's queries by name, each with the fragments that it needs. */
export const consoleDocuments = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(separateOperations(concatAST([...written(), derived()]))).map(([name, document]) => [
      name,
      print(document),
    ]),
  );

const WARM_UP = 2;
const MOST_DAYS = 62;

/** Formats a range of days under the names of its variables. */
const days = ({ from, to }: DayRange, [first, last]: readonly [string, string]): Record<string, string> => ({
  [first]: formatDay(from),
  [last]: formatDay(to),
});

/** Product, ad and range of a query. */
interface QueryScope {
  readonly productId: number;
  readonly adId: number;
  readonly range: DayRange;
}

const DAYS = ['dateFrom', 'dateTo'] as const;
const COMPARED = ['compareFrom', 'compareTo'] as const;

const plain = ({ productId, range }: QueryScope) => ({ productId, ...days(range, DAYS) });
const compared = (scope: QueryScope) => ({ ...plain(scope), ...days(previousPeriod(scope.range), COMPARED) });
const table = (scope: QueryScope) => ({
  ...compared(scope),
  axis: ['AD'],
  otherAxes: false,
  withToday: true,
  today: formatDay(scope.range.to),
});

/** Queries that the console's screens send when they open, with their variables. */
export const SCREENS: Readonly<Record<string, (scope: QueryScope) => Record<string, unknown>>> = {
  Dashboard: ({ productId, range: { from, to } }) => {
    const yesterday = addDays(to, -1);
    const trend = { from: addDays(yesterday, -29), to: yesterday };
    return {
      productId,
      today: formatDay(to),
      yesterday: formatDay(yesterday),
      dayBefore: formatDay(addDays(to, -2)),
      ...days({ from, to: yesterday }, ['monthFrom', 'monthTo']),
      ...days(previousPeriod({ from, to: yesterday }), ['earlierFrom', 'earlierTo']),
      ...days(previousPeriod({ from, to }), ['lastMonthFrom', 'lastMonthTo']),
      daysFrom: formatDay(addDays(trend.from, -28)),
      ...days(samePeriodLastYear(trend), ['yearFrom', 'yearTo']),
      rankedBy: 'cvTotalFinal',
      ads: 5,
      tried: 50,
    };
  },
  AdStatistics: table,
  Attribution: table,
  // The screen chooses this unit for so many days.
  TermTrend: (scope) => ({
    ...table(scope),
    compared: true,
    customMeasures: false,
    unit: countDays(scope.range.from, scope.range.to) > MOST_DAYS ? 'MONTH' : 'DAY',
    top: 5,
    topBy: 'cvTotalFinal',
  }),
  Allocation: table,
  Lpo: (scope) => ({ ...table(scope), axis: ['REDIRECT', 'LPO_TITLE'], otherAxes: true }),
  AdEffect: (scope) => ({
    ...plain(scope),
    axis: ['AD'],
    otherAxes: false,
    together: true,
    measure: 'roas_cumulative',
    page: 1,
    pageSize: 50,
  }),
  CvInfoRows: (scope) => ({ ...plain(scope), page: 1, pageSize: 50, sortName: 'cv_time', sortAsc: false }),
  CvInfoSpread: plain,
  CvInfoPaths: (scope) => ({ ...plain(scope), compress: true }),
  AdPage: (scope) => ({
    ...compared(scope),
    ...days(previousPeriod(scope.range), ['beforeFrom', 'beforeTo']),
    id: scope.adId,
    compared: true,
  }),
  AdPaths: (scope) => ({ ...plain(scope), adId: scope.adId }),
};

/** Duration of one query in milliseconds: the first time, and later. */
interface Answer {
  readonly name: string;
  readonly first: number;
  readonly large: number;
  readonly small: number;
}

/** Returns the first ad of a product. */
export const firstAdOf = async ({ db }: BenchData, productId: number): Promise<number> => {
  const [ad] = await select<{ id: number }>(db)`SELECT MIN(id) AS id FROM ad WHERE product_id = ${productId}`;
  return Number(ad!.id);
};

async function measureScreen(
  reader: Reader,
  query: string,
  large: Record<string, unknown>,
  small: Record<string, unknown>,
  rounds: number,
): Promise<Omit<Answer, 'name'>> {
  const ask = (variables: Record<string, unknown>) => timed(() => reader.ask(query, variables));
  const first = await ask(large);
  for (let round = 0; round < WARM_UP; round += 1) {
    await ask(small);
    await ask(large);
  }
  const taken = { large: [] as number[], small: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    taken.large.push(await ask(large));
    taken.small.push(await ask(small));
  }
  return { first, large: summarize(taken.large).median, small: summarize(taken.small).median };
}

/**
 * Measures the responses that the console's screens wait for. It sends their queries over HTTP to a real
 * server, for a month and for a year of both histories. The value is the slowest query. The detail names each
 * of them.
 */
export const measureAnswers = async (
  data: BenchData,
  url: string,
  where: string,
  rounds: number,
): Promise<Measurement[]> => {
  const documents = consoleDocuments();
  const adIds = { large: await firstAdOf(data, data.large), small: await firstAdOf(data, data.small) };
  const reader = await createReader(data, url);
  const answers: Answer[] = [];
  try {
    for (const [name, variables] of Object.entries(SCREENS)) {
      for (const [span, range] of [
        ['month', data.month],
        ['year', data.year],
      ] as const) {
        if (name === 'Dashboard' && span === 'year') continue;
        const screensOf = (size: 'large' | 'small') =>
          variables({ productId: data[size], adId: adIds[size], range });
        answers.push({
          name: `${name} ${span}`,
          ...(await measureScreen(reader, documents[name]!, screensOf('large'), screensOf('small'), rounds)),
        });
      }
    }
  } finally {
    await reader.stop();
  }
  const slowest = Math.max(...answers.map(({ large }) => large));
  const growth = Math.max(...answers.map(({ large, small }) => large / small));
  const exactly = (value: number) => ({ median: value, low: value, high: value });
  const listed = (text: (answer: Answer) => string): string =>
    answers.map((answer) => `${answer.name} ${text(answer)}`).join(', ');
  return [
    {
      goal: 'answer',
      where,
      value: exactly(slowest),
      detail: listed(
        ({ large, first }) =>
          `${large.toFixed(0)} ms${first > 2 * large + 20 ? ` (first ${first.toFixed(0)})` : ''}`,
      ),
    },
    {
      goal: 'answerGrowth',
      where,
      value: exactly(growth),
      detail: listed(({ large, small }) => (large / small).toFixed(2)),
    },
  ];
};
