import { readConsistentReport, reports } from '../../server/analysis';
import { loadBackgroundActor } from '../../server/auth/load-actor';
import { measureKeys } from '../../shared/catalog';
import { formatDay } from '../../shared/domain/calendar';
import { ingest, type ConversionEvent } from '../../server/journeys';
import type { Measurement } from '../goals';
import type { BenchData } from '../history';
import { alternate, timed } from '../measure';
import { createReader } from '../reader';
import { select } from '../../server/db/statements';
import { requestedFields, statementsOf } from './reports';

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

const COUNT = 400;
const BATCH_SIZE = 100;

let serial = 0;

const conversion = (productId: number, cvSettingId: number, time: number): ConversionEvent => {
  serial += 1;
  return {
    type: 'conversion',
    door: 's2s',
    productId,
    id: `bench-${serial}`,
    time,
    ip: null,
    ua: null,
    visitorId: `bench-v${serial}`,
    interactionRef: null,
    cvSettingId,
    amount: 5000,
    userId: null,
    args: null,
    otherKey1: null,
    otherKey2: null,
    otherKey3: null,
    url: null,
    referrer: null,
  };
};

/** Measures conversions per second through ingestion: many in one transaction against one by one. */
export const measureConversions = async (
  { db, small }: BenchData,
  where: string,
  rounds: number,
): Promise<Measurement> => {
  const [setting] = await select<{ id: number }>(db)`SELECT id FROM cv_setting WHERE product_id = ${small}
    ORDER BY cv_type DESC LIMIT 1`;
  const rate = (together: number) => async () => {
    const events = Array.from({ length: COUNT }, () => conversion(small, setting!.id, Date.now()));
    const start = performance.now();
    for (let from = 0; from < COUNT; from += together) {
      await db.write((tx) => ingest(tx, events.slice(from, from + together)));
    }
    return (COUNT * 1000) / (performance.now() - start);
  };
  const { ours, base, ratio } = await alternate(rounds, rate(BATCH_SIZE), rate(1));
  return {
    goal: 'conversions',
    where,
    value: ratio,
    detail: `${ours.median.toFixed(0)}/s / ${base.median.toFixed(0)}/s`,
  };
};
