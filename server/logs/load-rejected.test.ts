import { startApi, type ApiServer } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  describe('loading rejected events again', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('manager@alpha.example');
    });
    afterAll(() => api.stop());

    const keep = async (
      productId: number,
      door: string,
      line: unknown,
      reason = 'ad_name is not an ad of the product',
    ): Promise<string> => {
      const text = typeof line === 'string' ? line : JSON.stringify(line);
      return String(
        await api.database.db.write((tx) =>
          tx.insert('INSERT INTO bad_event (product_id, door, reason, text, stored_at) VALUES (?,?,?,?,?)', [
            productId,
            door,
            reason,
            text,
            1,
          ]),
        ),
      );
    };
    const load = async (ids: readonly string[], as = token) => {
      const { body } = await api.rest('/logs/refused_events/load/', {
        token: as,
        body: { product_id: api.world.open.product, ids },
      });
      return body.results ?? body;
    };
    const click = (id: string) => ({
      type: 'click',
      id,
      time: '2026-01-20T10:00:00+09:00',
      ad_name: 'later',
      visitor_id: 'v-later',
    });

    it('stores an event whose setting was missing, and reports each outcome', async () => {
      const { open, closed } = api.world;
      const first = await keep(open.product, 's2s', click('later-1'));
      const again = await keep(open.product, 's2s', click('later-1'));
      const view = await keep(open.product, 'collect', { type: 'view' });
      const broken = await keep(open.product, 's2s', '{"type":"click"');
      const foreign = await keep(closed.product, 's2s', click('later-2'));
      const ids = [first, again, view, broken, foreign, 'x'];
      expect(await load(ids)).toEqual([
        { id: first, outcome: 'rejected', reason: 'ad_name is not an ad of the product' },
        { id: again, outcome: 'rejected', reason: 'ad_name is not an ad of the product' },
        { id: view, outcome: 'not_loadable', reason: null },
        { id: broken, outcome: 'rejected', reason: 'the line is not JSON' },
        { id: foreign, outcome: 'gone', reason: null },
        { id: 'x', outcome: 'gone', reason: null },
      ]);
      expect(
        (await api.rest('/ads/', { token, body: { product_id: open.product, ad_name: 'later' } })).status,
      ).toBe(201);
      expect((await load(ids)).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
        'accepted',
        'duplicate',
        'not_loadable',
        'rejected',
        'gone',
        'gone',
      ]);
      expect((await load([first, again])).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
        'gone',
        'gone',
      ]);
      expect(
        await api.database.db.read(
          "SELECT product_id, visitor_id, door FROM interaction WHERE id = 'later-1'",
        ),
      ).toEqual([{ product_id: open.product, visitor_id: 'v-later', door: 's2s' }]);
      const left = (
        await api.rest(`/logs/refused_events/?product_id=${open.product}&page_size=100`, { token })
      ).body.results.map(({ id }: { id: string }) => id);
      expect(left).toEqual(expect.arrayContaining([view, broken]));
      expect(left).not.toContain(first);
    });

    it('stores an event once when several requests load it at the same time', async () => {
      const { open } = api.world;
      const id = await keep(open.product, 's2s', click('later-3'));
      const outcomes = (await Promise.all([load([id]), load([id]), load([id])]))
        .flat()
        .map(({ outcome }: { outcome: string }) => outcome);
      expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
      expect(outcomes.every((outcome) => ['accepted', 'duplicate', 'gone'].includes(outcome))).toBe(true);
      expect(await api.database.db.read("SELECT id FROM interaction WHERE id = 'later-3'")).toHaveLength(1);
    });

    it('requires the right to send events', async () => {
      expect(await load([], await api.tokenOf('analyst@alpha.example'))).toMatchObject({
        _message: expect.any(Array),
      });
      expect(await load(Array.from({ length: 501 }, (_, i) => String(i)))).toMatchObject({
        errors: { ids: expect.any(Array) },
      });
    });
  });
});
