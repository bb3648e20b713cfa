import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onEachDatabase } from '../db/testing/databases';
import { importEvents } from '../import/import-events';
import { settle } from '../sweeps';
import { startApi, type ApiServer, type Json } from './testing/api-server';
import { callers } from './testing/endpoints';

jest.setTimeout(300_000);

const [ADMIN = '', , ANALYST = '', AGENCY = '', STRANGER = ''] = callers.map(({ email }) => email);
const NOW = Date.parse('2025-12-20T12:00:00+09:00');
const DAYS = 'date_from=2025/10/01&date_to=2025/10/31';
const RULE = { cv_day_basis: 1, click_window_days: 7, counting: 2, time_zone: 'UTC' };
const DATA = join(__dirname, 'testing/gap');

onEachDatabase((dialect) => {
  describe('the gap between our conversions and those of a medium', () => {
    const dir = mkdtempSync(join(tmpdir(), 'inflow-gap-'));
    let api: ApiServer;
    let product: number;
    let ads: number[];
    let source: number;
    const call = async (method: string, path: string, body?: unknown, email = ADMIN): Promise<Json> =>
      api.rest(path, { method, body, token: email && (await api.tokenOf(email)) });
    const gap = (more = '', email = ADMIN) =>
      call(
        'GET',
        `/analyses/gap/?product_id=${product}&source_id=${source}&${DAYS}${more}`,
        undefined,
        email,
      );
    const medium = () => readFileSync(join(DATA, 'medium.csv'), 'utf8').replaceAll(',1,', `,${ads[0]},`);
    const upload = (csv: string, name = '媒体') =>
      call('POST', '/media-costs/import/', { product_id: product, source_name: name, csv, dry_run: false });
    const sourceId = async (name: string): Promise<number> =>
      (await call('GET', `/media-sources/?product_id=${product}`)).body.results.find(
        (one: Json) => one.source_name === name,
      ).id;

    beforeAll(async () => {
      api = await startApi(dialect, { now: NOW });
      const { world } = api;
      ({ product } = world.open);
      const settings = { tracking_term: 30, excluded_ips: '203.0.113.9' };
      expect((await call('PATCH', `/products/${product}/`, settings)).status).toBe(200);
      ads = [];
      for (const name of ['一', '二', '三']) {
        const fields = { product_id: product, ad_name: name, agency_id: world.agencies[0], click_cost: 45 };
        ads.push((await call('POST', '/ads/', fields)).body.id);
      }
      const path = join(dir, 'events.csv');
      const lines = readFileSync(join(DATA, 'events.csv'), 'utf8').split('\n');
      const renamed = lines.map((line) =>
        line.replace(
          /^(click,[^,]+,[^,]+),(\d)/,
          (_, head: string, ad: string) => `${head},${ads[Number(ad) - 1]}`,
        ),
      );
      writeFileSync(path, renamed.join('\n'));
      const counts = await importEvents(api.database.db, {
        file: path,
        productId: product,
        createAds: false,
      });
      expect(counts.rejected).toBe(0);
      await settle(api.database.db);
      expect((await upload(medium())).body).toMatchObject({ created: 31, refused: 0 });
      await settle(api.database.db);
      source = await sourceId('媒体');
      expect((await call('PATCH', `/media-sources/${source}/`, RULE)).status).toBe(200);
    });
    afterAll(async () => {
      await api.stop();
      rmSync(dir, { recursive: true });
    });

    it('explains 196 reported conversions from our 259, step by step', async () => {
      const { body } = await gap();
      expect(body.count).toBe(1);
      const [row] = body.results;
      expect(row).toMatchObject({
        ad_id: ads[0],
        ours: 259,
        reported: 196,
        unexplained: 4,
        view_through: 23,
      });
      expect(row.steps).toEqual(
        [
          ['own_clicks', 67, 326],
          ['window', -103, 223],
          ['exclusions', 8, 231],
          ['click_id', -17, 214],
          ['counting', -28, 186],
          ['day', -13, 173],
          ['time_zone', -4, 169],
          ['view_through', 23, 192],
        ].map(([key, change, after]) => ({ key, change, after })),
      );
      const { results } = (await call('GET', `/analyses/ad_summaries/?product_id=${product}&${DAYS}`)).body;
      const summary = results.find(({ ad_id: id }: Json) => id === ads[0]);
      expect(summary.cv_total_final).toBe(row.ours);
      expect(row.clicks.ours).toBe(summary.ad_click_count);
      expect(row.cost).toEqual({ ours: summary.ad_click_count * 45, reported: summary.ad_cost });
      const days: Json[] = row.unexplained_days;
      expect(days.map(({ day }) => day)).toHaveLength(31);
      expect(days.reduce((sum, { ours }) => sum + ours, 0)).toBe(169);
      expect(days.reduce((sum, { reported }) => sum + reported, 0)).toBe(196);
    });

    it('lists the conversions of each step; those that come less those that go are its change', async () => {
      const [row] = (await gap()).body.results;
      for (const { key, change } of row.steps.slice(0, -1)) {
        const path = `/analyses/gap/rows/?product_id=${product}&source_id=${source}&${DAYS}&step=${key}`;
        const { body } = await call('GET', path);
        const came = body.results.filter(({ direction }: Json) => direction === 'in').length;
        expect([key, came - (body.count - came)]).toEqual([key, change]);
        expect(body.results[0]).toMatchObject({ ad_id: ads[0], amount: 0, reason: expect.any(String) });
        const paged = (await call('GET', `${path}&page=2&page_size=3`)).body;
        expect(paged.results).toEqual(body.results.slice(3, 6));
      }
    });

    it('groups ads by ASP, and counts without views if the medium does', async () => {
      const { body } = await gap('&axis=asp');
      expect(body.results).toHaveLength(1);
      expect(body.results[0]).toMatchObject({ asp_id: null, reported: 196 });
      await call('PATCH', `/media-sources/${source}/`, { counts_views: false });
      const [row] = (await gap()).body.results;
      expect([row.view_through, row.steps.at(-1).change, row.unexplained]).toEqual([23, 0, 27]);
      await call('PATCH', `/media-sources/${source}/`, { counts_views: null });
    });

    it('refuses several sources, other products, and ads of others', async () => {
      const path = (query: string) => call('GET', `/analyses/gap/?product_id=${product}&${DAYS}${query}`);
      for (const query of ['', `&source_id=${source},${source + 1}`])
        expect((await path(query)).body._message.join()).toContain('source_id: must name exactly one source');
      expect((await path('&source_id=987654')).status).toBe(404);
      expect((await path(`&source_id=${source}&ad_ids=987654`)).status).toBe(403);
      expect((await path(`&source_id=${source}&axis=device`)).status).toBe(400);
      expect((await path(`&source_id=${source}&date_from=2020/01/01`)).status).toBe(400);
      expect((await gap('', STRANGER)).status).toBe(403);
      expect((await gap('', '')).status).toBe(401);
      const other = `/analyses/gap/?product_id=${api.world.closed.product}&source_id=${source}`;
      expect((await call('GET', other)).status).toBe(404);
    });

    it('shows an agency its own ads only', async () => {
      expect((await gap('', AGENCY)).body.results).toHaveLength(1);
      await call('PATCH', `/ads/${ads[0]}/`, { agency_id: api.world.agencies[1] });
      expect((await gap('', AGENCY)).body.results).toHaveLength(0);
      expect((await gap(`&ad_ids=${ads[0]}`, AGENCY)).status).toBe(403);
      await call('PATCH', `/ads/${ads[0]}/`, { agency_id: api.world.agencies[0] });
      expect((await call('PATCH', `/media-sources/${source}/`, RULE, AGENCY)).status).toBe(403);
      expect((await call('PATCH', `/media-sources/${source}/`, RULE, ANALYST)).status).toBe(403);
      expect((await call('PATCH', `/media-sources/${source}/`, RULE, STRANGER)).status).toBe(404);
    });

    it('says that a source reports no conversions', async () => {
      await upload(`日,広告ID,費用\n2025/10/02,${ads[1]},100\n`, 'Meta広告');
      const id = await sourceId('Meta広告');
      const { body } = await call('GET', `/analyses/gap/?product_id=${product}&source_id=${id}&${DAYS}`);
      expect([body.has_conversions, body.message]).toEqual([false, expect.stringContaining('Meta広告')]);
      expect(body.results[0]).toMatchObject({ ad_id: ads[1], reported: null, unexplained: null });
      expect(body.source).toMatchObject({ click_window_days: 7, cv_day_basis: 1, click_id: 'xclid' });
    });

    it('exports the steps and their conversions', async () => {
      const token = await api.tokenOf(ADMIN);
      const file = async (path: string) =>
        (
          await api.fetch(`/api/v1/analyses/gap${path}&product_id=${product}&source_id=${source}&${DAYS}`, {
            token,
          })
        ).body;
      await call('PATCH', `/ads/${ads[0]}/`, { ad_name: '=1+1' });
      expect(String(await file('/download/csv/?layout=document'))).toContain(`,'=1+1,媒体の報告,,196`);
      await call('PATCH', `/ads/${ads[0]}/`, { ad_name: '一' });
      const steps = String(await file('/download/csv/?layout=data'));
      expect(steps.split('\r\n')[1]).toBe(`${ads[0]},一,,,ours,,259`);
      expect(steps).toContain('time_zone,-4,169');
      const rows = String(await file('/rows/download/csv/?step=time_zone'));
      expect(rows.trim().split('\r\n').length - 1).toBeGreaterThan(3);
    });

    it('changes the rule of a source, names wrong fields, and records the change', async () => {
      const patch = (body: object) => call('PATCH', `/media-sources/${source}/`, body);
      const wrong = await patch({
        ...{ cv_day_basis: 3, click_window_days: 91, counting: 0, time_zone: '+09:00' },
        ...{ counts_views: 'x', click_id: 'y' },
      });
      expect(wrong.status).toBe(400);
      expect(Object.keys(wrong.body.errors).sort()).toEqual(
        ['click_id', 'click_window_days', 'counting', 'counts_views', 'cv_day_basis', 'time_zone'].sort(),
      );
      const { body } = await patch({ click_window_days: 8 });
      expect(body).toMatchObject({ ...RULE, click_window_days: 8, counts_views: true });
      expect((await patch({ click_window_days: 9, version: body.version - 1 })).status).toBe(409);
      expect((await patch(RULE)).body).toMatchObject(RULE);
      const [entry] = (await call('GET', '/audit-logs/?entity=mediaSource')).body.results;
      expect(JSON.stringify(entry)).toContain('媒体');
    });
  });
});
