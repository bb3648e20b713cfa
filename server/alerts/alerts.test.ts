import type { Json } from '../composition/testing/api-server';
import { insertRows } from '../db/database';
import { onEachDatabase } from '../db/testing/databases';
import { productsWithDueAlerts, hasDueAlerts } from './due-alerts';
import { ADMIN, AGENCY, ANALYST, DAY_MS, NOW, TODAY, YESTERDAY, alertFixture } from './testing/alert-fixture';

jest.setTimeout(180_000);

onEachDatabase((dialect) => {
  describe('alerts', () => {
    const fixture = alertFixture(dialect);
    const { clicks, call, createAlert, save, product, watch, deliver, history, textOf } = fixture;

    it('report a day outside its usual range in Slack’s format, once even with several workers', async () => {
      const id = await createAlert({ title: '<!channel> クリック & 急減 &lt;' });
      expect(await productsWithDueAlerts(fixture.api.database.db, fixture.clock.now)).toEqual([product()]);
      await Promise.all([watch(), watch(), watch()].map((one) => one.catch(() => undefined)));
      await watch();
      await Promise.all([deliver(), deliver(), deliver()]);
      await deliver();
      expect(fixture.hook.received).toHaveLength(1);
      const { path, headers } = fixture.hook.received[0]!;
      expect([path, headers['content-type'], JSON.parse(fixture.hook.received[0]!.body)]).toEqual([
        '/services/T1',
        'application/json; charset=utf-8',
        { text: expect.any(String) },
      ]);
      expect(textOf()).toMatch(
        /アラート：&lt;!channel&gt; クリック & 急減 &amp;lt;（2026\/03\/17）[^]*商品全体：110（同じ曜日の通常範囲 151〜249、中央値 200）[^]*https:\/\/console\.example\/analyze\/ad-statistics\?product_id=/,
      );
      const { firings, told: notes } = await history(id);
      expect(firings).toEqual([
        expect.objectContaining({
          day: '2026/03/17',
          ad_id: 0,
          name: '',
          measure: 'ad_click_count',
          value: 110,
          low: expect.closeTo(150.5, 1),
          high: expect.closeTo(249.5, 1),
          median: 200,
          path: expect.stringContaining('from=2026%2F03%2F17'),
        }),
      ]);
      expect(notes).toEqual([
        { day: '2026/03/17', outcome: 'sent', reason: null, attempts: 1, next_at: null, receivers: 1 },
      ]);
      const { body: row } = await call('GET', `/alerts/${id}/`);
      expect(row).toMatchObject({
        judged_day: '2026/03/17',
        last_day: '2026/03/17',
        last_cases: 1,
        last_value: 110,
        last_low: expect.closeTo(150.5, 1),
        last_high: expect.closeTo(249.5, 1),
      });
      expect((await call('PATCH', `/alerts/${id}/`, { measure: 'roas' })).body).toMatchObject({
        measure: 'roas',
        last_measure: 'ad_click_count',
        last_value: 110,
      });
      expect((await call('PATCH', `/alerts/${id}/`, { measure: 'ad_click_count' })).status).toBe(200);
      await fixture.api.database.db.write((tx) =>
        tx.execute('UPDATE alert SET from_day = NULL WHERE id = ?', [id]),
      );
      expect(await productsWithDueAlerts(fixture.api.database.db, fixture.clock.now)).toEqual([]);
      // The next day is evaluated on its own; it is a usual one.
      fixture.clock.now += DAY_MS;
      await clicks(() => 100, 64, TODAY);
      await watch();
      await deliver();
      expect(fixture.hook.received).toHaveLength(1);
      expect((await call('GET', `/alerts/${id}/`)).body).toMatchObject({
        judged_day: '2026/03/18',
        last_day: '2026/03/17',
      });
    });

    it.each(['stale_day', 'stale_media_day'])('wait for a day that is marked in %s', async (queue) => {
      const id = await createAlert();
      const state = async () => [
        await productsWithDueAlerts(fixture.api.database.db, fixture.clock.now),
        await hasDueAlerts(fixture.api.database.db, product(), fixture.clock.now),
        (await call('GET', `/alerts/${id}/test/`)).body.computing,
      ];
      const mark = () =>
        fixture.api.database.db.write((tx) =>
          tx.execute(`INSERT INTO ${queue} (product_id, day, since, marks) VALUES (?, ?, ?, 1)`, [
            product(),
            YESTERDAY,
            NOW,
          ]),
        );
      expect([await state(), await mark(), await state()]).toEqual([
        [[product()], true, false],
        1,
        [[], false, true],
      ]);
    });

    it('evaluate each ad on its own, even without events, and send one message for all', async () => {
      const id = await createAlert({ rule: 2, threshold: 50, scope: 2, title: '広告ごと', locale: 'en' });
      await clicks((ad, back) => (back > 0 ? 100 : ad === 0 ? 10 : undefined));
      await watch();
      await deliver();
      expect(fixture.hook.received).toHaveLength(1);
      expect(textOf()).toMatch(/open ad 0: 10 \(below the threshold of 50\)/);
      expect(textOf()).toMatch(/open ad 1: 0 \(below the threshold of 50\)/);
      const { firings } = await history(id);
      expect(firings.map(({ ad_id: ad, value, low, high }: Json) => [ad, value, low, high])).toEqual([
        [fixture.api.world.open.ads[1], 0, 50, null],
        [fixture.api.world.open.ads[0], 10, 50, null],
      ]);
      expect(firings[0].path).toContain(`ad_ids=${fixture.api.world.open.ads[1]}`);
    });

    it.each<[string, object, number]>([
      ['one ad below', { rule: 2, threshold: 50, scope: 3, ad: 0 }, 1],
      ['one ad not below', { rule: 2, threshold: 50, scope: 3, ad: 1 }, 0],
      ['one ad off its range', { rule: 3, scope: 3, ad: 0 }, 1],
      ['each ad off its range', { rule: 3, scope: 2 }, 1],
      ['the product above', { rule: 1, threshold: 109, scope: 1 }, 1],
      ['at the threshold', { rule: 1, threshold: 110, scope: 1 }, 0],
      [
        'a ratio of no conversions, which is zero',
        { rule: 2, threshold: 1.5, scope: 1, measure: 'cvr_total' },
        1,
      ],
      ['a ratio with nothing to divide by', { rule: 1, threshold: 0, scope: 1, measure: 'cpa' }, 0],
    ])('%s', async (_what, { ad, ...more }: { ad?: number }, cases) => {
      const id = await createAlert({
        ...more,
        ...(ad !== undefined && { ad_id: fixture.api.world.open.ads[ad] }),
      });
      await watch();
      await deliver();
      expect([(await history(id)).firings.length, fixture.hook.received.length]).toEqual([
        cases,
        Math.min(cases, 1),
      ]);
    });

    it('have no usual range if there are too few weekdays', async () => {
      await createAlert();
      await clicks((_ad, back) => (back === 0 ? 1 : 100), 30);
      await watch();
      expect(await fixture.api.database.db.read('SELECT id FROM alert_firing')).toEqual([]);
    });

    it('wait for their hour, and for metrics that are still being computed', async () => {
      await createAlert({ hour: 15 });
      expect(await productsWithDueAlerts(fixture.api.database.db, fixture.clock.now)).toEqual([]);
      fixture.clock.now += 3 * 3_600_000;
      expect(await productsWithDueAlerts(fixture.api.database.db, fixture.clock.now)).toEqual([product()]);
      await fixture.api.database.db.write((tx) =>
        insertRows(
          tx,
          'stale_day',
          ['product_id', 'day', 'since', 'marks'],
          [[product(), YESTERDAY, fixture.clock.now, 1]],
        ),
      );
      expect(await productsWithDueAlerts(fixture.api.database.db, fixture.clock.now)).toEqual([]);
      await fixture.api.database.db.write((tx) => tx.execute('DELETE FROM stale_day'));
      expect(await productsWithDueAlerts(fixture.api.database.db, fixture.clock.now)).toEqual([product()]);
      await fixture.api.database.db.write((tx) => tx.execute('UPDATE alert SET status = 0'));
      expect(await productsWithDueAlerts(fixture.api.database.db, fixture.clock.now)).toEqual([]);
    });

    it('show their result in a test, and store nothing', async () => {
      const id = await createAlert();
      const { body } = await call('GET', `/alerts/${id}/test/`, undefined, ANALYST);
      expect(body).toMatchObject({
        day: '2026/03/17',
        computing: false,
        raised: 1,
        judged: 1,
        subject: '【Inflow Console】アラート：クリック急減（2026/03/17）',
        text: expect.stringContaining('110'),
        cases: [{ ad_id: 0, value: 110, raised: true }],
      });
      await deliver();
      expect([
        fixture.hook.received,
        (await history(id)).firings,
        await productsWithDueAlerts(fixture.api.database.db, fixture.clock.now),
      ]).toEqual([[], [], [product()]]);
      const calm = await createAlert({ rule: 1, threshold: 1000 });
      expect((await call('GET', `/alerts/${calm}/test/`)).body).toMatchObject({
        raised: 0,
        judged: 1,
        text: expect.stringContaining('条件に該当しません'),
      });
    });

    it('start at their next hour after they are saved or their rule changes, and report it', async () => {
      const id = await save();
      expect([
        await productsWithDueAlerts(fixture.api.database.db, fixture.clock.now),
        (await call('GET', `/alerts/${id}/test/`)).body,
      ]).toMatchObject([[], { day: '2026/03/17', next_day: '2026/03/18', next_at: '2026/03/19 09:00:00' }]);
      fixture.clock.now += DAY_MS;
      expect(await productsWithDueAlerts(fixture.api.database.db, fixture.clock.now)).toEqual([product()]);
      fixture.clock.now = NOW;
      // An alert whose hour is later today evaluates yesterday.
      const later = await save({ hour: 15 });
      expect((await call('GET', `/alerts/${later}/test/`)).body).toMatchObject({
        next_day: '2026/03/17',
        next_at: '2026/03/18 15:00:00',
      });
      const old = await createAlert();
      const change = async (fields: object) => {
        const { body } = await call('GET', `/alerts/${old}/`);
        expect((await call('PUT', `/alerts/${old}/`, { ...body, ...fields })).status).toBe(200);
      };
      await change({ title: '別名' });
      expect(await productsWithDueAlerts(fixture.api.database.db, fixture.clock.now)).toEqual([product()]);
      await change({ rule: 1, threshold: 5 });
      expect(await productsWithDueAlerts(fixture.api.database.db, fixture.clock.now)).toEqual([]);
    });

    it('can be edited by ADMIN and MANAGER, read by ANALYST, and not used by agencies', async () => {
      const id = await createAlert();
      const change = { title: '別名' };
      for (const [email, read, write] of [
        [ADMIN, 200, 200],
        [ANALYST, 200, 403],
        [AGENCY, 403, 403],
      ] as const) {
        expect((await call('GET', `/alerts/${id}/`, undefined, email)).status).toBe(read);
        expect((await call('GET', `/alerts/${id}/history/`, undefined, email)).status).toBe(read);
        const { body } = await call('GET', `/alerts/${id}/`);
        expect((await call('PUT', `/alerts/${id}/`, { ...body, ...change }, email)).status).toBe(write);
      }
    });
  });
});
