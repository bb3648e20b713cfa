import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';
import { keysOf } from '../../shared/records';
import { logs } from '../logs/logs';
import { settingEntries } from '../settings/settings';
import { snake } from './mapper';
import { logPath } from './routes';

jest.setTimeout(60_000);

const settings = settingEntries.flatMap(([many, { owner }]) =>
  owner === 'product' ? [`/${snake(many)}/`] : [],
);
const logPaths = keysOf(logs).map((many) => `${logPath(many)}/`);

onEachDatabase((dialect) => {
  describe('product of a row over REST', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
    });
    afterAll(() => api.stop());
    const rows = async (path: string): Promise<Json[]> => (await api.rest(path, { token })).body.results;

    it.each([...settings, ...logPaths])(
      'has its label beside its id in %s, and can be sorted by',
      async (path) => {
        const { open, closed } = api.world;
        const ids = { open: open.product, closed: closed.product };
        const down = await rows(
          `${path}?product_id=${open.product},${closed.product}&sortName=product&sortAsc=false`,
        );
        expect(down.map((row) => row.product_id)).toEqual(
          down.map((row) => ids[row.product as keyof typeof ids]),
        );
        expect(new Set(down.map((row) => row.product))).toEqual(new Set(['open', 'closed']));
        expect(down.map((row) => row.product)).toEqual(
          down
            .map((row) => row.product)
            .sort()
            .reverse(),
        );
      },
    );

    it('is a column of CV information, but not in a file of one product', async () => {
      const question = `product_id=${api.world.open.product}&date_from=2026-01-01&date_to=2026-01-31`;
      expect((await rows(`/analyses/cv_info/?${question}`)).map((row) => row.product)).toEqual([
        'open',
        'open',
      ]);
      const file = await api.rest(
        `/analyses/cv_info/download/csv/?${question}&layout=document&locale=en&columns=product,event_id`,
        { token },
      );
      expect(file.body).toContain('open,open-o0');
    });

    it('is returned by a write, and ignored in its input', async () => {
      const { body } = await api.rest('/asps/', {
        token,
        body: { product_id: api.world.open.product, asp_name: 'new', product: 'another' },
      });
      expect([body.product_id, body.product]).toEqual([api.world.open.product, 'open']);
    });

    it('is accepted in the import of an exported file of ads', async () => {
      const { product } = api.world.open;
      const csv = (await api.rest(`/ads/download/csv/?product_id=${product}`, { token })).body;
      expect(csv).toMatch(/^id,product_id,product,/);
      const answer = await api.rest('/ads/import/', {
        token,
        body: { product_id: product, csv, dry_run: true },
      });
      expect([
        answer.status,
        answer.body.rows?.map((row: Json) => row.errors ?? row.problem ?? []).flat(),
      ]).toEqual([200, []]);
    });
  });
});
