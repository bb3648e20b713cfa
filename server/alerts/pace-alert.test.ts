import { onEachDatabase } from '../db/testing/databases';
import { adMonths, combinedFacts, productDays } from '../rollups/combined';
import { insertSelect, monthFromDays, rollupTable } from '../rollups/tables';
import { alertFixture } from './testing/alert-fixture';

jest.setTimeout(180_000);

onEachDatabase((dialect) => {
  describe('alerts on the pace of a month', () => {
    const fixture = alertFixture(dialect);
    const { call, createAlert, product, watch, deliver, history, textOf } = fixture;

    // A yen per click: 200 a day for both ads, 110 yesterday; 3,310 until 2026-03-17.
    beforeEach(() =>
      fixture.api.database.db.write(async (tx) => {
        await tx.execute('DELETE FROM target');
        for (const table of ['rollup_touch_day', productDays.name])
          await tx.execute(`UPDATE ${table} SET cost_sen = clicks * 100 WHERE product_id = ?`, [product()]);
        const months = rollupTable('touch', 'coarse', 'month');
        for (const [table, rows] of [
          [months, monthFromDays(months, rollupTable('touch', 'coarse', 'day'), product(), 202603)],
          [adMonths, combinedFacts(adMonths, product(), [202603])],
        ] as const) {
          await tx.execute(`DELETE FROM ${table.name} WHERE product_id = ?`, [product()]);
          const { sql, params } = insertSelect(table, rows);
          await tx.execute(sql, params);
        }
      }),
    );
    const setTarget = (more: object) =>
      call('POST', '/targets/', { product_id: product(), month: '202603', ...more });
    const rule = (more: object = {}) => ({ measure: 'ad_cost', rule: 4, threshold: 10, ...more });

    it('report a cost that will end above its target, with target and threshold', async () => {
      await setTarget({ cost: 5000 });
      const id = await createAlert(rule());
      await watch();
      await deliver();
      expect(fixture.hook.received).toHaveLength(1);
      expect(textOf()).toMatch(
        /商品全体：6,\d{3}円（月末の着地見込みです。目標 5,000円 に対し、しきい値 5,500円 を上回っています）/,
      );
      const { firings } = await history(id);
      expect(firings).toEqual([
        expect.objectContaining({ day: '2026/03/17', low: null, high: 5500, median: 5000 }),
      ]);
      expect(firings[0].value).toBeGreaterThan(5900);
      expect(firings[0].value).toBeLessThan(6200);
      expect(decodeURIComponent(firings[0].path)).toMatch(
        /from=2026\/03\/01&to=2026\/03\/17&cols=ad_cost,target_cost,/,
      );
    });

    it.each<[string, object, object, object]>([
      ['a tolerated deviation', { cost: 5000 }, { threshold: 30 }, { raised: 0, judged: 1 }],
      ['a cost below its target', { cost: 9000 }, {}, { raised: 0, judged: 1 }],
      ['a ratio below its target', { roas: 2 }, { measure: 'roas' }, { raised: 1, judged: 1 }],
      ['sales below their target', { amount: 9000 }, { measure: 'amount_sum' }, { raised: 1, judged: 1 }],
      ['a target of another measure', { cv: 10 }, {}, { raised: 0, judged: 0 }],
      ['a target of another month', { month: '202604', cost: 1 }, {}, { raised: 0, judged: 0 }],
    ])('judge %s', async (_name, target, more, expected) => {
      expect((await setTarget(target)).status).toBe(201);
      const draft = {
        product_id: product(),
        title: 'x',
        scope: 1,
        channel: 2,
        webhook_url: `${fixture.hook.url}/x`,
        ...rule(more),
      };
      const { status, body } = await call('POST', '/alerts/try/', draft);
      expect([status, body]).toMatchObject([200, expected]);
    });

    it('judge each ad by its own target, or one ad', async () => {
      const [ad, other] = fixture.api.world.open.ads;
      await setTarget({ cost: 1 });
      await setTarget({ ad_id: ad, cost: 1000 });
      await setTarget({ ad_id: other, cost: 9000 });
      const each = await createAlert(rule({ scope: 2 }));
      const { body } = await call('GET', `/alerts/${each}/test/`);
      expect(body).toMatchObject({ judged: 2, raised: 1 });
      expect(body.cases[0]).toMatchObject({ ad_id: ad, raised: true, high: 1100, median: 1000 });
      const one = await createAlert(rule({ scope: 3, ad_id: other }));
      expect((await call('GET', `/alerts/${one}/test/`)).body).toMatchObject({ judged: 1, raised: 0 });
    });

    it.each<[string, object]>([
      ['rule', { measure: 'ad_click_count' }],
      ['threshold', { threshold: null }],
      ['threshold', { threshold: -1 }],
      ['threshold', { threshold: 101 }],
    ])('reject %s of %j', async (field, more) => {
      const { status, body } = await call('POST', '/alerts/', {
        product_id: product(),
        title: 'x',
        scope: 1,
        channel: 2,
        webhook_url: `${fixture.hook.url}/x`,
        ...rule(more),
      });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    });
  });
});
