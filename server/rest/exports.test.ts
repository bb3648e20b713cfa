import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { snakeCase } from '../../shared/catalog';
import { settingRules, type Fields } from '../../shared/settings';
import { required as samples } from '../../shared/settings/testing/samples';
import { reportKeys, reportPath, reports, type Report } from '../analysis';
import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { EVENT_TIME } from '../composition/testing/api-world';
import { onEachDatabase } from '../db/testing/databases';
import { settle } from '../sweeps';
import { ingest, type IncomingEvent } from '../journeys';
import { settingEntries } from '../settings/settings';
import { routes } from './routes';

jest.setTimeout(60_000);

/** Characters that start a formula in a spreadsheet, ASCII and full-width. */
const SIGNS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const formulas = SIGNS.map((sign) => `${sign}1+cmd|' /C calc'!A0`);
/** Even with a formula character before it, this is no robot. */
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
/** Trims a text like a form. */
const trimmed = (text: string) => text.trim();

/** All paths with downloads, including future ones. Lines of the gap to media are steps; its own test covers them. */
const exported = routes
  .filter(({ download, path }) => download && !path.startsWith('/analyses/gap'))
  .map(({ path }) => path);

const MAP = '/analyses/disagreement';

/** Reports whose rows have names only on a requested axis. */
const nameless = reportKeys
  .filter((key) => {
    const { axes, defaultAxes }: Report = reports[key];
    return axes.length > 0 && defaultAxes.length === 0;
  })
  .map((key) => `/analyses/${reportPath(key)}`);

/** Returns one click, one view and one order whose texts are all the formula. */
const journeyOf = (
  formula: string,
  index: number,
  productId: number,
  adId: number,
  redirectId: number,
  cvSettingId: number,
): IncomingEvent[] => {
  const base = {
    productId,
    door: 'import',
    ip: '203.0.113.9',
    ua: `${formula.charAt(0)}${BROWSER}`,
    visitorId: formula,
  } as const;
  const medium = { xclid: formula, ses: formula, key1: formula, key2: formula, key3: formula };
  const time = EVENT_TIME + index * 1000;
  return [
    {
      ...base,
      ...medium,
      type: 'click',
      id: `${formula}-c`,
      time,
      adId,
      redirectId,
      lpoEntryId: 0,
      params: formula,
      landingUrl: null,
      cost: 100,
    },
    {
      ...base,
      ...medium,
      type: 'view',
      id: `${formula}-p`,
      time: time + 1,
      url: formula,
      referrer: formula,
      title: formula,
      interactionRef: null,
      landingAdId: null,
    },
    {
      ...base,
      type: 'conversion',
      id: `${formula}-o`,
      time: time + 2,
      interactionRef: null,
      cvSettingId,
      amount: 1,
      userId: formula,
      args: formula,
      otherKey1: formula,
      otherKey2: formula,
      otherKey3: formula,
      url: formula,
      referrer: formula,
    },
  ];
};

/** Returns the CSV text of a value; a forecast is written as its number. */
const written = (value: Json): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object' && 'forecast' in value) return written(value.value);
  const text =
    typeof value === 'object'
      ? Array.isArray(value) && value.every((part: unknown) => typeof part !== 'object')
        ? value.join(',')
        : JSON.stringify(value)
      : String(value);
  return typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text;
};

onEachDatabase((dialect) => {
  describe('every export', () => {
    let api: ApiServer;
    let token: string;
    /** Ads with formulas as names. */
    const named: number[] = [];
    const call = (path: string, body?: unknown, method?: string) => api.rest(path, { token, body, method });
    const make = async (path: string, body: object): Promise<number> => {
      const { status, body: created } = await call(path, body);
      expect([path, status, created.errors]).toEqual([path, 201, undefined]);
      return created.id;
    };

    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
      const { product: product_id, cvSetting, ads } = api.world.open;
      const linked: number[] = [];
      named.length = 0;
      const telling = {
        result_notice_individually_setting: true,
        result_flag: 1,
        result_method: 2,
        webhook_url: 'https://asp.example/{args}',
      };
      for (const [index, text] of formulas.map(trimmed).entries()) {
        const name = `${text} ${index}`;
        const asp_id = await make('/asps/', {
          product_id,
          asp_name: name,
          company_name: name,
          address: name,
          description: name,
        });
        const ad_category_id = await make('/ad_categories/', { product_id, title: name });
        const ad_type1_id = await make('/ad_types/', { product_id, sequence: 1, title: name });
        const agency_id = await make('/agencies/', { agency_name: name, agency_desc: name });
        const ad_id = await make('/ads/', {
          product_id,
          ad_name: name,
          ad_description: name,
          ad_post_url: name,
          asp_id,
          agency_id,
          ad_category_id,
          ad_type1_id,
          a_key1: name,
          ...telling,
        });
        named.push(ad_id);
        linked[index] = await make('/redirects/', {
          product_id,
          ad_id,
          redirect_url: 'https://open.example/',
          lpo_flag: true,
          lpo: [{ title: name, url: 'https://open.example/', rate: 100 }],
        });
        await make('/domains/', { product_id, sender_name: name, sender_domain: `s${index}.example` });
        await make('/users/', { user_name: name, email: `=f${index}@alpha.example`, role_type: 3 });
      }
      for (const [list, { name: setting }] of settingEntries.filter(
        ([, { name }]) => name in api.world.open.further,
      )) {
        const fields = Object.entries(settingRules[setting].fields as Fields).map(([field, { kind }]) => [
          snakeCase(field),
          // A platform is one of a list.
          kind === 'text' && field !== 'platform' ? formulas[0] : samples[setting][field],
        ]);
        await make(`/${snakeCase(list)}/`, { product_id, ...Object.fromEntries(fields) });
      }
      await make('/custom_measures/', {
        title: formulas[0],
        numerators: 'pv_count',
        denominator: 'ad_click_count',
        shared: true,
      });
      for (const cv_slot of [1, 2, 3])
        await make('/cv_settings/', {
          product_id,
          title: formulas[cv_slot],
          type: 0,
          cv_slot,
          cv_url: 'open.example/',
        });
      expect(
        (
          await call(
            `/companies/${api.world.company}/`,
            { div_name: formulas[0], pic_name: formulas[1], address: formulas[3] },
            'PUT',
          )
        ).status,
      ).toBe(200);
      expect((await call(`/products/${product_id}/`, { product_name: formulas[3] }, 'PUT')).status).toBe(200);
      await api.database.db.write(async (tx) => {
        // Forms trim blanks, but other sources store them.
        await tx.execute('UPDATE ad SET ad_description = ?, ad_post_url = ? WHERE id = ?', [
          formulas[4],
          formulas[5],
          ads[0],
        ]);
        for (const formula of formulas) {
          const refused = [product_id, 'collect', formula, formula, EVENT_TIME];
          await tx.execute(
            'INSERT INTO bad_event (product_id, door, reason, text, stored_at) VALUES (?,?,?,?,?)',
            refused,
          );
        }
        await ingest(
          tx,
          formulas.flatMap((formula, index) =>
            journeyOf(formula, index, product_id, named[index] ?? 0, linked[index] ?? 0, cvSetting),
          ),
          { notify: true },
        );
      });
      await settle(api.database.db);
    });
    afterAll(() => api.stop());

    const query = (path = '') =>
      `product_id=${api.world.open.product}&date_from=2026/01/01&date_to=2026/01/31${nameless.includes(path) ? '&axis=ad' : ''}`;
    const rowsOf = async (path: string): Promise<Json[]> => {
      // Rows of reports include custom measures only on request, like files.
      const { results } = (
        await call(
          `${path}/?${query(path)}${path === MAP ? '' : path.startsWith('/analyses') ? '&columns=custom_1' : '&page_size=9999'}`,
        )
      ).body;
      return results;
    };

    it.each(exported)('%s: escapes formulas in the CSV and changes nothing else', async (path) => {
      const rows = await rowsOf(path);
      // The file of the map also has a column per model and figure; its own test compares them.
      const columns = path === MAP ? '&columns=ad_id,ad,attr_1,markov_1,profit_min' : '';
      const { body } = await call(`${path}/download/csv/?${query(path)}${columns}`);
      const [header = [], ...records] = parse(String(body), { relax_column_count: false }) as string[][];
      expect(records).toHaveLength(rows.length);
      const cells = records.flatMap((record, at) =>
        record.map((cell, column) => [rows[at][header[column] ?? ''] as Json, cell] as const),
      );
      for (const [value, cell] of cells) expect(cell).toBe(written(value));
      // The test needs at least one cell to escape.
      expect(
        cells.filter(([value]) => typeof value === 'string' && FORMULA.test(value)).length,
      ).toBeGreaterThan(0);
      expect(cells.filter(([value, cell]) => typeof value !== 'number' && FORMULA.test(cell))).toEqual([]);
    });

    it('adds custom measures to report rows only if `columns` names one', async () => {
      const keysOf = async (more: string): Promise<string[]> => {
        const { body } = await call(`/analyses/ad_summaries/?${query()}&compare=previous${more}`);
        return [...body.results, body.total]
          .flatMap((row: Json) => [...Object.keys(row), ...Object.keys(row.previous ?? {})])
          .filter((name) => name.startsWith('custom_'));
      };
      expect(await keysOf('')).toEqual([]);
      expect(await keysOf('&columns=cpa')).toEqual([]);
      expect((await keysOf('&columns=cpa,custom_1')).length).toBeGreaterThan(0);
    });

    it.each(exported)('%s: stores formulas in the workbook as text', async (path) => {
      const response = await fetch(`${api.url}/api/v1${path}/download/xlsx/?${query(path)}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const sheet = strFromU8(
        unzipSync(Buffer.from(await response.arrayBuffer()))['xl/worksheets/sheet1.xml'] ?? new Uint8Array(),
      );
      expect(sheet).not.toMatch(/<f[ >]/);
      const texts = [
        ...sheet.matchAll(/<c t="inlineStr"( s="\d")?><is><t xml:space="preserve">([^<]*)<\/t>/g),
      ];
      const risky = texts.filter(([, , text = '']) => FORMULA.test(text.replaceAll('&#13;', '\r')));
      expect(risky.length).toBeGreaterThan(0);
      // Style 2 keeps the cell text when it is edited.
      expect(risky.filter(([, style]) => style !== ' s="2"')).toEqual([]);
    });

    it('keeps negative numbers as numbers', async () => {
      const { body } = await call(
        `/analyses/ad_summaries/download/csv/?${query()}&columns=profit&sortName=profit&sortAsc=true`,
      );
      expect(String(body).split('\r\n')[1]).toMatch(/^-\d/);
    });

    it('imports exported ads unchanged, including escaped cells', async () => {
      const { product } = api.world.open;
      const texts = [
        ...formulas.map(trimmed),
        ...formulas.map((text) => `'${text.trim()}`),
        "''=1",
        "'90s",
        "'",
      ];
      const ids: number[] = [];
      for (const text of texts)
        ids.push(await make('/ads/', { product_id: product, ad_name: text, ad_description: text }));
      const { body: file } = await call(
        `/ads/download/csv/?product_id=${product}&columns=ad_id,ad_name,ad_description`,
      );
      for (const id of ids)
        expect((await call(`/ads/${id}/`, { ad_name: 'renamed' }, 'PUT')).status).toBe(200);
      const loaded = await call('/ads/import/', { product_id: product, csv: String(file), dry_run: false });
      expect(loaded.body).toMatchObject({ applied: true, created: 0, refused: 0 });
      for (const [at, id] of ids.entries())
        expect((await call(`/ads/${id}/`)).body).toMatchObject({
          ad_name: texts[at],
          ad_description: texts[at],
        });
    });
  });
});
