import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exactSetCredits } from './exact-set';
import { journeysOf } from './journeys';
import { fitOrders, markovCredit, markovIntervals, type MarkovCredit } from './markov';
import { shares } from './models';

const DIR = process.env.INFLOW_PATHS_DIR;
const available = DIR !== undefined && existsSync(join(DIR, 'data-driven', 'markov.csv'));

/** Reads a file as rows; quoted cells may hold commas. */
const rowsOf = (...name: string[]): string[][] =>
  readFileSync(join(DIR ?? '', ...name), 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => (line.match(/("[^"]*"|[^,]+)/g) ?? []).map((cell) => cell.replaceAll('"', '')));

/** The files hold 9 or 12 decimals, and must agree to 1e-9. */
const expectClose = (actual: number | undefined, expected: string | undefined): void =>
  expect(Math.abs((actual ?? NaN) - Number(expected))).toBeLessThan(
    Math.abs(Number(expected)) * 1e-9 + 6e-10,
  );

(available ? describe : describe.skip)('the public touch paths', () => {
  const channels: string[] = [];
  const idOf = (name = ''): number => {
    if (!channels.includes(name)) channels.push(name);
    return channels.indexOf(name);
  };
  const paths = available
    ? rowsOf('touch_paths.csv').map(([path = '', conversions, amount, nulls]) => ({
        values: path.split(' > ').map(idOf),
        conversions: Number(conversions),
        amount: Number(amount),
        nulls: Number(nulls),
      }))
    : [];
  const journeys = journeysOf(paths);

  const chains = new Map<string, MarkovCredit>();
  const chainOf = (nulls: string, order: string, measure: string): MarkovCredit => {
    const key = [nulls, order, measure].join();
    const chain =
      chains.get(key) ??
      markovCredit(
        nulls === '1' ? journeys : { ...journeys, nulls: journeys.nulls.map(() => 0) },
        Number(order),
        measure === 'value' ? 'amount' : 'cv',
      );
    chains.set(key, chain);
    return chain;
  };

  it('have the Markov effects and credits of an independent program', () => {
    for (const [, nulls = '', order = '', measure = '', channel, effect, credit, base] of rowsOf(
      'data-driven',
      'markov.csv',
    )) {
      const markov = chainOf(nulls, order, measure);
      expectClose(markov.effects?.get(idOf(channel)), effect);
      expectClose(markov.credits?.get(idOf(channel)), credit);
      expectClose(markov.base, base);
      if (order === '1' && nulls === '1') expect(markov).toMatchObject({ states: 13, transitions: 114 });
    }
  });

  it('have its Shapley values', () => {
    const reach = new Map<number, number>();
    const reachAmount = new Map<number, number>();
    for (const { values, conversions, amount } of paths)
      for (const [index, share] of shares(6, values).entries()) {
        const value = values[index]!;
        reach.set(value, (reach.get(value) ?? 0) + share * conversions);
        reachAmount.set(value, (reachAmount.get(value) ?? 0) + share * amount);
      }
    const exact = exactSetCredits(journeys);
    for (const [, game = '', measure, channel, value] of rowsOf('data-driven', 'shapley.csv')) {
      if (game.startsWith('exact_set')) expectClose(exact.get(idOf(channel)), value);
      if (game.startsWith('reach_sum'))
        expectClose((measure === 'value' ? reachAmount : reach).get(idOf(channel)), value);
    }
  });

  it('have its areas under the ROC curve for orders 1 to 4', () => {
    const fits = fitOrders(journeys, [1, 2, 3, 4]);
    for (const [, order, auc, penalised, nodes] of rowsOf('data-driven', 'choose_order.csv').slice(0, 4)) {
      const fit = fits[Number(order) - 1];
      expectClose(fit?.auc ?? NaN, auc);
      expectClose(fit?.penalisedAuc ?? NaN, penalised);
      expect(fit?.nodes).toBe(Number(nodes));
    }
  });

  it('have intervals as wide as its, within 15%', () => {
    const intervals = markovIntervals(journeys, 'cv', { replicates: 500, seed: 1 });
    for (const [channel, credit, low, high] of rowsOf('data-driven', 'markov_bootstrap90.csv')) {
      if (Number(credit) < 100) continue;
      const interval = intervals.get(idOf(channel));
      const width = (interval?.high ?? 0) - (interval?.low ?? 0);
      expect(Math.abs(width / (Number(high) - Number(low)) - 1)).toBeLessThan(0.15);
    }
  });
});
