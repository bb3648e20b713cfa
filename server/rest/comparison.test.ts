import { parse } from 'csv-parse/sync';
import { measureKeys, measureName } from '../../shared/catalog';
import { reportKeys, reportPath, reports, type ReportKey } from '../analysis';
import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';

const METRICS = `{ ${measureKeys.join(' ')} }`;
/** Reports with an optional comparison; reports that always compare have their own tests. */
const compared = reportKeys.filter((key) => reports[key].comparison === true);
const january = { from: '2026/01/01', to: '2026/01/31' };

/** Converts the keys of metric values to REST names. */
const named = (metrics: Json): Json =>
  metrics && Object.fromEntries(measureKeys.map((key) => [measureName(key), metrics[key]]));
/** Drops custom measures, which the console requests separately. */
const ofCatalogue = (metrics: Json): Json =>
  metrics && Object.fromEntries(Object.entries(metrics).filter(([name]) => !name.startsWith('custom_')));
const cell = (value: Json): string => (value === null ? '' : String(value));

onEachDatabase((dialect) => {
  describe('comparison is identical in all APIs', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
    });
    afterAll(() => api.stop());
    const rest = async (key: ReportKey, query: string): Promise<Json> => {
      const path = `/analyses/${reportPath(key)}/?product_id=${api.world.open.product}&${query}`;
      return (await api.rest(path, { token })).body;
    };
    const graphql = async (key: ReportKey, args: string): Promise<Json> => {
      const query = `{ ${key}(productId: ${api.world.open.product}, ${args}) { previousFrom previousTo total { previous ${METRICS} } results { figures ${METRICS} previous ${METRICS} } } }`;
      return (await api.graphql(query, { token })).body.data[key];
    };

    it.each(['AGENCY', 'AD', 'DEVICE', 'REDIRECT, LPO_TITLE'])(
      'returns the same total by %s with rows and without them',
      async (axis) => {
        const total = async (rows: string): Promise<Json> => {
          const query = `{ adSummaries(productId: ${api.world.open.product}, dateFrom: "2026-01-01", dateTo: "2026-01-31", compareFrom: "2026-01-01", compareTo: "2026-01-31", axis: [${axis}]) { total { figures ${METRICS} previous ${METRICS} } ${rows} } }`;
          return (await api.graphql(query, { token })).body.data.adSummaries;
        };
        const { results, ...withRows } = await total('results { noAd }');
        expect(results.length).toBeGreaterThan(0);
        expect(withRows.total.figures.adClickCount).toBeGreaterThan(0);
        expect(await total('')).toEqual(withRows);
        expect((await total('count')).count).toBe(results.length);
        expect((await total('pageSize')).pageSize).toBe(results.length);
      },
    );

    it.each(compared)('compares %s with the previous months and with any days', async (key) => {
      const earlier = await rest(key, `date_from=${january.from}&date_to=${january.to}`);
      const february = await rest(key, 'date_from=2026/02/01&date_to=2026/02/28&compare=previous');
      expect(february).toMatchObject({ previous_from: january.from, previous_to: january.to, results: [] });
      expect(february.total.previous.ad_click_count).toBe(earlier.total.ad_click_count);
      const report = await graphql(key, 'dateFrom: "2026-02-01", dateTo: "2026-02-28", compare: PREVIOUS');
      expect(report).toMatchObject({
        previousFrom: '2026-01-01',
        previousTo: '2026-01-31',
        total: { previous: { adClickCount: earlier.total.ad_click_count } },
      });

      const range = `date_from=${january.from}&date_to=${january.to}&compare_from=${january.from}&compare_to=${january.to}`;
      const same = await rest(key, range);
      expect(same.results.length).toBeGreaterThan(0);
      const ofGraphql = await graphql(
        key,
        'dateFrom: "2026-01-01", dateTo: "2026-01-31", compareFrom: "2026-01-01", compareTo: "2026-01-31"',
      );
      expect(same.results.map(({ previous }: Json) => ofCatalogue(previous))).toEqual(
        ofGraphql.results.map(({ previous }: Json) => named(previous)),
      );
      expect(same.results.map(({ previous }: Json) => ofCatalogue(previous))).toEqual(
        ofGraphql.results.map(({ figures: metrics }: Json) => named(metrics)),
      );
      const csv = await api.rest(
        `/analyses/${reportPath(key)}/download/csv/?product_id=${api.world.open.product}&${range}`,
        { token },
      );
      const [header = [], ...rows] = parse(String(csv.body), { bom: true }) as string[][];
      for (const measure of measureKeys.map(measureName)) {
        const column = header.indexOf(`${measure}_previous`);
        expect(rows.map((row) => row[column])).toEqual(
          same.results.map(({ previous }: Json) => cell(previous[measure])),
        );
      }
    });

    it.each([
      ['lpoAnalysis', ['cv_total']],
      ['attributions', ['amount_sum_ratio', 'attr_cv_model_2']],
      ['allocations', ['cv_total_final_share']],
    ] as const)('a file of %s contains the values of the compared days', async (key, names) => {
      const columns = names.flatMap((name) => [name, `${name}_previous`]);
      const range = `date_from=${january.from}&date_to=${january.to}&compare_from=${january.from}&compare_to=${january.to}`;
      const csv = await api.rest(
        `/analyses/${reportPath(key)}/download/csv/?product_id=${api.world.open.product}&${range}&columns=${columns.join()}`,
        { token },
      );
      const rows: string[][] = parse(String(csv.body), { bom: true, fromLine: 2 });
      expect(rows.map((row) => row.filter((_, index) => index % 2 === 1))).toEqual(
        rows.map((row) => row.filter((_, index) => index % 2 === 0)),
      );
      expect(rows.flat().some((text) => Number(text) > 0)).toBe(true);
    });

    it.each(compared)('%s contains no comparison by default', async (key) => {
      const plain = await rest(key, `date_from=${january.from}&date_to=${january.to}`);
      expect(JSON.stringify(plain)).not.toContain('previous');
      expect((await rest(key, 'compare=tomorrow')).errors).toHaveProperty('compare');
      expect((await rest(key, 'compare_from=2026/01/01')).errors).toHaveProperty('compare_to');
    });
  });
});
