import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(120_000);

onEachDatabase((dialect) => {
  describe('filtering conversions by their credited contact', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
    });
    afterAll(() => api.stop());

    const conversionsOf = async (email: string, query: string) => {
      const { status, body } = await api.rest(
        `/logs/conversions/?product_id=${api.world.open.product}${query}`,
        { token: await api.tokenOf(email) },
      );
      expect(status).toBe(200);
      return body.results as Json[];
    };

    it.each(['last_cv_interaction_id', 'performance_cv_interaction_id'])(
      '%s matches only its own conversions, and an unknown id matches none',
      async (name) => {
        const all = await conversionsOf('manager@alpha.example', '');
        const ids = [...new Set(all.map((row) => row[name]))].filter((id) => id !== null);
        for (const id of ids) {
          const own = await conversionsOf('manager@alpha.example', `&${name}=${encodeURIComponent(id)}`);
          expect(own.map((row) => row.id).sort()).toEqual(
            all
              .filter((row) => row[name] === id)
              .map((row) => row.id)
              .sort(),
          );
        }
        expect(await conversionsOf('manager@alpha.example', `&${name}=none`)).toEqual([]);
        if (name.startsWith('last')) expect(ids.length).toBeGreaterThan(0);
      },
    );

    it('lets an agency filter only by contacts of its own ads', async () => {
      const all = await conversionsOf('manager@alpha.example', '');
      for (const { last_cv_interaction_id: id } of all.filter((row) => row.last_cv_interaction_id !== null)) {
        const seen = (await conversionsOf('agency@alpha.example', '')).filter(
          (row) => row.last_cv_interaction_id === id,
        );
        expect([
          id,
          await conversionsOf('agency@alpha.example', `&last_cv_interaction_id=${encodeURIComponent(id)}`),
        ]).toEqual([id, seen]);
      }
    });
  });
});
