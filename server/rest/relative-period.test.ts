import { parse } from 'csv-parse/sync';
import { periodPresets } from '../../shared/catalog';
import { resolveDays } from '../../shared/period';
import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';
import { reportKeys, reportPath } from '../analysis';

const NOW = Date.parse('2026-02-12T03:00:00Z');
const context = { today: 20260212, weekStart: 1 } as const;
const dayText = (day: number): string => String(day).replace(/(....)(..)(..)/, '$1-$2-$3');

onEachDatabase((dialect) => {
  describe('relative periods of reports', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect, { now: NOW });
      token = await api.tokenOf('admin@alpha.example');
    });
    afterAll(() => api.stop());

    const own = () => `product_id=${api.world.open.product}`;
    const rest = async (path: string, query: string): Promise<Json> =>
      api.rest(`/analyses/${path}/?${own()}&${query}`, { token });
    const slashed = (day: number) => dayText(day).replaceAll('-', '/');

    it.each(reportKeys)('%s resolves every period at each request', async (key) => {
      const path = reportPath(key);
      for (const preset of periodPresets) {
        const { range } = resolveDays({ preset }, 'none', context);
        const { status, body } = await rest(path, `period=${preset}&page_size=1`);
        expect([preset, status]).toEqual([preset, 200]);
        const days = await rest(
          path,
          `date_from=${dayText(range.from)}&date_to=${dayText(range.to)}&page_size=1`,
        );
        const { as_of: _, ...rows } = body;
        const { as_of: __, ...expected } = days.body;
        expect([preset, rows]).toEqual([preset, expected]);
      }
    });

    it('compares a running month by its finished days, as the console does', async () => {
      const { body } = await rest('ad_summaries', 'period=thisMonth&compare=previous');
      const { previous } = resolveDays({ preset: 'thisMonth' }, 'previous', context);
      expect(body).toMatchObject({
        previous_from: slashed(previous?.from ?? 0),
        previous_to: slashed(previous?.to ?? 0),
      });
      const chosen = await rest('ad_summaries', 'period=d7&compare_from=2025-01-01&compare_to=2025-01-07');
      expect(chosen.body).toMatchObject({ previous_from: '2025/01/01', previous_to: '2025/01/07' });
      const today = await rest('ad_summaries', 'period=today&compare=previous');
      expect(today.body.previous_from ?? null).toBeNull();
    });

    it.each([
      ['an unknown word', 'period=d8', periodPresets.join(', ')],
      ['another spelling', 'period=D30', periodPresets.join(', ')],
      ['a first day beside it', 'period=d30&date_from=2026-01-01', 'only one'],
      ['a last day beside it', 'period=d30&date_to=2026-01-01', 'only one'],
      ['a huge text', `period=${'x'.repeat(3000)}`, periodPresets.join(', ')],
    ])('rejects %s by field and rule', async (_name, query, rule) => {
      for (const path of ['ad_summaries', 'cv_info', 'time_series/download/csv']) {
        const { status, body } = await rest(path, query);
        expect([status, Object.keys(body.errors)]).toEqual([400, ['period']]);
        expect(JSON.stringify(body.errors)).toContain(rule);
      }
    });

    it('moves a GraphQL query and a CSV file of a read token with the day', async () => {
      const { body } = await api.graphql(
        `mutation { createReadToken(productId: ${api.world.open.product}, name: "表計算") { token } }`,
        { token },
      );
      const reader = body.data.createReadToken.token;
      const query = `query Q($period: String) { adSummaries(productId: ${api.world.open.product}, period: $period) { dateFrom dateTo } }`;
      const days = async () =>
        (await api.graphql(query, { token: reader, variables: { period: 'd7' } })).body.data.adSummaries;
      const file = async () => {
        const response = await fetch(
          `${api.url}/api/v1/analyses/time_series/download/csv?${own()}&period=d7&columns=period,ad_cost&locale=ja`,
          { headers: { authorization: `Bearer ${reader}` } },
        );
        return parse(await response.text(), { bom: true }) as string[][];
      };
      expect(await days()).toEqual({ dateFrom: '2026-02-05', dateTo: '2026-02-11' });
      expect((await file()).map(([period]) => period)).toEqual([
        '期間',
        ...['05', '06', '07', '08', '09', '10', '11'].map((day) => `2026/02/${day}`),
      ]);
      api.clock.now += 24 * 3_600_000;
      expect(await days()).toEqual({ dateFrom: '2026-02-06', dateTo: '2026-02-12' });
      expect((await file()).at(-1)?.[0]).toBe('2026/02/12');
      api.clock.now = NOW;
      const refused = await fetch(`${api.url}/api/v1/analyses/ad_summaries/download/csv?${own()}&period=d7`);
      expect(refused.status).toBe(401);
    });
  });
});
