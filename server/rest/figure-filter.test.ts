import { parse } from 'csv-parse/sync';
import { isAdditive, measureKeys, measureName } from '../../shared/catalog';
import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';
import { replaceClicks } from '../rollups/testing/replace-clicks';

jest.setTimeout(120_000);

const REPORTS = ['ad_summaries', 'attributions', 'allocations', 'lpo_analysis', 'time_series'];
/** Less than a month, so that the rows of days count. */
const DAYS = 'date_from=2026/01/05&date_to=2026/01/20';

onEachDatabase((dialect) => {
  describe('conditions on metric values over every interface', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
      const { product, ads } = api.world.open;
      await api.database.db.write((tx) =>
        replaceClicks(tx, product, [
          [20260110, ads[0]!, 7],
          [20260110, ads[1]!, 3],
        ]),
      );
    });
    afterAll(() => api.stop());
    const ask = (path: string, as: string | null = token) =>
      api.rest(`/analyses/${path}&product_id=${api.world.open.product}`, as === null ? {} : { token: as });
    const rows = async (figures: string): Promise<Json> =>
      (await ask(`ad_summaries/?${DAYS}&axis=ad${figures && `&figures=${encodeURIComponent(figures)}`}`))
        .body;

    it('choose the same rows in REST, GraphQL and files, and tell what is left out', async () => {
      const whole = await rows('');
      expect(whole).not.toHaveProperty('excluded');
      const [one, other] = whole.results;
      // Any measure that tells the two ads apart.
      const key = measureKeys.find((each) => {
        const [a, b] = [one[measureName(each)], other[measureName(each)]];
        return isAdditive(each) && a !== b && Math.max(a, b) > 0;
      })!;
      const name = measureName(key);
      const bound = Math.max(...whole.results.map((row: Json) => row[name]));
      const expected = whole.results.filter((row: Json) => row[name] >= bound);
      expect(expected.length).toBeLessThan(whole.results.length);
      const part = await rows(`${name}>=${bound}`);
      expect(part.results).toEqual(expected);
      expect([part.count, part.excluded.rows]).toEqual([expected.length, whole.count - expected.length]);
      expect(part.total[name]).toBe(bound * expected.length);
      const days = `productId: ${api.world.open.product}, dateFrom: "2026-01-05", dateTo: "2026-01-20"`;
      const { body } = await api.graphql(
        `{ adSummaries(${days}, filters: { figures: ["${key} >= ${bound}"] }) { count excluded { rows adCost } total { figures { ${key} } } } adRanking(${days}, measure: "${key}", figures: ["${name}>=${bound}"]) { count excluded { rows } } }`,
        { token },
      );
      expect(body.data).toMatchObject({
        adSummaries: {
          count: part.count,
          excluded: { rows: part.excluded.rows, adCost: part.excluded.ad_cost },
          total: { figures: { [key]: part.total[name] } },
        },
        adRanking: { count: part.count, excluded: { rows: part.excluded.rows } },
      });
      const file = `ad_summaries/download/csv/?${DAYS}&axis=ad&columns=ad,${name}&figures=${encodeURIComponent(`${name}>=${bound}`)}`;
      const data = parse((await ask(file)).body, { bom: true, relax_column_count: true });
      expect(data.slice(1)).toEqual(expected.map((row: Json) => [row.ad, String(row[name])]));
      const document = (await ask(`${file}&layout=document&locale=ja`)).body;
      expect(document).toContain('以上');
      expect(document).toMatch(new RegExp(`条件に合わない${part.excluded.rows}行（費用[\\d,]+円）を除く`));
      const lines = parse(document, { bom: true, relax_column_count: true });
      expect(lines.at(-1)?.[0]).toBe('合計');
    });

    it('may be repeated or joined by commas', async () => {
      const joined = await rows('ad_click_count>=1,ad_cost<1000000000');
      const { body } = await ask(
        `ad_summaries/?${DAYS}&axis=ad&figures=ad_click_count%3E%3D1&figures=ad_cost%3C1000000000`,
      );
      expect(body).toEqual({ ...joined, as_of: body.as_of });
    });

    it.each(REPORTS)('are refused by %s with the field and the rule', async (report) => {
      for (const [figures, words] of [
        ['nonsense', /^figures: .*nonsense.*cv_total_final>=3/],
        ['nothing>=3', /^figures: .*nothing/],
        [Array.from({ length: 11 }, (_, n) => `cpa>${n}`).join(), /^figures: at most 10/],
        [`${'9'.repeat(5000)}>1`, /^figures: /],
        ['cpa>1;DROP TABLE ad', /^figures: /],
      ] as const) {
        const { status, body } = await ask(`${report}/?${DAYS}&figures=${encodeURIComponent(figures)}`);
        expect([status, Object.keys(body.errors), body._message[0]]).toEqual([
          400,
          ['figures'],
          expect.stringMatching(words),
        ]);
      }
      expect((await ask(`${report}/?${DAYS}&figures=cpa%3E1`)).status).toBe(200);
    });

    it('are refused by reports whose rows have no measures', async () => {
      for (const report of ['cv_info', 'transitions']) {
        const { status, body } = await ask(`${report}/?${DAYS}&figures=cpa%3E1`);
        expect([status, body.errors]).toEqual([400, { figures: [expect.any(String)] }]);
      }
    });

    it('need the rights of the report, and see no more than it', async () => {
      const path = `ad_summaries/?${DAYS}&axis=ad&figures=ad_click_count%3E%3D0`;
      expect((await ask(path, null)).status).toBe(401);
      const foreign = await api.rest(`/analyses/${path}&product_id=${api.world.foreign.product}`, { token });
      expect(foreign.status).toBe(403);
      const agency = await api.tokenOf('agency@alpha.example');
      const [own, chosen] = await Promise.all([
        ask(`ad_summaries/?${DAYS}&axis=ad`, agency),
        ask(path, agency),
      ]);
      expect(chosen.body.results).toEqual(own.body.results);
      expect(chosen.body.excluded).toEqual({ rows: 0, ad_cost: 0 });
    });
  });
});
