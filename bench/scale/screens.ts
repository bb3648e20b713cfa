import { formatDay } from '../../shared/domain/calendar';
import { measureKeys } from '../../shared/catalog';
import type { GoalKey, Measurement } from '../goals';
import { alternate, summarize, timed } from '../measure';
import { consoleDocuments, firstAdOf, SCREENS } from '../reports/answers';
import { createReader } from '../reader';
import type { ScaleData } from './scale';

const WARM_UP_MS = 1500;
const FIRSTS = 3;
/** Time from a start to the first user. */
const SIGN_IN_MS = 2000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const SUMMARIES = `query ($productId: Int!, $from: Date!, $to: Date!) {
  adSummaries(productId: $productId, dateFrom: $from, dateTo: $to) {
    total { figures { ${measureKeys.join(' ')} } } results { adId ad noAd figures { ${measureKeys.join(' ')} } } } }`;
const SERIES = `query ($productId: Int!, $from: Date!, $to: Date!) {
  timeSeries(productId: $productId, dateFrom: $from, dateTo: $to, unit: DAY) {
    results { period figures { ${measureKeys.join(' ')} } } } }`;

/**
 * Measures whole GraphQL answers: the dashboard against a month of ad statistics, and how it and a year of days
 * grow with the history. Then the first answer of each screen after a start.
 */
export const measureScreens = async (data: ScaleData, rounds: number): Promise<Measurement[]> => {
  const documents = consoleDocuments();
  const adIds = { large: await firstAdOf(data, data.large), small: await firstAdOf(data, data.small) };
  const screen = (name: string, size: 'large' | 'small', range = data.month) =>
    SCREENS[name]!({ productId: data[size], adId: adIds[size], range });
  const plain = (size: 'large' | 'small', { from, to } = data.year) => ({
    productId: data[size],
    from: formatDay(from),
    to: formatDay(to),
  });
  const reader = await createReader(data, data.url);
  const measurements: Measurement[] = [];
  const compare = async (
    goal: GoalKey,
    ours: readonly [string, Record<string, unknown>],
    base: readonly [string, Record<string, unknown>],
  ): Promise<void> => {
    const ask =
      ([query, variables]: typeof ours) =>
      () =>
        timed(() => reader.ask(query, variables));
    const pair = await alternate(rounds, ask(ours), ask(base), WARM_UP_MS);
    const detail = `${pair.ours.median.toFixed(1)} ms / ${pair.base.median.toFixed(1)} ms`;
    measurements.push({ goal, where: data.where, value: pair.ratio, detail });
  };
  try {
    const dashboard = (size: 'large' | 'small') => [documents.Dashboard!, screen('Dashboard', size)] as const;
    await compare('dashboard', dashboard('large'), [SUMMARIES, plain('large', data.month)]);
    await compare('dashboardGrowth', dashboard('large'), dashboard('small'));
    await compare('seriesGrowth', [SERIES, plain('large')], [SERIES, plain('small')]);
  } finally {
    await reader.stop();
  }
  const firsts: { name: string; ms: number }[] = [];
  for (const name of Object.keys(SCREENS)) {
    const taken: number[] = [];
    for (let start = 0; start < FIRSTS; start += 1) {
      const fresh = await createReader(data, data.url);
      await pause(SIGN_IN_MS);
      taken.push(await timed(() => fresh.ask(documents[name]!, screen(name, 'large'))));
      await fresh.stop();
    }
    firsts.push({ name, ms: summarize(taken).median });
  }
  measurements.push({
    goal: 'firstAnswer',
    where: data.where,
    value: summarize([Math.max(...firsts.map(({ ms }) => ms))]),
    detail: firsts.map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`).join(', '),
  });
  return measurements;
};
