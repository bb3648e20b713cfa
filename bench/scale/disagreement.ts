import { formatDay } from '../../shared/domain/calendar';
import { storeMonthsBefore } from '../../server/rollups';
import type { Measurement } from '../goals';
import { summarize, timed } from '../measure';
import { createReader } from '../reader';
import type { ScaleData } from './scale';

const MAP = `query ($productId: Int!, $from: Date!, $to: Date!, $seed: Int!) {
  disagreement(productId: $productId, dateFrom: $from, dateTo: $to, seed: $seed) {
    results { adId markov_1 markov_1_low markov_1_high markov_2 markov_3 } model { journeys nullJourneys } } }`;
const ROUNDS = 3;

/** Measures the disagreement map of a year from its stored months, and the kept answer. */
export const measureDisagreement = async (data: ScaleData): Promise<Measurement[]> => {
  const { db, large, year, url, where } = data;
  await storeMonthsBefore(db, large, year.to);
  const reader = await createReader(data, url);
  const first: number[] = [];
  const again: number[] = [];
  try {
    // A new seed is computed again.
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const variables = { productId: large, from: formatDay(year.from), to: formatDay(year.to), seed };
      first.push(await timed(() => reader.ask(MAP, variables)));
      again.push(await timed(() => reader.ask(MAP, variables)));
    }
  } finally {
    await reader.stop();
  }
  const detail = `${first.map((ms) => ms.toFixed(0)).join(', ')} ms, then ${again.map((ms) => ms.toFixed(0)).join(', ')} ms`;
  return [
    { goal: 'mapFirst', where, value: summarize(first.map((ms) => ms / 1000)), detail },
    {
      goal: 'mapAgain',
      where,
      value: summarize(again.map((ms, round) => ms / (first[round] ?? ms))),
      detail,
    },
  ];
};
