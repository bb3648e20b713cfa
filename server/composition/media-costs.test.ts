import { RoleType } from '../../shared/catalog';
import { verifyDays } from '../rollups';
import { onEachDatabase } from '../db/testing/databases';
import { settle } from '../sweeps';
import { startApi, type ApiServer, type Json } from './testing/api-server';
import { callers } from './testing/endpoints';
import { mediaCostCalls } from './testing/media-cost-calls';

jest.setTimeout(120_000);

const [ADMIN, MANAGER, ANALYST, AGENCY, STRANGER] = callers.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
  string,
];

onEachDatabase((dialect) => {
  describe('media costs', () => {
    let api: ApiServer;
    let product: number;
    let ads: readonly [number, number];
    beforeAll(async () => {
      api = await startApi(dialect);
      product = api.world.open.product;
      ads = api.world.open.ads as unknown as [number, number];
    });
    afterAll(() => api.stop());

    const { call, upload, table, actions, days, readMetrics, trail } = mediaCostCalls(() => api);

    it('previews each line, then shows the costs in reports', async () => {
      const csv = `\uFEFF${table(`2025/11/01,${ads[0]},"¥12,345",10000,120`, `2025-11-01,${ads[1]},100.5,0,0`, `20251102,${ads[0]},"1,000円",500,9`, '合計,,"13,445.5",10500,129')}`;
      const dry = await upload(csv, { dry_run: true });
      expect([dry.status, dry.body.applied, dry.body.created, dry.body.skipped, dry.body.refused]).toEqual([
        200,
        false,
        3,
        1,
        0,
      ]);
      expect(actions(dry.body)).toEqual(['create', 'create', 'create', 'skipped']);
      expect(dry.body.mapping).toEqual({
        day: '日付',
        ad: '広告ID',
        ad_by: 'id',
        cost: '費用',
        impressions: '表示回数',
        clicks: 'クリック数',
        campaign: null,
        ad_set: null,
        period_end: null,
        currency: null,
        conversions: null,
        conversion_value: null,
        view_through: null,
      });
      expect(await days()).toEqual([]);
      expect((await call('GET', ADMIN, `/media-sources/?product_id=${product}`)).body.results).toEqual([]);
      const done = await upload(csv);
      expect([done.body.applied, done.body.created]).toEqual([true, 3]);
      expect(
        (await days()).map(({ day, source_name: source, ads: count, cost, impressions, clicks }: Json) => [
          day,
          source,
          count,
          cost,
          impressions,
          clicks,
        ]),
      ).toEqual([
        ['2025/11/02', 'Google広告', 1, 1000, 500, 9],
        ['2025/11/01', 'Google広告', 2, 12_445.5, 10_000, 120],
      ]);
      const { results, total } = await readMetrics('2025/11/01');
      const row = results.find(({ ad_id: id }: Json) => id === ads[0]);
      expect([
        row.ad_cost,
        row.media_cost,
        row.media_days,
        row.impressions,
        row.media_clicks,
        row.ctr,
        row.cpm,
      ]).toEqual([12_345, 12_345, 1, 10_000, 120, 0.012, 1234.5]);
      expect([total.ad_cost, total.media_days, total.cpm]).toEqual([12_445.5, 2, 1244.55]);
      const [trend] = (
        await call(
          'GET',
          ADMIN,
          `/analyses/time_series/?product_id=${product}&date_from=2025/11/01&date_to=2025/11/01&unit=day`,
        )
      ).body.results;
      expect([trend.ad_cost, trend.impressions]).toEqual([12_445.5, 10_000]);
      const allocation = (
        await call(
          'GET',
          ADMIN,
          `/analyses/allocations/?product_id=${product}&date_from=2025/11/01&date_to=2025/11/01`,
        )
      ).body;
      expect(allocation.total.ad_cost).toBe(12_445.5);
    });

    it('replaces the click costs of their days, on finer rows too, until they are deleted', async () => {
      const { rows: clicks } = await firstClicks();
      const [day, adId] = [clicks.day, clicks.ad_id];
      const text = `${String(day).slice(0, 4)}/${String(day).slice(4, 6)}/${String(day).slice(6)}`;
      await api.database.db.write((tx) =>
        tx.execute('UPDATE interaction SET cost_sen = 7700 WHERE product_id = ? AND ad_id = ?', [
          product,
          adId,
        ]),
      );
      await markAll();
      const before = await readMetrics(text, 'ad,device');
      const costBefore = before.total.ad_cost;
      expect(costBefore).toBeGreaterThan(0);
      expect(
        (await upload(table(`${text},${adId},500,1000,3`), { source_name: '別の媒体' })).body.created,
      ).toBe(1);
      const after = await readMetrics(text, 'ad,device');
      const own = (body: Json): number =>
        body.results
          .filter(({ ad_id: id }: Json) => id === adId)
          .reduce((sum: number, { ad_cost: cost }: Json) => sum + cost, 0);
      const clickCosts =
        77 *
        before.results
          .filter(({ ad_id: id }: Json) => id === adId)
          .reduce((sum: number, { ad_click_count: count }: Json) => sum + count, 0);
      expect(clickCosts).toBeGreaterThan(0);
      expect([own(after), after.total.media_cost, after.total.media_days]).toEqual([
        own(before) - clickCosts + 500,
        500,
        1,
      ]);
      expect(after.total.ad_cost).toBeCloseTo(costBefore - clickCosts + 500, 6);
      expect(await verifyDays(api.database.db, product, [day, 20251101, 20251102])).toEqual([]);
      const drill = await api.graphql(
        `{ figureTotal(productId: ${product}, figure: "costSen;${day}-${day};ad=${adId}") { value } }`,
        { token: await api.tokenOf(ADMIN) },
      );
      expect(drill.body.data.figureTotal.value).toBe(0);
      const version = async (): Promise<number> =>
        (
          await api.graphql(
            `{ figureVersion(productId: ${product}, dateFrom: "${text}", dateTo: "${text}") }`,
            { token: await api.tokenOf(ADMIN) },
          )
        ).body.data.figureVersion;
      const old = await version();
      const gone = await api.rest(`/media-costs/?product_id=${product}&date_from=${text}&date_to=${text}`, {
        method: 'DELETE',
        token: await api.tokenOf(MANAGER),
      });
      expect(gone.status).toBe(204);
      expect(own(await readMetrics(text, 'ad,device'))).toBeCloseTo(own(before), 6);
      expect(await version()).toBeGreaterThan(old);
      expect((await trail()).map(({ action, label }) => [action, label])).toEqual(
        expect.arrayContaining([
          ['update', '別の媒体'],
          ['delete', '別の媒体'],
        ]),
      );
    });

    it('stores reported conversions beside the cost, as decimals, and replaces them with the day', async () => {
      const header = '日付,広告ID,費用,コンバージョン,コンバージョン値,ビュースルー コンバージョン';
      const file = (...lines: string[]) => [header, ...lines].join('\n');
      const of = async (csv: string, more: object = {}) => {
        const { body } = await upload(csv, { source_name: '変換', ...more });
        expect([body.refused, body.names]).toEqual([0, []]);
        const [day] = (await days()).filter(({ source_name: name }: Json) => name === '変換');
        return [day.conversions, day.conversion_value, day.view_through];
      };
      const two = [`2025/09/01,${ads[0]},100,"1,000.25",5000.5,3`, `2025/09/01,${ads[0]},0,0.5,--,`];
      expect(await of(file(...two))).toEqual([1000.75, 5000.5, 3]);
      expect((await upload(file(...two), { source_name: '変換' })).body.unchanged).toBe(1);
      expect(await of(file(`2025/09/01,${ads[0]},100,0.1,1,0`, `2025/09/01,${ads[0]},0,0.2,2,0`))).toEqual([
        0.3, 3, 0,
      ]);
      expect(await of(`日付,広告ID,費用\n2025/09/01,${ads[0]},100`)).toEqual([null, null, null]);
      const period = `開始日,終了日,広告ID,費用,結果\n2025/08/01,2025/08/04,${ads[0]},100,10`;
      await upload(period, { source_name: '期間', spread: true });
      const spread = (await days()).filter(({ source_name: name }: Json) => name === '期間');
      expect(spread.map(({ conversions }: Json) => conversions)).toEqual([2.5, 2.5, 2.5, 2.5]);
      const dollars = 'day,ad_id,cost,currency,conversions,conv. value\n';
      const euro = { source_name: 'ドル', exchange_rate: 150 };
      await upload(`${dollars}2025/07/01,${ads[0]},1,USD,2,10`, euro);
      const [converted] = (await days()).filter(({ source_name: name }: Json) => name === 'ドル');
      expect([converted.conversions, converted.conversion_value]).toEqual([2, 1500]);
      const wrong = (await upload(file(`2025/09/02,${ads[0]},1,x,-1,1`), { source_name: '変換' })).body;
      expect(wrong.rows[0].problems.map(({ field }: Json) => field)).toEqual([
        'conversions',
        'conversionValue',
      ]);
      for (const name of ['変換', '期間', 'ドル'])
        await call(
          'DELETE',
          ADMIN,
          `/media-costs/?product_id=${product}&date_from=2025/07/01&date_to=2025/09/30&source_id=${(await call('GET', ADMIN, `/media-sources/?product_id=${product}`)).body.results.find((one: Json) => one.source_name === name).id}`,
        );
    });

    it('replaces an ad’s day as a whole; the same file again changes nothing', async () => {
      const csv = table(`2025/10/01,${ads[0]},100,1000,10`, `2025/10/02,${ads[0]},200,1000,10`);
      await upload(csv);
      const entries = (await trail()).length;
      const again = await upload(csv);
      expect([actions(again.body), again.body.unchanged]).toEqual([['unchanged', 'unchanged'], 2]);
      expect([
        (await trail()).length,
        await api.database.db.read('SELECT day FROM stale_media_day WHERE day = 20251001 AND marks > 1'),
      ]).toEqual([entries, []]);
      const other = await upload(table(`2025/10/01,${ads[0]},70,0,0`), { source_name: 'Yahoo!広告' });
      expect([actions(other.body), other.body.rows[0].before]).toEqual([
        ['replace'],
        {
          ...{ cost: 100, impressions: 1000, clicks: 10 },
          ...{ conversions: null, conversion_value: null, view_through: null },
        },
      ]);
      const ofDay = (await call('GET', ADMIN, `/media-costs/ads/?product_id=${product}&day=2025/10/01`)).body
        .results;
      expect(
        ofDay.map(({ ad_id: id, source_name: source, cost, impressions }: Json) => [
          id,
          source,
          cost,
          impressions,
        ]),
      ).toEqual([[ads[0], 'Yahoo!広告', 70, 0]]);
    });

    it('accepts costs from administrators and managers only, whatever the rights of other roles', async () => {
      const csv = table(`2025/07/01,${ads[0]},1,1,1`);
      expect((await upload(csv, {}, MANAGER)).status).toBe(200);
      expect([
        (await upload(csv, {}, null)).status,
        (await upload(csv, {}, ANALYST)).status,
        (await upload(csv, {}, AGENCY)).status,
      ]).toEqual([401, 403, 403]);
      await api.database.db
        .write((tx) =>
          tx.execute(
            'INSERT INTO role_right (company_id, role_type, menu, right_level) VALUES (?, ?, ?, ?)',
            [api.world.company, RoleType.AGENCY, 'ads', 'edit'],
          ),
        )
        .catch(() => undefined);
      expect((await upload(csv, {}, AGENCY)).status).toBe(403);
      const at = `/media-costs/?product_id=${product}&date_from=2025/07/01&date_to=2025/07/01`;
      expect([
        (await call('DELETE', null, at)).status,
        (await call('DELETE', AGENCY, at)).status,
        (await call('DELETE', ANALYST, at)).status,
      ]).toEqual([401, 403, 403]);
      for (const [email, id] of [
        [STRANGER, product],
        [ADMIN, api.world.foreign.product],
        [MANAGER, api.world.closed.product],
        [ADMIN, 987_654],
      ] as const) {
        expect((await upload(csv, { product_id: id }, email)).status).toBe(403);
        expect(
          (await call('GET', email, `/media-costs/?product_id=${id}&date_from=2025/07/01&date_to=2025/07/01`))
            .status,
        ).toBe(403);
        expect(
          (
            await call(
              'DELETE',
              email,
              `/media-costs/?product_id=${id}&date_from=2025/07/01&date_to=2025/07/01`,
            )
          ).status,
        ).toBe(403);
      }
      expect((await call('DELETE', ADMIN, `${at}&source_id=987654`)).status).toBe(404);
      expect(
        (
          await call(
            'GET',
            ADMIN,
            `/media-costs/?product_id=${product}&date_from=2025/07/02&date_to=2025/07/01`,
          )
        ).status,
      ).toBe(400);
      expect(
        (
          await call(
            'GET',
            ADMIN,
            `/media-costs/?product_id=${product}&date_from=2020/07/02&date_to=2025/07/01`,
          )
        ).status,
      ).toBe(400);
    });

    it('shows an agency the costs of its own ads only', async () => {
      await upload(table(`2025/06/01,${ads[0]},100,1,1`, `2025/06/01,${ads[1]},900,1,1`));
      const at = `?product_id=${product}&date_from=2025/06/01&date_to=2025/06/01`;
      expect(
        (await call('GET', AGENCY, `/media-costs/${at}`)).body.results.map(({ ads: count, cost }: Json) => [
          count,
          cost,
        ]),
      ).toEqual([[1, 100]]);
      expect(
        (
          await call('GET', AGENCY, `/media-costs/ads/?product_id=${product}&day=2025/06/01`)
        ).body.results.map(({ ad_id: id }: Json) => id),
      ).toEqual([ads[0]]);
      expect((await call('GET', AGENCY, `/media-sources/?product_id=${product}`)).body.results).toEqual([]);
    });

    it('accepts costs for sealed days, whose interactions are deleted', async () => {
      const { rows: click } = await firstClicks();
      const text = `${String(click.day).slice(0, 4)}/${String(click.day).slice(4, 6)}/${String(click.day).slice(6)}`;
      await settle(api.database.db);
      const before = await readMetrics(text);
      await api.database.db.write(async (tx) => {
        const known = await tx.execute('UPDATE log_horizon SET sealed_before = ? WHERE product_id = ?', [
          click.day + 1,
          product,
        ]);
        if (known === 0)
          await tx.execute(
            'INSERT INTO log_horizon (product_id, sealed_before, forget_before, kept_from, longest_term) VALUES (?, ?, 0, 0, 0)',
            [product, click.day + 1],
          );
        await tx.execute('DELETE FROM interaction WHERE product_id = ? AND day = ?', [product, click.day]);
      });
      await upload(table(`${text},${click.ad_id},4321,1000,3`));
      const after = await readMetrics(text);
      const own = ({ results }: Json): Json => results.find(({ ad_id: id }: Json) => id === click.ad_id);
      expect([own(after).ad_cost, own(after).ad_click_count]).toEqual([
        own(before).ad_cost - 77 * own(before).ad_click_count + 4321,
        own(before).ad_click_count,
      ]);
      // This test deleted the log rows itself.
      const differences = await verifyDays(api.database.db, product, [click.day], click.day + 1);
      expect(differences.filter(({ table }) => !table.startsWith('rollup_log_'))).toEqual([]);
    });

    async function firstClicks(): Promise<{ rows: { day: number; ad_id: number } }> {
      const [rows] = await api.database.db.read<{ day: number; ad_id: number }>(
        'SELECT day, ad_id FROM interaction WHERE product_id = ? AND counted = 1 AND ad_id > 0 ORDER BY day LIMIT 1',
        [product],
      );
      if (!rows) throw new Error('The world has no click');
      return { rows };
    }
    async function markAll(): Promise<void> {
      const marked = await api.database.db.read<{ day: number }>(
        'SELECT DISTINCT day FROM interaction WHERE product_id = ?',
        [product],
      );
      await api.database.db.write(async (tx) => {
        for (const { day } of marked) {
          await tx.execute('DELETE FROM stale_day WHERE product_id = ? AND day = ?', [product, day]);
          await tx.execute('INSERT INTO stale_day (product_id, day, since, marks) VALUES (?, ?, 0, 1)', [
            product,
            day,
          ]);
        }
      });
    }
  });
});
