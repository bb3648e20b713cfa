import type { Summary } from './measure';

/** Metric under measurement and its bounds. */
export interface Goal {
  text: string;
  /** Required bound, and the bound to aim at. */
  atLeast: number;
  aim: number;
  /** Whether larger values are better. */
  more: boolean;
  unit: '' | 'KB' | 'MB' | 's' | 'ms';
}

const ratio = (text: string, atLeast: number, aim: number, more = false): Goal => ({
  text,
  atLeast,
  aim,
  more,
  unit: '',
});
/** Redirects beside heavy work against redirects alone. */
const beside = (work: string) => ({
  rate: ratio(`redirects per second beside ${work} / without`, 0.6, 0.9, true),
  tail: ratio(`redirect p99 beside ${work} / without`, 2, 1.2),
});
const BACKLOG = beside('a backlog being worked off');
const REPORT = beside('reports of 12 months');
const CSV = beside('a log streamed as CSV');
const IMPORT = beside('an import');
const absolute = (text: string, atLeast: number, aim: number, unit: Goal['unit']): Goal => ({
  text,
  atLeast,
  aim,
  more: false,
  unit,
});

/** Every goal of the benchmark by key. */
export const GOALS = {
  adSummariesMonth: ratio('ad_summaries 1 month / range sum of its day rows', 8, 1),
  adSummariesYear: ratio('ad_summaries 12 months / range sum of their day rows', 1.5, 0.3),
  attributionsMonth: ratio('attributions, 6 models, 1 month / range sum of its day rows', 4, 1.2),
  rawYear: ratio('the same question on raw events / ours, 12 months', 300, 1000, true),
  growth: ratio('12-month report, large history / small history', 1.5, 1.1),
  graphql: ratio('GraphQL answer over HTTP / all its SQL in its turns, all rows', 4, 2.5),
  answer: absolute("console: the slowest screen's GraphQL answer, large history", 100, 50, 'ms'),
  answerGrowth: ratio('the same, large history / small history, of the screen that grows most', 1.5, 1.1),
  adList: ratio('list of 9,999 ads with six relations through GraphQL / plain JSON', 2.5, 1.5),
  redirectRate: ratio('durable redirect / bare node:http 302, requests per second', 0.6, 0.8, true),
  redirectLost: ratio('clicks acknowledged and not stored', 0, 0),
  redirectTail: ratio('redirect p99 with the drainer running / without', 1.5, 1.1),
  drain: ratio('full drain / insert only, rows per second', 0.5, 0.7, true),
  conversions: ratio('conversions, 100 a transaction / 1 a transaction', 5, 8, true),
  csvMemory: absolute('CSV of 1 M rows: peak memory above base', 50, 20, 'MB'),
  dashboard: ratio('console: dashboard / ad_summaries 1 month, GraphQL answers', 3, 1.5),
  dashboardGrowth: ratio('console: dashboard, large history / small history', 1.2, 1.05),
  seriesGrowth: ratio('daily series of 12 months, large history / small history', 1.2, 1.05),
  firstAnswer: absolute("console: the slowest screen's first answer after a start", 150, 100, 'ms'),
  mapFirst: absolute('disagreement map of 12 stored months, first answer', 3, 2, 's'),
  mapAgain: ratio('the same map again / the first answer', 0.03, 0.01),
  scaleLoad: ratio('seed, rows per second / bulk load of the same rows', 0.33, 0.6, true),
  scaleDerive: ratio('deriving after a seed / the seed, clicks per second', 1, 3, true),
  scaleGrowth: ratio('deriving all clicks / a tenth of them, clicks per second', 0.7, 0.95, true),
  scaleMemory: absolute('memory at most of a command that stores and derives a history', 600, 400, 'MB'),
  diskPerEvent: absolute('bytes on disk an event, with indexes, journeys and reports', 400, 250, ''),
  logPage: ratio('a page of a log / the same rows by primary key', 3, 1.5),
  logAnyPage: ratio(
    'the slowest page of a log (unfiltered, by ad, network, visitor, address; first, middle, last by number) with its count, large history / page 1, small history',
    5,
    2,
  ),
  logGrowth: ratio('the same page, large history / small history, of the page that grows most', 1.5, 1.1),
  logSearch: absolute('a search through the texts of a log until it answers', 2, 1.2, 's'),
  cvInfoPage: ratio('CV information, page 3,000 or the last / page 1', 5, 1.5),
  logCount: ratio('the rows of a filtered log counted, up to 100,000 / as many entries of its index', 3, 1.5),
  approval: ratio('approving 10,000 results at once / a plain UPDATE of as many', 4, 3),
  approvalPostbacks: ratio('the same with a postback written for each', 4, 3),
  approvalReport: absolute('10,000 results approved until reports say so', 5, 2, 's'),
  verify: ratio('differences that `verify` finds in a month', 0, 0),
  sustained: ratio(
    'clicks, landings, conversions until a report says them / insert only, per second',
    0.2,
    0.4,
    true,
  ),
  besideBacklogRate: BACKLOG.rate,
  besideBacklogTail: BACKLOG.tail,
  besideReportRate: REPORT.rate,
  besideReportTail: REPORT.tail,
  besideCsvRate: CSV.rate,
  besideCsvTail: CSV.tail,
  besideImportRate: IMPORT.rate,
  besideImportTail: IMPORT.tail,
  besideForgetRate: beside('old rows being deleted').rate,
  floodMedian: absolute('a conversion beside 6,000 clicks/s, median of the slower endpoint', 100, 50, 'ms'),
  floodTail: absolute('the same, 99th percentile', 500, 200, 'ms'),
  settingsRatio: ratio('an ad created, changed or deleted beside a load / alone, the slowest', 3, 1.2),
  settingsWorst: absolute('the same beside a load, at worst', 1, 0.2, 's'),
  delay: absolute("click to report at 200 clicks/s beside another product's backlog", 10, 5, 's'),
  workerMemory: absolute('memory at most of the background work beside a backlog', 600, 400, 'MB'),
  firstLoad: absolute('console: first load gzipped, charts and explorer apart', 250, 200, 'KB'),
  firstRequests: absolute('console: requests of the first load', 20, 12, ''),
  tableWait: absolute('console: 10,000-row table, menu to first rows', 0.6, 0.3, 's'),
  tableFrames: absolute('console: 10,000-row table, frame p95 while scrolling', 50, 16, 'ms'),
  lcp: absolute('console: largest paint of the slowest route, processor 4 times slower', 1.5, 1, 's'),
  cls: absolute('console: layout shift of the route that moves most', 0.02, 0, ''),
  tag: absolute('tag.js gzipped', 6, 3, 'KB'),
} as const satisfies Record<string, Goal>;

export type GoalKey = keyof typeof GOALS;

/** One measured value. */
export interface Measurement {
  goal: GoalKey;
  /** Database of the measurement, or empty. */
  where: string;
  value: Summary;
  /** Details for readers: both sides in milliseconds, counts, sizes. */
  detail: string;
}

/** 'aim', 'reached' or 'missed'. */
export const verdict = ({ goal, value }: Measurement): 'aim' | 'reached' | 'missed' => {
  const { atLeast, aim, more } = GOALS[goal];
  const reaches = (bound: number): boolean => (more ? value.median >= bound : value.median <= bound);
  return reaches(aim) ? 'aim' : reaches(atLeast) ? 'reached' : 'missed';
};
