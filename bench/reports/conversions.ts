import { ingest, type ConversionEvent } from '../../server/journeys';
import type { Measurement } from '../goals';
import type { BenchData } from '../history';
import { alternate } from '../measure';

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
  const [setting] = await db.read<{ id: number }>(
    'SELECT id FROM cv_setting WHERE product_id = ? ORDER BY cv_type DESC LIMIT 1',
    [small],
  );
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
