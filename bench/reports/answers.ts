import {
  addDays,
  countDays,
  formatDay,
  previousPeriod,
  samePeriodLastYear,
  type DayRange,
} from '../../shared/domain/calendar';
import type { Figure } from '../goals';
import type { BenchData } from '../history';
import { summarize, timed } from '../measure';
import { createReader, type Reader } from '../reader';
import { consoleDocuments } from './console-documents';

const WARM_UP = 2;
const MOST_DAYS = 62;

/** Days of a question under the names of its variables. */
const days = ({ from, to }: DayRange, [first, last]: readonly [string, string]): Record<string, string> => ({
  [first]: formatDay(from),
  [last]: formatDay(to),
});

/** What is asked of one product over some days. */
interface Asked {
  readonly productId: number;
  readonly adId: number;
  readonly range: DayRange;
}

const DAYS = ['dateFrom', 'dateTo'] as const;
const COMPARED = ['compareFrom', 'compareTo'] as const;

const plain = ({ productId, range }: Asked) => ({ productId, ...days(range, DAYS) });
const compared = (asked: Asked) => ({ ...plain(asked), ...days(previousPeriod(asked.range), COMPARED) });
const table = (asked: Asked) => ({
  ...compared(asked),
  axis: ['AD'],
  otherAxes: false,
  withToday: true,
  today: formatDay(asked.range.to),
});

/** The queries with which the screens of the console open, and what they are asked with. */
export const SCREENS: Readonly<Record<string, (asked: Asked) => Record<string, unknown>>> = {
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
  // By the unit that the screen has for so many days.
  TermTrend: (asked) => ({
    ...table(asked),
    compared: true,
    ownRatios: false,
    unit: countDays(asked.range.from, asked.range.to) > MOST_DAYS ? 'MONTH' : 'DAY',
    top: 5,
    topBy: 'cvTotalFinal',
  }),
  Allocation: table,
  Lpo: (asked) => ({ ...table(asked), axis: ['REDIRECT', 'LPO_TITLE'], otherAxes: true }),
  AdEffect: (asked) => ({
    ...plain(asked),
    axis: ['AD'],
    otherAxes: false,
    measure: 'roas_cumulative',
    page: 1,
    pageSize: 50,
  }),
  CvInfoRows: (asked) => ({ ...plain(asked), page: 1, pageSize: 50, sortName: 'cv_time', sortAsc: false }),
  CvInfoSpread: plain,
  CvInfoPaths: (asked) => ({ ...plain(asked), compress: true }),
  AdPage: (asked) => ({
    ...compared(asked),
    ...days(previousPeriod(asked.range), ['beforeFrom', 'beforeTo']),
    id: asked.adId,
    compared: true,
  }),
  AdPaths: (asked) => ({ ...plain(asked), adId: asked.adId }),
};

/** How long one question took, in milliseconds: the first time, and then. */
interface Answer {
  readonly name: string;
  readonly first: number;
  readonly large: number;
  readonly small: number;
}

const best = async ({ db }: BenchData, productId: number): Promise<number> => {
  const [ad] = await db.read<{ id: number }>('SELECT MIN(id) AS id FROM ad WHERE product_id = ?', [
    productId,
  ]);
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
 * How long the console's screens wait for their figures: the queries that they send, over HTTP from a real server, for
 * a month and for a year of both histories. The figure is the slowest of them; what lies behind it names each.
 */
export const measureAnswers = async (
  data: BenchData,
  url: string,
  where: string,
  rounds: number,
): Promise<Figure[]> => {
  const documents = consoleDocuments();
  const adIds = { large: await best(data, data.large), small: await best(data, data.small) };
  const reader = await createReader(data, url);
  const answers: Answer[] = [];
  try {
    for (const [name, variables] of Object.entries(SCREENS)) {
      for (const [span, range] of [
        ['month', data.month],
        ['year', data.year],
      ] as const) {
        if (name === 'Dashboard' && span === 'year') continue;
        const of = (size: 'large' | 'small') =>
          variables({ productId: data[size], adId: adIds[size], range });
        answers.push({
          name: `${name} ${span}`,
          ...(await measureScreen(reader, documents[name]!, of('large'), of('small'), rounds)),
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
