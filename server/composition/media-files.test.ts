import { readFileSync } from 'node:fs';
import { onEachDatabase } from '../db/testing/databases';
import { startApi, type ApiServer, type Json } from './testing/api-server';
import { callers } from './testing/endpoints';
import { mediaCostCalls } from './testing/media-cost-calls';
import { fileShapes, mediaReports } from './testing/media-files';

jest.setTimeout(120_000);

const [ADMIN, MANAGER, ANALYST, AGENCY, STRANGER] = callers.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
  string,
];

const sumOf = (rows: Json[], field: string): number =>
  rows.reduce((sum: number, row: Json) => sum + row[field], 0);

onEachDatabase((dialect) => {
  describe('files of media', () => {
    let api: ApiServer;
    let product: number;
    let ads: readonly [number, number];
    beforeAll(async () => {
      api = await startApi(dialect);
      product = api.world.open.product;
      ads = api.world.open.ads as unknown as [number, number];
    });
    afterAll(() => api.stop());

    const { call, upload, look, actions, days, trail } = mediaCostCalls(() => api);
    const names = async (email = ADMIN): Promise<Json[]> =>
      (await call('GET', email, `/media-names/?product_id=${product}`)).body.results;
    /** The name of a file as an argument, with an ad. */
    const choose = ({ campaign, ad_set, ad }: Json, ad_id: number | null) => ({
      campaign,
      ad_set,
      ad,
      ad_id,
    });
    const A1 = (adId: number | null) => [{ ad: 'A1', ad_id: adId }];

    describe.each(mediaReports)('of %s', (medium, rows) => {
      it.each(fileShapes)('load as %s with the naming step alone', async (shape, file) => {
        const source_name = `${medium} ${shape}`;
        const csv = file(rows);
        const first = await look(csv, { source_name });
        expect([first.missing, first.names.map(({ decided, cost }: Json) => [decided, cost])]).toEqual([
          [],
          [
            [false, 200],
            [false, 100],
          ],
        ]);
        const chosen = first.names.map((name: Json, at: number) => choose(name, ads[at] ?? null));
        const { body } = await upload(csv, { source_name, names: chosen });
        const kept = body.rows.filter(({ action }: Json) => !['skipped', 'refused'].includes(action));
        expect([body.refused, kept.length, body.skipped]).toEqual([0, 2, body.rows.length - 2]);
        expect(['cost', 'impressions', 'clicks'].map((field) => sumOf(kept, field))).toEqual([300, 3000, 30]);
        // The names are remembered.
        const again = await look(csv, { source_name });
        expect([again.unchanged, again.refused]).toEqual([2, 0]);
      });
    });

    it.each([
      ['07-meta-period.csv', ['refused'], 'periods', 1],
      ['09-google-totals.tsv', ['create', 'skipped', 'skipped'], 'skipped', 2],
    ])('give the expected answer to %s', async (name, expected, field, value) => {
      const text = readFileSync(`${__dirname}/testing/${name}`, 'utf8').replaceAll('2026', '2025');
      const body = await look(text, { source_name: name, names: A1(ads[0]) });
      expect([actions(body), body[field]]).toEqual([expected, value]);
    });

    it('name why each line is left out', async () => {
      const lines = [
        'date,ad,cost',
        '2025-01-01,A1,1',
        '合計: キャンペーン,A1,1',
        '2025-01-01,小計,1',
        ',A1,1',
        '2025-01-01,--,1',
        '(C) 2025 Medium Inc.,,',
        '2025-01-01,B2,7',
      ];
      const body = await look(lines.join('\n'), { names: [...A1(ads[0]), { ad: 'B2', ad_id: null }] });
      expect(actions(body)).toEqual(['create', ...new Array<string>(6).fill('skipped')]);
      expect(body.rows.map(({ reason }: Json) => reason)).toEqual([
        null,
        ...new Array<string>(4).fill('a total, which is left out'),
        'a note, which is left out',
        'this name is left out',
      ]);
      expect(body.names.map(({ ad, cost, ad_id }: Json) => [ad, cost, ad_id])).toEqual([
        ['B2', 7, null],
        ['A1', 1, ads[0]],
      ]);
    });

    it('spread a period over its days if the user says so', async () => {
      const csv =
        'Reporting starts,Reporting ends,Campaign name,Amount spent (JPY),Impressions\n2025-02-01,2025-02-03,A1,100,10\n';
      const refused = await look(csv, { names: A1(ads[0]) });
      expect([refused.periods, refused.rows[0].problems[0].message]).toEqual([
        1,
        'a total of 3 days: export the report by day, or spread it over its days',
      ]);
      const dry = await look(csv, { names: A1(ads[0]), spread: true });
      expect([dry.created, dry.rows[0].day, dry.rows[0].day_to, dry.rows[0].cost]).toEqual([
        ...[3, '2025/02/01', '2025/02/03', 100],
      ]);
      expect((await upload(csv, { names: A1(ads[0]), spread: true })).body.created).toBe(3);
      const stored = (await days()).filter(({ day }: Json) => day.startsWith('2025/02'));
      expect(stored.map(({ cost, impressions }: Json) => [cost, impressions])).toEqual([
        [33.33, 3],
        [33.34, 4],
        [33.33, 3],
      ]);
      expect((await look(csv, { spread: true })).unchanged).toBe(3);
      // Too many days for one row.
      const decade = await look(csv.replace('2025-02-01', '2015-02-01'), { spread: true });
      expect(decade.refused).toBe(1);
    });

    it('are not read as of one day or of yen because a mapping lacks the columns', async () => {
      const csv = (to: string, code: string) =>
        `開始日,終了日,キャンペーン,費用,通貨\n2025-02-01,${to},A1,100,${code}\n`;
      const mapping = { day: '開始日', ad: 'キャンペーン', cost: '費用' };
      const problems = async (to: string, code: string) =>
        (await look(csv(to, code), { mapping, names: A1(ads[0]) })).rows[0].problems.map(
          ({ field }: Json) => field,
        );
      expect([await problems('2025-02-09', 'JPY'), await problems('2025-02-01', 'USD')]).toEqual([
        ['day'],
        ['cost'],
      ]);
      expect(await problems('2025-02-01', 'JPY')).toEqual([]);
    });

    it('take the period of the title without a column of days', async () => {
      const csv = 'レポート\n2025年3月1日～2025年3月2日\nキャンペーン,費用\nA1,50\n';
      const body = await look(csv, { names: A1(ads[0]) });
      expect([body.missing, body.period, actions(body)]).toEqual([
        [],
        { from: '2025/03/01', to: '2025/03/02' },
        ['refused'],
      ]);
      expect((await look(csv, { names: A1(ads[0]), spread: true })).created).toBe(2);
      const one = await look(csv.replace('3月2日', '3月1日'), { names: A1(ads[0]) });
      expect([one.created, one.rows[0].day]).toEqual([1, '2025/03/01']);
    });

    it('ask for the year of days without one', async () => {
      const csv = '日付,キャンペーン,費用\n4月1日,A1,50\n4/2,A1,60\n';
      const body = await look(csv, { names: A1(ads[0]) });
      expect([body.needs_year, body.refused]).toEqual([true, 2]);
      expect((await look(csv, { names: A1(ads[0]), year: 2025 })).rows[1].day).toBe('2025/04/02');
    });

    it.each([
      ['its header', '日付,キャンペーン,消化金額 (USD)\n2025/05/01,A1,1.5\n', 'USD'],
      ['a column', '日付,キャンペーン,通貨コード,費用\n2025/05/01,A1,EUR,1.5\n', 'EUR'],
      ['a sign', '日付,キャンペーン,費用\n2025/05/01,A1,$1.50\n', 'USD'],
    ])('refuse another currency in %s, or convert it at the given rate', async (place, csv, code) => {
      const source_name = `currency ${place}`;
      const body = await look(csv, { source_name, names: A1(ads[0]) });
      expect([body.currencies, actions(body), body.rows[0].problems[0].message]).toEqual([
        [code],
        ['refused'],
        `the currency is ${code}, not yen: give an exchange rate, or export the report in yen`,
      ]);
      const more = { source_name, names: A1(ads[0]), exchange_rate: 150.25 };
      expect((await upload(csv, more)).body.rows[0].cost).toBe(225.38);
      const [stored] = (await call('GET', ADMIN, `/media-costs/ads/?product_id=${product}&day=2025/05/01`))
        .body.results;
      expect([stored.currency, stored.exchange_rate]).toEqual([code, 150.25]);
      expect((await trail())[0]?.changes).toContainEqual(
        expect.objectContaining({ field: 'exchangeRate', after: '150.25' }),
      );
    });

    it('are not converted if they hold several currencies', async () => {
      const csv = '日付,キャンペーン,費用\n2025/05/02,A1,$1\n2025/05/02,A1,€1\n';
      const body = await look(csv, { names: A1(ads[0]), exchange_rate: 150 });
      expect([body.currencies, body.refused]).toEqual([['USD', 'EUR'], 2]);
    });

    it('say which source a day was taken over from', async () => {
      const csv = '日付,キャンペーン,費用\n2025/06/01,A1,5\n';
      await upload(csv, { source_name: 'First', names: A1(ads[0]) });
      await upload(csv, { source_name: 'Second', names: A1(ads[0]) });
      const ofJune = async () => (await days()).filter(({ day }: Json) => day === '2025/06/01');
      expect(await ofJune()).toMatchObject([{ source_name: 'Second', replaced_source_name: 'First' }]);
      await upload(csv.replace(',5', ',6'), { source_name: 'Second' });
      expect(await ofJune()).toMatchObject([{ cost: 6, replaced_source_name: 'First' }]);
    });

    it('keep an ad’s period apart from a broken one', async () => {
      const csv =
        'Start date,End date,Campaign,Cost\n2025-07-01,2025-07-03,A1,30\n2025-07-03,2025-07-03,A1,x\n2025-07-05,2025-07-05,A1,1\n2025-07-02,2025-07-02,A1,1\n';
      const body = await look(csv, { names: A1(ads[0]), spread: true });
      expect(actions(body)).toEqual(['refused', 'refused', 'create', 'refused']);
      expect(body.rows[3].problems[0].message).toBe('line 3 of the same ad and day has an error');
      expect(body.rows[0].cells).toEqual(['2025-07-01', '2025-07-03', 'A1', '30']);
    });

    it('name the ads by campaign, ad set and ad, and remember the choice', async () => {
      const source_name = 'Names';
      const csv = [
        'Day,Campaign name,Ad set name,Ad name,Amount spent',
        '2025-08-01,Brand,Tokyo,Banner,10',
        '2025-08-01,Brand,Osaka,Banner,20',
        '2025-08-01,open ad 0,Osaka,Other,5',
      ].join('\n');
      const first = await look(csv, { source_name });
      // The campaign is the name of an ad.
      expect([actions(first), first.rows[2].ad_id]).toEqual([['refused', 'refused', 'create'], ads[0]]);
      expect(first.rows[0].problems[0].message).toContain('Brand / Tokyo / Banner');
      const [osaka, tokyo] = first.names;
      const chosen = [choose(tokyo, ads[1]), choose(osaka, null)];
      expect(actions(await look(csv, { source_name, names: chosen }))).toEqual([
        'create',
        'skipped',
        'create',
      ]);
      // A dry run remembers nothing.
      expect((await names()).filter((one) => one.source_name === source_name)).toEqual([]);
      await upload(csv, { source_name, names: chosen });
      expect(actions(await look(csv, { source_name }))).toEqual(['unchanged', 'skipped', 'unchanged']);
      const listed = (await names()).filter((one) => one.source_name === source_name);
      expect(listed.map(({ campaign, ad_set, ad, ad_id }) => [campaign, ad_set, ad, ad_id])).toEqual([
        ['Brand', 'Osaka', 'Banner', null],
        ['Brand', 'Tokyo', 'Banner', ads[1]],
      ]);
      const path = `/media-names/${listed[0].id}/`;
      expect((await call('PATCH', MANAGER, path, { ad_id: ads[0] })).body).toMatchObject({ ad_id: ads[0] });
      expect((await trail())[0]).toMatchObject({ label: 'Names: Brand / Osaka / Banner', action: 'update' });
      expect((await look(csv, { source_name })).rows[1].ad_id).toBe(ads[0]);
      expect((await call('DELETE', MANAGER, path)).status).toBe(204);
      expect((await call('DELETE', MANAGER, path)).status).toBe(404);
      expect(actions(await look(csv, { source_name }))[1]).toBe('refused');
    });

    it('offer ads with similar names', async () => {
      const body = await look(
        '日付,キャンペーン,費用\n2025/08/02,【検索】OPEN-AD 1,5\n2025/08/02,全く違う,5\n',
      );
      expect(body.names.map(({ suggestions }: Json) => suggestions[0]?.ad_name ?? null)).toEqual([
        'open ad 1',
        null,
      ]);
    });

    it('never take the ids of a medium for ours', async () => {
      const csv = `日,広告ID,広告名,コスト\n2025/08/03,120210000000000,open ad 1,5\n`;
      const medium = await look(csv, { source_name: 'Ids' });
      expect([medium.mapping.ad, medium.mapping.ad_by, medium.rows[0].ad_id]).toEqual([
        '広告名',
        'name',
        ads[1],
      ]);
      const ours = await look(csv.replace('120210000000000', String(ads[0])), { source_name: 'Ids' });
      expect([ours.mapping.ad_by, ours.rows[0].ad_id]).toEqual(['id', ads[0]]);
    });

    it('say which columns they have if a needed one is missing', async () => {
      const { status, body } = await upload('いつ,どれ,費用\n2025/08/04,A1,5\n', { source_name: 'Header' });
      expect([status, body.errors['mapping.day']]).toEqual([
        400,
        ['no column was found for this. Columns of the file: いつ, どれ, 費用'],
      ]);
    });

    it('show their names to the same users as their costs', async () => {
      await upload('日付,キャンペーン,費用\n2025/09/01,A1,5\n', { source_name: 'Roles', names: A1(ads[0]) });
      const [name] = (await names()).filter((one) => one.source_name === 'Roles');
      expect((await names(ANALYST)).length).toBe((await names()).length);
      expect(await names(AGENCY)).toEqual([]);
      const path = `/media-names/${name.id}/`;
      for (const [email, status] of [
        [null, 401],
        [ANALYST, 403],
        [AGENCY, 403],
        [STRANGER, 404],
      ] as const) {
        expect([email, (await call('PATCH', email, path, { ad_id: null })).status]).toEqual([email, status]);
        expect([email, (await call('DELETE', email, path)).status]).toEqual([email, status]);
      }
      expect((await call('GET', STRANGER, `/media-names/?product_id=${product}`)).status).toBe(403);
      expect((await names()).find(({ id }) => id === name.id)).toEqual(name);
      for (const adId of [987_654, api.world.foreign.ads[0], -1])
        expect((await call('PATCH', ADMIN, path, { ad_id: adId })).body.errors).toHaveProperty('ad_id');
      // Costs of chosen ads alone.
      const query = `product_id=${product}&date_from=2025/09/01&date_to=2025/09/01`;
      const costs = async (id: number, email = ADMIN) =>
        call('GET', email, `/media-costs/?${query}&ad_ids=${id}`);
      expect((await costs(ads[0])).body.results).toHaveLength(1);
      expect((await costs(ads[1])).body.results).toHaveLength(0);
      expect((await costs(api.world.foreign.ads[0])).status).toBe(403);
      expect((await costs(ads[1], AGENCY)).status).toBe(403);
    });

    it.each([
      ['an ad of another company', { names: [{ ad: 'A1', ad_id: 'foreign' }] }, 'names'],
      ['names that are no list', { names: 'x' }, 'names'],
      ['a wrong year', { year: 26 }, 'year'],
      ['a rate of zero', { exchange_rate: 0 }, 'exchange_rate'],
      ['a rate that is negative', { exchange_rate: -1 }, 'exchange_rate'],
      ['a sheet that is not there', { sheet: 'x', csv: 'workbook' }, 'sheet'],
    ])('are refused with %s', async (_kind, more, field) => {
      const given = JSON.parse(JSON.stringify(more).replace('"foreign"', String(api.world.foreign.ads[0])));
      const [, rows] = mediaReports[0] ?? [];
      const csv = given.csv ? fileShapes[4]?.[1](rows ?? []) : '日付,キャンペーン,費用\n2025/09/01,A1,5\n';
      const { status, body } = await upload(csv ?? '', { ...given, csv });
      expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
    });
  });
});
