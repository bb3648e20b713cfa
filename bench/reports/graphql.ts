import { readConsistentReport, reports } from '../../server/analysis';
import { loadBackgroundActor } from '../../server/auth/load-actor';
import { measureKeys } from '../../shared/catalog';
import { formatDay } from '../../shared/domain/calendar';
import type { Measurement } from '../goals';
import type { BenchData } from '../history';
import { alternate, timed } from '../measure';
import { createReader } from '../reader';
import { requestedFields } from './requested-fields';
import { statementsOf } from './statements';

const WARM_UP_MS = 1500;

const FIELDS = `adId ad noAd figures { ${measureKeys.join(' ')} }`;
const QUERY = `query ($p: Int!, $from: Date!, $to: Date!) {
  adSummaries(productId: $p, dateFrom: $from, dateTo: $to) { count total { ${FIELDS} } results { ${FIELDS} } } }`;

/**
 * Measures a year of ad statistics with every measure, over HTTP from a real server, against the SQL behind
 * it. That SQL reads the user, the report and the data version, in the server's own sequence.
 */
export const measureGraphql = async (
  data: BenchData,
  url: string,
  where: string,
  rounds: number,
): Promise<Measurement> => {
  const { db, actor, large, year } = data;
  const input = { productId: large, dateFrom: year.from, dateTo: year.to, fields: requestedFields(QUERY) };
  const statements = await statementsOf(db, async (watched) => {
    const asker = await loadBackgroundActor(watched, actor.userId);
    await readConsistentReport(watched, reports.adSummaries, asker ?? actor, input, Date.now());
  });
  const reader = await createReader(data, url);
  try {
    const variables = { p: large, from: formatDay(year.from), to: formatDay(year.to) };
    const pair = await alternate(
      rounds,
      () => timed(() => reader.ask(QUERY, variables)),
      () => timed(statements.runInSequence),
      WARM_UP_MS,
    );
    const detail = `${measureKeys.length} measures: ${pair.ours.median.toFixed(1)} ms / ${pair.base.median.toFixed(1)} ms (${statements.count} statements)`;
    return { goal: 'graphql', where, value: pair.ratio, detail };
  } finally {
    await reader.stop();
  }
};
