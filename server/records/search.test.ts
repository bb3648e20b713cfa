import { startApi, type ApiServer } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';
import { createServices, type Services } from '../services/services';
import { settingEntries } from '../settings/settings';
import type { ListService } from './list.service';

jest.setTimeout(60_000);

const STORED = '定期ﾊｰﾌﾞ ＳＮＳ ぱぱ';
const paths: Readonly<Record<string, string>> = {
  companies: 'companies',
  products: 'products',
  users: 'users',
  agencies: 'agencies',
  asps: 'asps',
  ads: 'ads',
  adCategories: 'ad_categories',
  adTypes: 'ad_types',
  cvSettings: 'cv_settings',
  redirects: 'redirects',
  domains: 'domains',
  alerts: 'alerts',
  customMeasures: 'custom_measures',
  notes: 'notes',
  targets: 'targets',
  conversionSenders: 'conversion_senders',
  experiments: 'experiments',
};

/** Lists that belong to the company instead of a product. */
const OF_COMPANY: readonly string[] = ['products', 'users', 'agencies', 'customMeasures'];

onEachDatabase((dialect) => {
  describe('keyword search', () => {
    let api: ApiServer;
    let token: string;
    let settings: [string, ListService][];
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
      const services: Services = createServices({
        db: api.database.db,
        secret: 'x'.repeat(40),
        trackerUrl: 'https://t.example',
        publicUrl: 'https://t.example',
        mailer: null,
        reach: () => false,
        undoSeconds: 60,
      });
      settings = settingEntries.map(([name]) => [name, services[name]]);
    });
    afterAll(() => api.stop());

    const count = async (list: string, keyword: string): Promise<number> => {
      const { status, body } = await api.rest(`/${paths[list]}/?keyword=${encodeURIComponent(keyword)}`, {
        token,
      });
      expect([list, status]).toEqual([list, 200]);
      return body.count;
    };

    it('works on every list of settings', () => {
      expect(settings.map(([name]) => name).sort()).toEqual(Object.keys(paths).sort());
      expect(settings.filter(([, { definition }]) => !definition.keyword?.length)).toEqual([]);
    });

    it('finds every text of every list of settings, ignoring width, case and word order', async () => {
      const { db } = api.database;
      for (const [name, { definition }] of settings) {
        for (const column of (definition.keyword ?? [])
          // A month has six digits, no words.
          .filter((sql) => sql.startsWith('e.') && sql !== 'e.month')
          .map((sql) => sql.slice(2))) {
          const [row] = await db.read<{ id: number; kept: string | null }>(
            `SELECT e.id, e.${column} AS kept FROM ${definition.table} e WHERE ${name === 'companies' ? 'e.id' : OF_COMPANY.includes(name) ? 'e.company_id' : 'e.product_id'} = ? ORDER BY e.id`,
            [name === 'companies' || OF_COMPANY.includes(name) ? api.world.company : api.world.open.product],
          );
          const put = (value: string | null) =>
            db.write((tx) =>
              tx.execute(`UPDATE ${definition.table} SET ${column} = ? WHERE id = ?`, [value, row?.id]),
            );
          await put(STORED);
          for (const [keyword, times] of [
            ['sns', 1],
            ['ハーブ　定期', 1],
            ['ｓｎｓ ﾊｰﾌﾞ', 1],
            ['はは', 0],
            ['ハーブ 毎日', 0],
          ] as const) {
            expect([name, column, keyword, await count(name, keyword)]).toEqual([
              name,
              column,
              keyword,
              times,
            ]);
          }
          await put(row?.kept ?? null);
        }
      }
    });

    it('finds redirects and targets by the name of their ad, and targets by their month', async () => {
      const { db } = api.database;
      await db.write((tx) =>
        tx.execute('UPDATE ad SET ad_name = ? WHERE id = ?', [STORED, api.world.open.ads[0]]),
      );
      await db.write((tx) =>
        tx.execute('UPDATE target SET ad_id = ? WHERE product_id = ?', [
          api.world.open.ads[0],
          api.world.open.product,
        ]),
      );
      for (const list of ['redirects', 'targets']) expect(await count(list, 'ハーブ 定期 sns')).toBe(1);
      // Two products have one for this month.
      expect(await count('targets', '202512')).toBe(2);
    });

    it('never finds rows that the actor may not see', async () => {
      const { db } = api.database;
      await db.write((tx) => tx.execute('UPDATE ad SET ad_name = ?', [STORED]));
      const agency = await api.tokenOf('agency@alpha.example');
      expect(
        (await api.rest('/ads/?keyword=sns', { token: agency })).body.results.map(
          ({ id }: { id: number }) => id,
        ),
      ).toEqual([api.world.open.ads[0]]);
    });

    it('finds words in logs too', async () => {
      const find = async (keyword: string) =>
        (
          await api.rest(
            `/logs/accesses/?product_id=${api.world.open.product}&keyword=${encodeURIComponent(keyword)}`,
            { token },
          )
        ).body.count;
      expect(await find('UTM ｏｐｅｎ')).toBe(2);
      expect(await find('utm nowhere')).toBe(0);
    });
  });
});
