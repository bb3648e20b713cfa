import { readConsistentReport, reports } from '../../server/analysis';
import { loadBackgroundActor } from '../../server/auth/load-actor';
import { measureKeys } from '../../shared/catalog';
import { formatDay } from '../../shared/domain/calendar';
import type { Figure } from '../goals';
import type { BenchData } from '../history';
import { inTurns, timed } from '../measure';
import { createReader } from '../reader';
import { askedFields } from './requested-fields';
import { statementsOf } from './statements';

const WARM_UP_MS = 1500;

const FIELDS = `adId ad noAd figures { ${measureKeys.join(' ')} }`;
const QUERY = `query ($p: Int!, $from: Date!, $to: Date!) {
  adSummaries(productId: $p, dateFrom: $from, dateTo: $to) { count total { ${FIELDS} } results { ${FIELDS} } } }`;

/**
 * A year of ad statistics with every measure, over HTTP from a real server, against the SQL that it takes: who asks, the
 * report, and whether its figures changed meanwhile, in the turns in which the server sends it.
 */
export const measureGraphql = async (
  data: BenchData,
  url: string,
  where: string,
  rounds: number,
): Promise<Figure> => {
  const { db, actor, large, year } = data;
  const input = { productId: large, dateFrom: year.from, dateTo: year.to, fields: askedFields(QUERY) };
  const statements = await statementsOf(db, async (watched) => {
    const asker = await loadBackgroundActor(watched, actor.userId);
    await readConsistentReport(watched, reports.adSummaries, asker ?? actor, input, Date.now());
  });
  const reader = await createReader(data, url);
  try {
    const variables = { p: large, from: formatDay(year.from), to: formatDay(year.to) };
    const pair = await inTurns(
      rounds,
      () => timed(() => reader.ask(QUERY, variables)),
      () => timed(statements.runInTurns),
      WARM_UP_MS,
    );
    const detail = `${measureKeys.length} measures: ${pair.ours.median.toFixed(1)} ms / ${pair.base.median.toFixed(1)} ms (${statements.count} statements)`;
    return { goal: 'graphql', where, value: pair.ratio, detail };
  } finally {
    await reader.stop();
  }
};
