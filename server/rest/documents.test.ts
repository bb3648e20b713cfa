import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { startApi, type ApiServer } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';
import { routes } from './routes';

jest.setTimeout(60_000);

/** All paths with downloads. The gap to media needs a source; its own test covers it. */
const exported = routes.flatMap(({ download, path }) =>
  download && !path.startsWith('/analyses/gap') ? [path] : [],
);
const JANUARY = 'date_from=2026/01/01&date_to=2026/01/31';

/** Returns the file name in a header; a plain ASCII name occurs only once. */
const namedIn = (header: string): string =>
  decodeURIComponent(
    /filename\*=UTF-8''(\S+)/.exec(header)?.[1] ?? /filename="([^"]+)"/.exec(header)?.[1] ?? '',
  );

onEachDatabase((dialect) => {
  describe('document layout', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
    });
    afterAll(() => api.stop());

    const product = () => `product_id=${api.world.open.product}`;
    const file = async (path: string, query: string) => {
      const { status, body, headers } = await api.rest(`${path}/download/csv/?${query}&layout=document`, {
        token,
      });
      expect([path, status]).toEqual([path, 200]);
      // All records have the same width.
      const records = parse(String(body).replace('\uFEFF', ''), { relax_column_count: false }) as string[][];
      const blank = records.findIndex((record) => record.every((cell) => cell === ''));
      const facts = Object.fromEntries(records.slice(1, blank).map(([name = '', value]) => [name, value]));
      return {
        title: records[0]?.[0],
        facts,
        header: records[blank + 1],
        rows: records.slice(blank + 2),
        named: namedIn(headers.get('content-disposition') ?? ''),
      };
    };

    it.each(exported)('%s has a title and the export time', async (path) => {
      for (const [locale, words] of [
        ['ja', /\p{Script=Han}|\p{Script=Katakana}|CV|LPO/u],
        ['en', /^[A-Z]/],
        ['zh-CN', /\p{Script=Han}|CV|LPO/u],
      ] as const) {
        const { title, facts, named } = await file(path, `${product()}&${JANUARY}&locale=${locale}`);
        expect(title).toMatch(words);
        expect(Object.values(facts)).toContainEqual(
          expect.stringMatching(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/),
        );
        if (locale !== 'en') expect(named.startsWith(`${title}_`)).toBe(true);
      }
    });

    it('a report has facts, units in its headers, displayed values and its total', async () => {
      const { open } = api.world;
      const query = `${product()}&${JANUARY}&compare_from=2025/12/01&compare_to=2025/12/31&axis=ad,device&columns=ad,device,ad_click_count,ad_click_count_previous,cv_final_1,cv_final_1_previous,cvr,ad_cost,attr_cv&attribution_model=2&evaluation=3&ad_ids=${open.ads[0]}`;
      const { title, facts, header, rows, named } = await file('/analyses/ad_summaries', query);
      expect(title).toBe('広告統計');
      expect(facts).toMatchObject({
        商品: 'open',
        期間: '2026/01/01 〜 2026/01/31',
        比較期間: '2025/12/01 〜 2025/12/31',
        集計軸: '広告、デバイス',
        配分モデル: '減衰配分',
        '新規・既存': '新規と既存（履歴を含む）',
        絞り込み: '広告：open ad 0',
      });
      expect(header).toEqual([
        '広告',
        'デバイス',
        'クリック数',
        'クリック数 比較期間',
        'open order',
        'open order 比較期間',
        'CVR（%）',
        '広告費（円）',
        '再配分CV',
      ]);
      expect(rows.at(-1)?.slice(0, 3)).toEqual(['合計', '', '1']);
      expect(rows[0]?.[0]).toBe('open ad 0');
      expect(named).toBe('広告統計_open_20260101-20260131.csv');
    });

    it('the change history speaks in words', async () => {
      const admin = await api.tokenOf('admin@alpha.example');
      const asp = api.world.open.asp;
      const body = { status: false };
      expect((await api.rest(`/asps/${asp}/`, { method: 'PATCH', token: admin, body })).status).toBe(200);
      const { body: csv } = await api.rest('/audit-logs/download/csv/?layout=document&locale=ja&entity=asp', {
        token: admin,
        headers: { 'accept-language': 'ja' },
      });
      expect(String(csv)).toContain('ASPを変更');
      expect(String(csv)).toContain('状態: 有効 → 無効');
      expect(String(csv)).not.toMatch(/status|_text|summary/);
    });

    it('a report can have a custom title up to a maximum length', async () => {
      const query = `${product()}&${JANUARY}&columns=ad,ad_cost`;
      const { title, named } = await file(
        '/analyses/ad_summaries',
        `${query}&title=${encodeURIComponent(' ASP別/採算 ')}`,
      );
      expect([title, named]).toEqual(['ASP別/採算', 'ASP別 採算_open_20260101-20260131.csv']);
      expect((await file('/analyses/ad_summaries', `${query}&title=`)).title).toBe('広告統計');
      const refused = await api.rest(
        `/analyses/ad_summaries/download/csv/?${query}&layout=document&title=${'あ'.repeat(101)}`,
        { token },
      );
      expect([refused.status, Object.keys(refused.body.errors as object)]).toEqual([400, ['title']]);
    });

    it('a simulation compares days only if a column needs them', async () => {
      const query = `${product()}&${JANUARY}&compare_from=2025/12/01&compare_to=2025/12/31&axis=ad&simulation_item=1&columns=ad,ad_cost_before,ad_cost_after`;
      expect((await file('/analyses/allocations', query)).facts).not.toHaveProperty('比較期間');
      expect((await file('/analyses/allocations', `${query},cpa,cpa_previous`)).facts).toHaveProperty(
        '比較期間',
      );
    });

    it('rounds like the console, while the data layout stays exact', async () => {
      const columns = 'columns=ad,roas_diff,cvr,average_latency,attr_cv_model_1';
      const { header } = await file('/analyses/attributions', `${product()}&${JANUARY}&${columns}`);
      expect(header).toEqual([
        '広告',
        'ROAS 差（pt）',
        'CVR（%）',
        '平均検討期間（秒）',
        '再配分CV 均等配分',
      ]);
      const query = `${product()}&${JANUARY}&columns=ad,ad_cost,cvr`;
      const { rows } = await file('/analyses/ad_summaries', query);
      expect(rows[0]).toEqual(['open ad 0', '3113', '100']);
      const data = await api.rest(`/analyses/ad_summaries/download/csv/?${query}`, { token });
      expect(String(data.body)).toContain('open ad 0,3112.5,1\r\n');
    });

    it('a list has names and labels instead of ids and codes, and lists its filters', async () => {
      const { open } = api.world;
      const { title, facts, header, rows, named } = await file(
        '/ads',
        `${product()}&columns=ad_name,asp,status,redirect_flag,result_flag&status=true&keyword=open&asp_id=${open.asp}`,
      );
      expect(title).toBe('広告設定');
      expect(facts).toMatchObject({
        商品: 'open',
        キーワード: 'open',
        絞り込み: expect.stringMatching(/^(状態：有効|ASP：open asp)$/),
      });
      expect(header).toEqual(['広告名', 'ASP', '状態', 'リダイレクト計測', '成果通知']);
      expect(rows[0]).toEqual(['open ad 0', 'open asp', '有効', 'オン', expect.stringMatching(/有効|無効/)]);
      expect(named).toMatch(/^広告設定_open_\d{8}\.csv$/);
      const users = await file('/users', 'columns=user_name,role_type,product_ids&role_type=2');
      expect(users.rows[0]?.slice(1)).toEqual(['マネージャー', 'open']);
      expect((await file('/ads', `${product()}&locale=en`)).header).not.toContain('Ad network ID');
    });

    it('an ad has the posting URLs of its redirects, or its own without redirects', async () => {
      const { open } = api.world;
      expect(
        (
          await api.rest('/ads/', {
            token,
            body: { product_id: open.product, ad_name: 'without a redirect' },
          })
        ).status,
      ).toBe(201);
      const links = (await api.rest(`/redirects/?${product()}&page_size=100`, { token })).body.results as {
        ad_id: number;
        submittion_url: string;
      }[];
      const ads = (await api.rest(`/ads/?${product()}&page_size=100`, { token })).body.results as {
        id: number;
        ad_name: string;
        submittion_url: string;
      }[];
      expect(links.some(({ ad_id }) => ad_id === open.ads[0])).toBe(true);
      const { header, rows } = await file('/ads', `${product()}&columns=submittion_url,product_id,ad_name`);
      expect(header).toEqual(['入稿URL', '商品', '広告名']);
      const posted = ads.map(({ id, ad_name, submittion_url }) => {
        const own = links.filter(({ ad_id }) => ad_id === id).map((link) => link.submittion_url);
        return [own.length > 0 ? own.join('\n') : submittion_url, 'open', ad_name];
      });
      expect(rows.sort()).toEqual(posted.sort());
      // Some ads have no redirect, and the data layout has the ad's own URL.
      expect(
        rows.map(([url]) => url).filter((url) => ads.some((ad) => ad.submittion_url === url)),
      ).toHaveLength(1);
      expect(
        (await api.rest(`/ads/download/csv/?${product()}&columns=submittion_url`, { token })).body,
      ).toContain(ads[0]?.submittion_url);
    });

    it.each([
      '/ads',
      '/asps',
      '/redirects',
      '/cv_settings',
      '/domains',
      '/ad_categories',
      '/ad_types',
      '/products',
      '/companies',
      '/agencies',
      '/users',
    ])('%s has a label for each column', async (path) => {
      for (const locale of ['ja', 'en', 'zh-CN'])
        expect(
          (await file(path, `locale=${locale}`)).header?.filter((name) => /^[a-z_0-9]+$/.test(name)),
        ).toEqual([]);
    });

    it('a log has labels for every field, code and id, and lists its filters', async () => {
      for (const path of exported.filter((one) => one.startsWith('/logs/'))) {
        for (const locale of ['ja', 'en', 'zh-CN']) {
          const { header = [] } = await file(path, `${product()}&locale=${locale}`);
          expect([path, header.filter((name) => /^[a-z]+(_[a-z0-9]+)+$/.test(name))]).toEqual([path, []]);
        }
      }
      const query = `${product()}&columns=redirect_id,device,first_touch,door,excluded_reason&excluded_reason=none&time_from=2026/01/15`;
      const { header, rows, facts } = await file('/logs/interactions', query);
      expect(header).toEqual(['リダイレクト', 'デバイス', '初回接触', '受付経路', '除外理由']);
      expect(rows).toEqual(rows.map(([redirect]) => [redirect, 'PC', 'はい', '取り込み', '']));
      expect(rows.map(([redirect]) => redirect)).toEqual([
        expect.stringContaining('open ad'),
        expect.stringContaining('open ad'),
      ]);
      expect(facts).toMatchObject({ 絞り込み: '除外理由：集計対象' });
      for (const [locale, filter, words] of [
        ['ja', '絞り込み', 'レポートの数値：クリック数、2026/01/01 〜 2026/01/31、デバイス：PC'],
        ['en', 'Filter', 'Figure of a report: Clicks, 2026/01/01 – 2026/01/31, Device: PC'],
        ['zh-CN', '筛选', '报表数值：点击数、2026/01/01 至 2026/01/31、设备：PC'],
      ] as const) {
        const behind = await file(
          '/logs/interactions',
          `${product()}&columns=device,door&figure=${encodeURIComponent('clicks;20260101-20260131;device=pc')}&locale=${locale}`,
        );
        expect(behind.facts).toMatchObject({ [filter]: words });
      }
      // Metric values with their own labels: all CVs of CV information, and customers of ad effect.
      const named = async (metric: string) =>
        (
          await file(
            '/logs/conversions',
            `${product()}&columns=event_id,device&figure=${encodeURIComponent(metric)}`,
          )
        ).facts.絞り込み;
      expect(await named('cvChosen;20260101-20260131;cv_settings=all')).toBe(
        'レポートの数値：CV数、2026/01/01 〜 2026/01/31',
      );
      expect(await named('attrCv5;20260101-20260131;evaluation=1;gained')).toBe(
        'レポートの数値：獲得顧客数（終点重視）、2026/01/01 〜 2026/01/31',
      );
      expect(await named('attrCv5;20260101-20260131;customers=20260101-20260131')).toBe(
        'レポートの数値：顧客数（終点重視）、2026/01/01 〜 2026/01/31、2026/01/01 〜 2026/01/31に獲得した顧客の、各月で最初のCV',
      );
    });

    it('a log behind a metric value describes its position like the screen', async () => {
      const [ad = 0] = api.world.open.ads;
      const describe = async (metric: string, locale = 'ja') => {
        const { facts } = await file(
          '/logs/conversions',
          `${product()}&columns=event_id,device&figure=${encodeURIComponent(metric)}&locale=${locale}`,
        );
        return Object.values(facts)
          .find((fact) => /^(レポートの数値|Figure of a report)/.test(fact ?? ''))
          ?.replace(/^[^：:]+[：:] ?/, '');
      };
      const customers = 'attrCv5;20260101-20260131;acquired=20260101-20260131;after=';
      expect(await describe(`${customers}0-0`)).toBe(
        'CV数（終点重視）、2026/01/01 〜 2026/01/31、2026/01/01 〜 2026/01/31に獲得した顧客のCV、獲得した月',
      );
      expect(await describe(`attrAmount${customers.slice('attrCv'.length)}0-0`)).toMatch(
        /^売上（終点重視）、/,
      );
      expect(await describe(`${customers}0-2`)).toMatch(/、獲得した月から2か月後まで$/);
      expect(await describe(`${customers}1-2`)).toMatch(/、獲得から1か月後 〜 獲得から2か月後$/);
      expect(
        await describe(
          `cvChosen;20260101-20260131;cv_settings=all;touches=3-4;latency=3600-86400;through=${ad};path=${ad}.${ad}`,
        ),
      ).toBe(
        'CV数、2026/01/01 〜 2026/01/31、接触回数：3回、検討期間：1時間〜1日、経路に含む広告：open ad 0、接触の順序：open ad 0 → open ad 0',
      );
      expect(
        await describe(`cvChosen;20260101-20260131;cv_settings=all;touches=1000-;whole_path=${ad}`, 'en'),
      ).toBe('CVs, 2026/01/01 – 2026/01/31, Contacts: 1000 or more, Path with repeats: open ad 0');
      expect(await describe(`cvFinal1;20260101-20260131;ad!=${ad}.no_ad`)).toMatch(
        /、広告：open ad 0、（広告なし） 以外$/,
      );
    });

    it('CV information has each field once with its unit, without the product in the heading', async () => {
      const { header = [] } = await file(
        '/analyses/cv_info',
        `${product()}&date_from=2026-01-01&date_to=2026-01-31`,
      );
      expect(header.filter((name, index) => header.indexOf(name) !== index)).toEqual([]);
      expect(header.filter((name) => /（.*（|商品/.test(name))).toEqual([]);
      expect(header).toEqual(expect.arrayContaining(['CVのID', 'CVまでの時間（秒）', '接触経路']));
    });

    it('a workbook has the same heading', async () => {
      const response = await fetch(
        `${api.url}/api/v1/ads/download/xlsx/?${product()}&layout=document&columns=ad_name`,
        { headers: { authorization: `Bearer ${token}` } },
      );
      const sheet = strFromU8(
        unzipSync(Buffer.from(await response.arrayBuffer()))['xl/worksheets/sheet1.xml'] ?? new Uint8Array(),
      );
      expect([...sheet.matchAll(/<t xml:space="preserve">([^<]*)</g)].map(([, text]) => text)).toEqual(
        expect.arrayContaining(['広告設定', '商品', 'open', '広告名', 'open ad 0']),
      );
    });

    it('rejects an unknown layout', async () => {
      const { status, body } = await api.rest(`/ads/download/csv/?${product()}&layout=poster`, { token });
      expect([status, Object.keys(body.errors)]).toEqual([400, ['layout']]);
    });
  });
});
