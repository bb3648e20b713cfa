import { serveApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { makeApiWorld } from '../composition/testing/api-world';
import { onEachDatabase, openTestDatabase } from '../db/testing/databases';
import { seeded } from '../../shared/domain/random';
import {
  hasPublicPaths,
  importPaths,
  publicRows,
  readPublicPaths,
  YEN,
  type TouchPath,
} from './testing/touch-paths';

jest.setTimeout(600_000);

const MODELS = [1, 2, 3, 4, 5, 6].map((number) => `attr_${number}`);
const CHAINS = [1, 2, 3].map((order) => `markov_${order}`);

/** The files hold 9 or 12 decimals, and must agree to 1e-9. */
const difference = (actual: Json, expected: number): string | null =>
  typeof actual === 'number' && Math.abs(actual - expected) <= Math.abs(expected) * 1e-9 + 6e-10
    ? null
    : `${actual} instead of ${expected}`;

onEachDatabase((dialect) => {
  let api: ApiServer;
  let token: string;
  beforeAll(async () => {
    // A loaded machine may take longer than the time limit of reads.
    const database = await openTestDatabase(dialect, { readLimitMs: null });
    const world = await makeApiWorld(database.db);
    api = { ...(await serveApi(database)), world };
    token = await api.tokenOf('admin@alpha.example');
  });
  afterAll(() => api.stop());

  const ask = async (productId: number, query = '&bootstrap=0'): Promise<Json> => {
    const days = 'date_from=2026/01/01&date_to=2026/02/28';
    const { status, body } = await api.rest(
      `/analyses/disagreement/?product_id=${productId}&${days}${query}`,
      { token },
    );
    expect({ status, body: status === 200 ? null : body }).toEqual({ status: 200, body: null });
    return body;
  };
  const rowOf = ({ results }: Json, channel = ''): Json =>
    results.find(({ ad }: Json) => ad === channel) ?? {};

  (hasPublicPaths ? describe : describe.skip)('the public touch paths in the disagreement map', () => {
    let productId: number;
    const answers = new Map<string, Json>();
    const answerOf = async (nulls: string | undefined, measure: string | undefined): Promise<Json> => {
      const query = `&bootstrap=0&include_null=${nulls}&measure=${measure === 'value' ? 'amount' : 'cv'}`;
      const answer = answers.get(query) ?? (await ask(productId, query));
      answers.set(query, answer);
      return answer;
    };
    beforeAll(async () => {
      productId = await importPaths(api.database.db, api.world.company, readPublicPaths());
    });

    it('have the effects, credits and bases of an independent program', async () => {
      const wrong: string[] = [];
      for (const [, nulls, order, measure, channel, effect, credit, base] of publicRows(
        'data-driven',
        'markov.csv',
      )) {
        const answer = await answerOf(nulls, measure);
        const scale = measure === 'value' ? YEN : 1;
        const row = rowOf(answer, channel);
        const differences = [
          difference(row[`markov_${order}`] / scale, Number(credit)),
          ...(order === '1'
            ? [
                difference(row.markov_1_effect, Number(effect)),
                difference(answer.model.base / scale, Number(base)),
              ]
            : []),
        ];
        wrong.push(
          ...differences.flatMap((text) => (text ? [`${[nulls, order, measure, channel]}: ${text}`] : [])),
        );
      }
      expect(wrong).toEqual([]);
    });

    it('have its Shapley values and the credits of a public library', async () => {
      const wrong: string[] = [];
      for (const [, game = '', measure, channel, value] of publicRows('data-driven', 'shapley.csv')) {
        const key = game.startsWith('reach_sum')
          ? 'attr_6'
          : game.startsWith('exact_set')
            ? 'exact_set'
            : null;
        if (key === null) continue;
        const row = rowOf(await answerOf('1', measure), channel);
        const text = difference(row[key] / (measure === 'value' ? YEN : 1), Number(value));
        if (text) wrong.push(`${game}, ${measure}, ${channel}: ${text}`);
      }
      for (const [measure, model, channel, value] of publicRows('touch_paths_expected.csv')) {
        const row = rowOf(await answerOf('1', measure), channel);
        const text = difference(row[`attr_${model}`] / (measure === 'value' ? YEN : 1), Number(value));
        if (text) wrong.push(`${measure}, ${model}, ${channel}: ${text}`);
      }
      expect(wrong).toEqual([]);
    });

    it('have its areas under the ROC curve, and the order with the largest', async () => {
      const { model } = await answerOf('1', 'cv');
      const offered = publicRows('data-driven', 'choose_order.csv').slice(0, 4);
      expect(
        offered.flatMap(([, order, auc, penalised, nodes]) => {
          const fit = model.orders[Number(order) - 1];
          return [
            difference(fit.auc, Number(auc)),
            difference(fit.penalised_auc, Number(penalised)),
            difference(fit.nodes, Number(nodes)),
          ].flatMap((text) => (text ? [`${order}: ${text}`] : []));
        }),
      ).toEqual([]);
      const best = offered.reduce((a, b) => (Number(b[3]) > Number(a[3]) ? b : a));
      expect(model.suggested_order).toBe(Number(best[1]));
      expect((await answerOf('0', 'cv')).model.suggested_order).toBeNull();
    });

    it('have its journeys, and intervals as wide as its within 15%', async () => {
      const paths = readPublicPaths();
      const sum = (key: 'conversions' | 'nulls'): number => paths.reduce((all, path) => all + path[key], 0);
      // Its own widths are draws too, so about one seed in ten lands beyond.
      const { results, model } = await ask(productId, '&bootstrap=500&seed=2');
      expect(model).toMatchObject({
        journeys: sum('conversions'),
        null_journeys: sum('nulls'),
        open_journeys: 0,
        states: 13,
        transitions: 114,
      });
      for (const [channel, credit, low, high] of publicRows('data-driven', 'markov_bootstrap90.csv')) {
        if (Number(credit) < 100) continue;
        const row = rowOf({ results }, channel);
        const width = (row.markov_1_high - row.markov_1_low) / (Number(high) - Number(low));
        expect(Math.abs(width - 1)).toBeLessThan(0.15);
      }
    });

    it('add up to the conversions and their value under every model', async () => {
      for (const measure of ['conversions', 'value'])
        for (const nulls of ['1', '0']) {
          const { total } = await answerOf(nulls, measure);
          const whole = readPublicPaths().reduce(
            (all, path) => all + (measure === 'value' ? path.amount : path.conversions),
            0,
          );
          expect([...MODELS, ...CHAINS].map((key) => difference(total[key] / whole, 1))).toEqual(
            [...MODELS, ...CHAINS].map(() => null),
          );
        }
    });
  });

  describe('paths in the disagreement map', () => {
    /** Random paths over some channels: small numbers are frequent, and channels repeat. */
    const randomPaths = (seed: number, channels: number, count: number): TouchPath[] => {
      const random = seeded(seed);
      const small = (limit: number): number => Math.min(random.below(limit), random.below(limit));
      return Array.from({ length: count }, () => {
        const conversions = small(4);
        return {
          channels: Array.from({ length: 1 + small(9) }, () => `c${small(channels)}`),
          conversions,
          amount: conversions * random.below(3) * 1000,
          nulls: small(4),
        };
      });
    };
    const sumOf = (paths: readonly TouchPath[], key: 'conversions' | 'amount' | 'nulls'): number =>
      paths.reduce((all, path) => all + path[key], 0);
    const importInto = (paths: readonly TouchPath[], order?: (lines: string[]) => string[]) =>
      importPaths(api.database.db, api.world.company, paths, order);
    const FIELDS = [...MODELS, ...CHAINS, 'markov_1_effect', 'exact_set', 'distinct_share', 'spread'];
    /** Credits to nine digits by the original name of a channel. */
    const creditsOf = ({ results }: Json, nameOf = (name: string): string => name): object =>
      Object.fromEntries(
        results.map((row: Json) => [
          row.others ? 'others' : nameOf(row.ad),
          FIELDS.map((key) => (row[key] === null ? null : Number(row[key].toFixed(9)) || 0)),
        ]),
      );

    it('do not depend on names, ids and the order of import', async () => {
      const paths = randomPaths(5, 30, 150);
      const rename = (name: string): string => `c${(Number(name.slice(1)) * 7 + 11) % 30}`;
      const original = new Map(Array.from({ length: 30 }, (_, n) => [rename(`c${n}`), `c${n}`]));
      const random = seeded(9);
      const one = await importInto(paths);
      const renamed = paths.map((path) => ({ ...path, channels: path.channels.map(rename) }));
      const other = await importInto(renamed, (lines) => random.shuffle(lines));
      for (const query of ['', '&measure=amount', '&include_null=0']) {
        const [a, b] = [await ask(one, `&bootstrap=0${query}`), await ask(other, `&bootstrap=0${query}`)];
        expect(creditsOf(b, (name) => original.get(name) ?? '')).toEqual(creditsOf(a));
        expect(b.model.base).toBeCloseTo(a.model.base, 9);
        expect(b.model.suggested_order).toBe(a.model.suggested_order);
      }
    });

    it('of more than 200 channels add up to their conversions in at most 201 rows', async () => {
      const wide = Array.from({ length: 230 }, (_, n) => ({
        ...{ channels: [`c${n}`, `c${(n * 3) % 230}`], conversions: 1, amount: 10, nulls: 1 },
      }));
      const paths = [...randomPaths(6, 230, 60), ...wide];
      const productId = await importInto(paths);
      for (const [query, key] of [
        ['', 'conversions'],
        ['&measure=amount', 'amount'],
      ] as const) {
        const { results, total } = await ask(productId, `&bootstrap=0${query}`);
        expect(results).toHaveLength(201);
        expect(results.filter(({ others }: Json) => others)).toHaveLength(1);
        for (const name of [...MODELS, ...CHAINS]) {
          expect(total[name]).toBeCloseTo(sumOf(paths, key), 6);
          const rows: number[] = results.map((row: Json) => row[name] ?? 0);
          expect(rows.reduce((all, credit) => all + credit, 0)).toBeCloseTo(sumOf(paths, key), 6);
        }
        expect(results.filter(({ markov_2 }: Json) => markov_2 !== null)).toHaveLength(21);
      }
    });

    it('without nulls and amounts have a base of 1, and no credit of amounts', async () => {
      const paths = randomPaths(7, 5, 60).map((path) => ({ ...path, amount: 0, nulls: 0 }));
      const productId = await importInto(paths);
      const { total, model } = await ask(productId);
      expect(model).toMatchObject({ base: expect.closeTo(1, 12), null_journeys: 0, suggested_order: null });
      expect(total.markov_3).toBeCloseTo(sumOf(paths, 'conversions'), 9);
      const amounts = await ask(productId, '&measure=amount');
      expect(amounts.model.base).toBe(0);
      expect(amounts.total).toMatchObject({ attr_1: 0, attr_6: 0, markov_1: null, markov_3: null });
      expect(amounts.results[0]).toMatchObject({ markov_1: null, markov_1_effect: null });
    });

    it('of one channel that repeats give it everything under every model', async () => {
      const channels = Array.from({ length: 120 }, () => 'only');
      const productId = await importInto([{ channels, conversions: 3, amount: 30, nulls: 2 }]);
      const { results, model } = await ask(productId);
      expect(model).toMatchObject({ base: expect.closeTo(0.6, 12), states: 2, transitions: 1 });
      expect([...MODELS, ...CHAINS].map((key) => difference(results[0][key], 3))).toEqual(
        [...MODELS, ...CHAINS].map(() => null),
      );
      expect(results[0]).toMatchObject({ distinct_share: 0, exact_set: expect.closeTo(3, 9) });
    });
  });
});
