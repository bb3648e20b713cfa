import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';
import { argTrait } from '../results/effective-settings';

jest.setTimeout(120_000);

onEachDatabase((dialect) => {
  describe('the list of results', () => {
    let api: ApiServer;
    let tokens: Readonly<Record<'manager' | 'analyst' | 'agency', string>>;
    const find = async (query: string, as: keyof typeof tokens = 'manager'): Promise<Json[]> => {
      const { product } = api.world.open;
      const path = `/logs/results/?product_id=${product}&sortName=conversion_id&sortAsc=true&${query}`;
      return (await api.rest(path, { token: tokens[as] })).body.results;
    };
    const idsOf = async (...args: Parameters<typeof find>) =>
      (await find(...args)).map((row) => row.conversion_id);

    beforeAll(async () => {
      api = await startApi(dialect);
      tokens = {
        manager: await api.tokenOf('manager@alpha.example'),
        analyst: await api.tokenOf('analyst@alpha.example'),
        agency: await api.tokenOf('agency@alpha.example'),
      };
      const { results, product } = api.world.open;
      await api.database.db.write(async (tx) => {
        await tx.execute("UPDATE conversion SET amount_sen = 700000, args = 'order=Z-9' WHERE event_id = ?", [
          'open-o1',
        ]);
        await tx.execute('UPDATE result_trait SET trait = ? WHERE result_id = ? AND trait = ?', [
          argTrait('order', 'Z-9'),
          results[1] ?? '',
          argTrait('order', '1'),
        ]);
        await tx.execute('UPDATE result SET cv_cost_sen = 120050 WHERE id = ? AND product_id = ?', [
          results[1] ?? '',
          product,
        ]);
      });
    });
    afterAll(() => api.stop());

    it.each([
      ['a whole order number', 'Z-9', ['open-o1']],
      ['a whole order number in full width', 'Ｚ－９', ['open-o1']],
      ['a part of an order number', 'Z-', []],
      ['a whole customer id', 'customer0', ['open-o0']],
      ['a part of a customer id', 'customer', []],
      ['a part of a conversion id', 'N-O1', ['open-o1']],
      ["a part of the ad network's name", 'PEN as', ['open-o0', 'open-o1']],
      ['words of different kinds', 'asp Z-9', ['open-o1']],
      ['a value of another kind', 'Z-9 customer0', []],
    ])('is searched by %s', async (_what, keyword, expected) =>
      expect(await idsOf(`keyword=${encodeURIComponent(keyword)}`)).toEqual(expected),
    );

    it('is searched by order numbers and customer ids only by those who see them', async () => {
      for (const role of ['analyst', 'agency'] as const)
        for (const keyword of ['Z-9', 'customer0'])
          expect(await find(`keyword=${keyword}`, role)).toEqual([]);
    });

    it.each([
      ['amount_from=5000.5', ['open-o0', 'open-o1']],
      ['amount_from=5000.51', ['open-o1']],
      ['amount_to=6999.99', ['open-o0']],
      ['amount_from=5001&amount_to=7000', ['open-o1']],
      ['cv_cost_from=1200.5', ['open-o1']],
      ['cv_cost_to=1200.49', ['open-o0']],
      ['cv_cost_from=0&cv_cost_to=0', []],
    ])('is filtered by %s', async (query, expected) => expect(await idsOf(query)).toEqual(expected));
  });
});
