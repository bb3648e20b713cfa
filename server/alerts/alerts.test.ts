import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import pino from 'pino';
import { addDays, dayOf } from '../../shared/domain/calendar';
import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { visitors } from '../composition/testing/endpoints';
import { insertRows } from '../db/database';
import { onEachDatabase } from '../db/testing/databases';
import { queueTurn } from '../jobs';
import { createMailer, deliveryQueue } from '../mail';
import { startSmtpServer, type SmtpServer } from '../mail/testing/smtp-server';
import { reachOf } from '../postbacks';
import { alertDelivery } from './index';
import { productsToWatch, watches, watchStep } from './raise';
import { startReceiver, type WebhookReceiver } from './testing/webhook-receiver';

jest.setTimeout(180_000);

const NOW = Date.parse('2026-03-18T12:00:00+09:00');
const TODAY = dayOf(NOW);
const YESTERDAY = addDays(TODAY, -1);
const DAY_MS = 86_400_000;
const [ADMIN, MANAGER, ANALYST, AGENCY] = visitors.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
];
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

onEachDatabase((dialect) => {
  describe('alerts', () => {
    let api: ApiServer;
    let hook: WebhookReceiver;
    let smtp: SmtpServer;
    let now = NOW;
    beforeAll(async () => {
      smtp = await startSmtpServer();
      api = await startApi(dialect, { webhookAllow: ['127.0.0.0/8'], smtpUrl: smtp.url });
      api.clock.now = NOW;
      hook = await startReceiver();
    });
    afterAll(async () => {
      await Promise.all([api.stop(), hook.close(), smtp.close()]);
    });
    beforeEach(async () => {
      now = NOW;
      api.clock.now = NOW;
      hook.behave(200);
      hook.received.length = 0;
      smtp.mails.length = 0;
      await api.database.db.write(async (tx) => {
        for (const table of [
          'alert',
          'alert_firing',
          'delivery',
          'stale_day',
          'stale_media_day',
          'stale_visitor',
        ])
          await tx.execute(`DELETE FROM ${table}`);
      });
      await clicks((ad, back) => (back === 0 ? (ad === 0 ? 10 : 100) : 100));
    });

    /** Sets the clicks of both ads on the days back from yesterday; undefined: no row. */
    const clicks = (of: (ad: number, back: number) => number | undefined, days = 63, last = YESTERDAY) =>
      api.database.db.write(async (tx) => {
        const { product, ads } = api.world.open;
        await tx.execute('DELETE FROM rollup_touch_day WHERE product_id = ?', [product]);
        const rows = Array.from({ length: days }, (_, back) =>
          [0, 1].flatMap((ad) => {
            const count = of(ad, back);
            return count === undefined ? [] : [[product, addDays(last, -back), ads[ad]!, count, 0, 0, 0]];
          }),
        ).flat();
        await insertRows(
          tx,
          'rollup_touch_day',
          ['product_id', 'day', 'ad_id', 'clicks', 'first_touches', 'pv', 'cost_sen'],
          rows,
        );
      });
    const call = async (method: string, path: string, body?: object, email = MANAGER) =>
      api.rest(path, { method, body, token: await api.tokenOf(email) });
    /**
     * Creates an alert that looks like one saved long ago. A newly saved alert ignores days that are over.
     */
    const createAlert = async (more: object = {}): Promise<number> => {
      const id = await save(more);
      await api.database.db.write((tx) =>
        tx.execute('UPDATE alert SET from_day = NULL WHERE id = ?', [id]),
      );
      return id;
    };
    const save = async (more: object = {}): Promise<number> => {
      const { status, body } = await call('POST', '/alerts/', {
        product_id: api.world.open.product,
        title: 'クリック急減',
        measure: 'ad_click_count',
        rule: 3,
        scope: 1,
        hour: 9,
        channel: 2,
        webhook_url: `${hook.url}/services/T1`,
        ...more,
      });
      expect([status, body]).toEqual([201, expect.anything()]);
      return body.id;
    };
    const product = () => api.world.open.product;
    const watch = () => watchStep(api.database.db, product(), now, async () => undefined);
    const errors: string[] = [];
    const deliver = (allow = ['127.0.0.0/8']) => {
      const mailer = createMailer({
        smtpUrl: smtp.url,
        mailFrom: 'a@b.example',
        log: pino({ level: 'silent' }),
      });
      const kind = alertDelivery({ mailer, reach: reachOf(allow), publicUrl: 'https://console.example' });
      return queueTurn(
        api.database.db,
        deliveryQueue([kind], { retrySeconds: [10, 60], now: () => now }),
        { stopping: () => false, onError: (error) => void errors.push(String(error)) },
        { now: () => now, random: () => 0 },
      );
    };
    const history = async (id: number): Promise<Json> => (await call('GET', `/alerts/${id}/history/`)).body;
    const textOf = (index = 0): string => JSON.parse(hook.received[index]!.body).text;

    it('report a day outside its usual range in Slack’s format, once even with several workers', async () => {
      const id = await createAlert({ title: '<!channel> クリック & 急減 &lt;' });
      expect(await productsToWatch(api.database.db, now)).toEqual([product()]);
      await Promise.all([watch(), watch(), watch()].map((one) => one.catch(() => undefined)));
      await watch();
      await Promise.all([deliver(), deliver(), deliver()]);
      await deliver();
      expect(hook.received).toHaveLength(1);
      const { path, headers } = hook.received[0]!;
      expect([path, headers['content-type'], JSON.parse(hook.received[0]!.body)]).toEqual([
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
      await api.database.db.write((tx) => tx.execute('UPDATE alert SET from_day = NULL WHERE id = ?', [id]));
      expect(await productsToWatch(api.database.db, now)).toEqual([]);
      // The next day is evaluated on its own; it is a usual one.
      now += DAY_MS;
      await clicks(() => 100, 64, TODAY);
      await watch();
      await deliver();
      expect(hook.received).toHaveLength(1);
      expect((await call('GET', `/alerts/${id}/`)).body).toMatchObject({
        judged_day: '2026/03/18',
        last_day: '2026/03/17',
      });
    });

    it.each(['stale_day', 'stale_media_day'])('wait for a day that is marked in %s', async (queue) => {
      const id = await createAlert();
      const state = async () => [
        await productsToWatch(api.database.db, now),
        await watches(api.database.db, product(), now),
        (await call('GET', `/alerts/${id}/test/`)).body.computing,
      ];
      const mark = () =>
        api.database.db.write((tx) =>
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
      expect(hook.received).toHaveLength(1);
      expect(textOf()).toMatch(/open ad 0: 10 \(below the threshold of 50\)/);
      expect(textOf()).toMatch(/open ad 1: 0 \(below the threshold of 50\)/);
      const { firings } = await history(id);
      expect(firings.map(({ ad_id: ad, value, low, high }: Json) => [ad, value, low, high])).toEqual([
        [api.world.open.ads[1], 0, 50, null],
        [api.world.open.ads[0], 10, 50, null],
      ]);
      expect(firings[0].path).toContain(`ad_ids=${api.world.open.ads[1]}`);
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
      const id = await createAlert({ ...more, ...(ad !== undefined && { ad_id: api.world.open.ads[ad] }) });
      await watch();
      await deliver();
      expect([(await history(id)).firings.length, hook.received.length]).toEqual([cases, Math.min(cases, 1)]);
    });

    it('have no usual range if there are too few weekdays', async () => {
      await createAlert();
      await clicks((_ad, back) => (back === 0 ? 1 : 100), 30);
      await watch();
      expect(await api.database.db.read('SELECT id FROM alert_firing')).toEqual([]);
    });

    it('wait for their hour, and for metrics that are still being computed', async () => {
      await createAlert({ hour: 15 });
      expect(await productsToWatch(api.database.db, now)).toEqual([]);
      now += 3 * 3_600_000;
      expect(await productsToWatch(api.database.db, now)).toEqual([product()]);
      await api.database.db.write((tx) =>
        insertRows(
          tx,
          'stale_day',
          ['product_id', 'day', 'since', 'marks'],
          [[product(), YESTERDAY, now, 1]],
        ),
      );
      expect(await productsToWatch(api.database.db, now)).toEqual([]);
      await api.database.db.write((tx) => tx.execute('DELETE FROM stale_day'));
      expect(await productsToWatch(api.database.db, now)).toEqual([product()]);
      await api.database.db.write((tx) => tx.execute('UPDATE alert SET status = 0'));
      expect(await productsToWatch(api.database.db, now)).toEqual([]);
    });

    it('are mailed to each address, in the language of the alert', async () => {
      await createAlert({
        channel: 1,
        recipients: 'a@example.jp, b@example.jp',
        webhook_url: null,
        locale: 'zh-CN',
      });
      await watch();
      await Promise.all([deliver(), deliver()]);
      await deliver();
      expect(smtp.mails.map(({ to }) => to.join()).sort()).toEqual([
        expect.stringContaining('a@example.jp'),
        expect.stringContaining('b@example.jp'),
      ]);
      expect(smtp.mails[0]!.headers.subject).toContain('预警');
      expect(hook.received).toEqual([]);
    });

    it('never call a private address outside the allow list, are retried, and report why', async () => {
      const id = await createAlert();
      await watch();
      await deliver([]);
      expect(hook.received).toEqual([]);
      expect((await history(id)).told).toEqual([
        expect.objectContaining({
          outcome: 'waiting',
          reason: 'REFUSED_ADDRESS',
          attempts: 1,
          next_at: '2026/03/18 12:00:10',
        }),
      ]);
      now += 10_000;
      hook.behave(500);
      await deliver();
      expect((await history(id)).told).toEqual([
        expect.objectContaining({
          outcome: 'waiting',
          reason: 'HTTP 500',
          attempts: 2,
          next_at: '2026/03/18 12:01:10',
        }),
      ]);
      now += 60_000;
      await deliver();
      expect((await history(id)).told).toEqual([
        expect.objectContaining({ outcome: 'failed', reason: 'HTTP 500', attempts: 3, next_at: null }),
      ]);
      now += DAY_MS / 2;
      await deliver();
      expect(hook.received).toHaveLength(2);
    });

    it('are not sent again if they may have arrived', async () => {
      const id = await createAlert();
      await watch();
      hook.behave('hang up');
      await deliver();
      hook.behave(200);
      now += 3_600_000;
      await deliver();
      expect([hook.received.length, (await history(id)).told[0].outcome]).toEqual([1, 'doubtful']);
    });

    it('are withheld from removed receivers', async () => {
      const id = await createAlert();
      await watch();
      const { body } = await call('GET', `/alerts/${id}/`);
      expect(
        (await call('PUT', `/alerts/${id}/`, { ...body, webhook_url: `${hook.url}/other` })).status,
      ).toBe(200);
      await deliver();
      expect([hook.received.length, (await history(id)).told[0].outcome]).toEqual([0, 'withheld']);
      expect((await call('DELETE', `/alerts/${id}/`)).status).toBe(204);
      expect(await api.database.db.read('SELECT id FROM alert_firing')).toEqual([]);
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
        hook.received,
        (await history(id)).firings,
        await productsToWatch(api.database.db, now),
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
        await productsToWatch(api.database.db, now),
        (await call('GET', `/alerts/${id}/test/`)).body,
      ]).toMatchObject([[], { day: '2026/03/17', next_day: '2026/03/18', next_at: '2026/03/19 09:00:00' }]);
      now += DAY_MS;
      expect(await productsToWatch(api.database.db, now)).toEqual([product()]);
      now = NOW;
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
      expect(await productsToWatch(api.database.db, now)).toEqual([product()]);
      await change({ rule: 1, threshold: 5 });
      expect(await productsToWatch(api.database.db, now)).toEqual([]);
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

    it('are never sent twice, even if workers are killed', async () => {
      const real = Date.now();
      await clicks((_ad, back) => (back === 0 ? 10 : 100), 63, addDays(dayOf(real), -1));
      const ids: number[] = [];
      for (let n = 0; n < 30; n += 1)
        ids.push(await createAlert({ title: `A${n}`, hour: 0, webhook_url: `${hook.url}/${n}` }));
      const start = (): ChildProcess =>
        spawn(
          process.execPath,
          ['--import', 'tsx', resolve(__dirname, 'testing/watch-process.ts'), api.database.url],
          { stdio: 'ignore' },
        );
      const workers = [start(), start()];
      const rows = () =>
        api.database.db.read<{ id: string; outcome: string | null }>('SELECT id, outcome FROM delivery');
      try {
        const until = async (enough: () => Promise<boolean> | boolean) => {
          for (const deadline = Date.now() + 90_000; !(await enough());) {
            if (Date.now() > deadline) throw new Error('the alerts did not get so far');
            await pause(10);
          }
        };
        for (const kill of [0, 1]) {
          await until(() => hook.received.length > 4 + 8 * kill);
          workers[kill]?.kill('SIGKILL');
          workers[kill] = start();
        }
        await until(async () => {
          const all = await rows();
          return all.length === 30 && all.every(({ outcome }) => outcome !== null);
        });
      } finally {
        workers.forEach((worker) => worker.kill('SIGKILL'));
      }
      const paths = hook.received.map(({ path }) => path);
      expect(paths.length).toBe(new Set(paths).size);
      expect(await api.database.db.read('SELECT alert_id FROM alert_firing')).toHaveLength(30);
      const outcomes = (await rows()).map(({ outcome }) => outcome);
      expect(
        outcomes.filter((outcome) => outcome === 'sent').length +
          outcomes.filter((outcome) => outcome === 'doubtful').length,
      ).toBe(30);
      expect(paths.length).toBeGreaterThanOrEqual(outcomes.filter((outcome) => outcome === 'sent').length);
    });
  });
});
