import pino from 'pino';
import { loadConfig } from '../config';
import { onEachDatabase } from '../db/testing/databases';
import { queueTurn } from '../jobs';
import { createMailer, deliveryQueue } from '../mail';
import { startSmtpServer, type SmtpServer } from '../mail/testing/smtp-server';
import { fireSchedules, productsDue } from '../settings/report-schedule/fire';
import { reportDelivery } from './report-delivery';
import { reportApi } from './report-exporter';
import { startApi, type ApiServer } from './testing/api-server';
import { EVENT_TIME } from './testing/api-world';
import { visitors } from './testing/endpoints';

jest.setTimeout(180_000);

const PATH = '/report-schedules/';
const [ADMIN, MANAGER, ANALYST, AGENCY, STRANGER] = visitors.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
  string,
];
const HOUR = 3_600_000;
const log = pino({ level: 'silent' });

onEachDatabase((dialect) => {
  describe('report schedules', () => {
    let api: ApiServer;
    let smtp: SmtpServer;
    let view: { id: number; code: string };
    let admin: number;
    let others: { manager: number; analyst: number; agency: number };
    beforeAll(async () => {
      api = await startApi(dialect);
      smtp = await startSmtpServer();
      ({ admin, ...others } = api.world.users);
      view = (await call('POST', ADMIN, '/saved-views/', viewOf())).body;
    });
    afterAll(async () => {
      await smtp.close();
      await api.stop();
    });
    beforeEach(async () => {
      smtp.mails.length = 0;
      smtp.behave(() => 'ok');
      await api.database.db.write(async (tx) => {
        await tx.execute('DELETE FROM delivery');
        await tx.execute('DELETE FROM report_schedule');
      });
    });

    const call = async (method: string, email: string | null, path = PATH, body?: unknown) =>
      api.rest(path, { method, body, token: email && (await api.tokenOf(email)) });
    const viewOf = (more: object = {}) => {
      const { product } = api.world.open;
      return {
        product_id: product,
        title: '広告別 <b>サマリー</b>',
        path: '/analyze/ad-statistics',
        search: 'period=d30',
        report: 'ad_summaries',
        shared: true,
        report_query: `product_id=${product}&date_from=2020-01-01&date_to=2020-01-30&axis=ad&sortName=amount_sum&sortAsc=false&columns=ad,cv_total_final,amount_sum,cpa`,
        ...more,
      };
    };
    const schedule = (more: object = {}) => ({
      view_id: view.id,
      every: 'day',
      hour: 9,
      recipients: [admin],
      ...more,
    });
    const make = async (more: object = {}, email = ADMIN) =>
      (await call('POST', email, PATH, schedule(more))).body;
    const config = () =>
      loadConfig({
        JWT_SECRET: 'a secret for tests only, long enough',
        PUBLIC_URL: 'https://console.example',
        LOG_LEVEL: 'silent',
      });
    /** 9:00 on the day after the world's events. */
    const morning = EVENT_TIME - 3 * HOUR + 24 * HOUR;
    const fire = async (now: number) => {
      for (const product of await productsDue(api.database.db, now))
        await fireSchedules(api.database.db, product, now, async () => undefined);
    };
    const deliver = (now: number, smtpUrl: string | null = smtp.url) => {
      const mailer =
        smtpUrl === null ? null : createMailer({ smtpUrl, mailFrom: 'Console <c@console.example>', log });
      const queue = deliveryQueue(
        reportDelivery({
          mailer,
          publicUrl: 'https://console.example',
          api: reportApi(config(), log, () => now),
        }),
        { now: () => now },
      );
      return queueTurn(
        api.database.db,
        queue,
        { stopping: () => false, onError: () => undefined },
        { now: () => now, random: () => 0 },
      );
    };
    const setDue = (id: number, at: number) =>
      api.database.db.write((tx) =>
        tx.execute('UPDATE report_schedule SET next_at = ? WHERE id = ?', [at, id]),
      );
    const due = (id: number) => setDue(id, morning).then(() => fire(morning));
    const one = async (id: number) =>
      (await call('GET', ADMIN)).body.results.find((row: { id: number }) => row.id === id);
    const deliveries = async (id: number) =>
      (await call('GET', ADMIN, `${PATH}${id}/deliveries/`)).body.results;

    it('send table, total and file in each reader’s language, for a moved period', async () => {
      await api.rest('/auth/signin/', {
        body: { email: MANAGER, password: 'Password1!' },
        headers: { 'accept-language': 'en' },
      });
      const { id, next_at: next, paused } = await make({ recipients: [admin, others.manager] });
      expect([paused, next]).toEqual([false, expect.stringMatching(/ 09:00:00$/)]);
      await due(id);
      await deliver(morning);
      const [japanese, english] = [admin, others.manager].map((user) =>
        smtp.mails.find(({ headers }) => headers['message-id']?.includes(`report.${id}.${morning}.${user}@`)),
      );
      expect(japanese?.headers.subject).toBe('【Inflow Console】広告別 <b>サマリー</b>（2026/01/16）');
      expect(english?.headers.subject).toBe('[Inflow Console] 広告別 <b>サマリー</b> (2026/01/16)');
      const [text, html, csv] = japanese!.parts.map(({ body }) => body.toString());
      // The thirty days before the due day, not those of the day of saving.
      expect(text).toContain('2025/12/17 〜 2026/01/15');
      expect(text).toContain(`https://console.example/v/${view.code}`);
      expect(html).toContain('広告別 &#60;b&#62;サマリー');
      expect(html).not.toContain('<b>サマリー');
      const file = await fetch(
        `${api.url}/api/v1/analyses/ad_summaries/download/csv/?${new URLSearchParams(viewOf().report_query.replace('2020-01-01', '2025-12-17').replace('2020-01-30', '2026-01-15'))}&layout=document&locale=ja`,
        {
          headers: { authorization: `Bearer ${await api.tokenOf(ADMIN)}` },
        },
      );
      const downloaded = (await file.text()).split('\r\n').filter((line) => !line.startsWith('出力日時'));
      expect(
        csv!
          .replace(/^\uFEFF/, '')
          .split('\r\n')
          .filter((line) => !line.startsWith('出力日時')),
      ).toEqual(downloaded);
      const total = downloaded.filter(Boolean).at(-1)!.split(',');
      expect(total[0]).toBe('合計');
      expect(Number(total[2])).toBeGreaterThan(0);
      expect(html).toContain(Number(total[2]).toLocaleString('en-US'));
      expect(await one(id)).toMatchObject({
        last_outcome: 'sent',
        last_at: '2026/01/16 09:00:00',
        next_at: '2026/01/17 09:00:00',
      });
      expect(
        (await deliveries(id)).map(({ outcome, test }: { outcome: string; test: boolean }) => [
          outcome,
          test,
        ]),
      ).toEqual([
        ['sent', false],
        ['sent', false],
      ]);
    });

    it('send once per due time, even with several workers, and once for all missed times', async () => {
      const { id } = await make();
      await setDue(id, morning);
      const later = morning + 50 * HOUR;
      await Promise.all([fire(later), fire(later), fire(later)]);
      await Promise.all([deliver(later), deliver(later)]);
      expect(smtp.mails).toHaveLength(1);
      // The report of the latest time, not of the first missed one.
      expect(smtp.mails[0]?.headers.subject).toContain('2026/01/18');
      expect(await one(id)).toMatchObject({ last_at: '2026/01/18 09:00:00', next_at: '2026/01/19 09:00:00' });
      // Even if the due time is set back.
      await setDue(id, morning);
      await fire(later);
      await deliver(later);
      expect(smtp.mails).toHaveLength(1);
    });

    it('are retried while the mail server fails', async () => {
      const { id } = await make();
      await due(id);
      smtp.behave((step) => (step === 'RCPT' ? '451 later' : 'ok'));
      await deliver(morning);
      expect(await one(id)).toMatchObject({ last_outcome: 'waiting' });
      expect(await deliveries(id)).toMatchObject([
        {
          outcome: null,
          attempts: 1,
          reason: expect.stringContaining('451'),
          next_at: '2026/01/16 09:00:30',
        },
      ]);
      smtp.behave(() => 'ok');
      await deliver(morning + 30_000);
      expect([smtp.mails.length, (await one(id)).last_outcome]).toEqual([1, 'sent']);
    });

    it('are withheld without a mail server, with the reason', async () => {
      const { id } = await make();
      const sent = await call('POST', ADMIN, `/saved-views/${view.id}/send/`);
      expect([sent.status, sent.body]).toEqual([201, expect.objectContaining({ test: true, outcome: null })]);
      await deliver(api.clock.now, null);
      expect(await deliveries(id)).toMatchObject([{ outcome: 'withheld', reason: 'noSmtp', test: true }]);
    });

    it('send a test to the requesting user without changing the schedule', async () => {
      const { id, next_at: next } = await make({ recipients: [others.analyst] });
      for (let n = 0; n < 10; n += 1)
        expect((await call('POST', ADMIN, `/saved-views/${view.id}/send/`)).status).toBe(201);
      expect((await call('POST', ADMIN, `/saved-views/${view.id}/send/`)).status).toBe(429);
      await deliver(api.clock.now);
      expect(smtp.mails.map(({ to }) => to)).toEqual(Array.from({ length: 10 }, () => [ADMIN]));
      expect(smtp.mails[0]?.headers.subject).toContain('［テスト］');
      expect(await one(id)).toMatchObject({ next_at: next, last_at: null });
    });

    it('send a test before they exist, to users with access to the view, with their rights', async () => {
      const path = `/saved-views/${view.id}/`;
      expect((await call('POST', ANALYST, `${path}send/`)).status).toBe(201);
      await deliver(api.clock.now);
      expect(smtp.mails.map(({ to }) => to)).toEqual([[ANALYST]]);
      expect((await call('GET', ANALYST, `${path}tests/`)).body.results).toMatchObject([
        { test: true, outcome: 'sent' },
      ]);
      expect((await call('GET', ADMIN, `${path}tests/`)).body.results).toEqual([]);
      for (const email of [AGENCY, STRANGER])
        for (const [method, at] of [
          ['POST', 'send/'],
          ['GET', 'tests/'],
        ] as const)
          expect([email, at, (await call(method, email, path + at)).status]).toEqual([email, at, 404]);
      expect((await call('POST', ADMIN, '/saved-views/99999999999999/send/')).status).toBe(404);
    });

    it.each(['right', 'product', 'user', 'view'])(
      'are paused when the owner loses the %s',
      async (what) => {
        const { id } = await make({ recipients: [others.manager] }, MANAGER);
        await setDue(id, morning);
        const { db } = api.database;
        const lose: Record<string, [string, string]> = {
          right: [
            `INSERT INTO role_right (company_id, role_type, menu, level, version) VALUES (${api.world.company}, 2, 'analyze', 'none', 1)`,
            "DELETE FROM role_right WHERE menu = 'analyze'",
          ],
          product: [
            `DELETE FROM user_product WHERE user_id = ${others.manager} AND product_id = ${api.world.open.product}`,
            `INSERT INTO user_product (user_id, product_id) VALUES (${others.manager}, ${api.world.open.product})`,
          ],
          user: [
            `UPDATE app_user SET status = 0 WHERE id = ${others.manager}`,
            `UPDATE app_user SET status = 1 WHERE id = ${others.manager}`,
          ],
          view: [
            `UPDATE saved_view SET shared = 0 WHERE id = ${view.id}`,
            `UPDATE saved_view SET shared = 1 WHERE id = ${view.id}`,
          ],
        };
        const [gone, back] = lose[what]!;
        await db.write((tx) => tx.execute(gone));
        await fire(morning);
        await deliver(morning);
        await db.write((tx) => tx.execute(back));
        expect(smtp.mails).toEqual([]);
        expect(await one(id)).toMatchObject({
          paused: true,
          next_at: null,
          paused_reason: { right: 'noRight', product: 'noRight', user: 'ownerGone', view: 'viewGone' }[what],
        });
        const again = await call('PATCH', MANAGER, `${PATH}${id}/`, { paused: false });
        expect(again.body).toMatchObject({
          paused: false,
          paused_reason: null,
          next_at: expect.stringMatching(/09:00:00$/),
        });
      },
    );

    const ofAnalyst = (sql: string, ...more: number[]) =>
      api.database.db.write((tx) => tx.execute(sql, [others.analyst, ...more]));
    it.each<[string, (id: number) => Promise<unknown>, string]>([
      ['the right goes', () => ofAnalyst('DELETE FROM user_product WHERE user_id = ?'), 'recipientGone'],
      ['it is paused', (id) => call('PATCH', ADMIN, `${PATH}${id}/`, { paused: true }), 'byHand'],
      [
        'it goes to others',
        (id) => call('PATCH', ADMIN, `${PATH}${id}/`, { recipients: [admin] }),
        'recipientGone',
      ],
    ])('are withheld when %s between due time and delivery', async (_what, lose, reason) => {
      const { id } = await make({ recipients: [others.analyst] });
      await due(id).then(() => lose(id));
      await deliver(morning);
      await ofAnalyst('DELETE FROM user_product WHERE user_id = ?').then(() =>
        ofAnalyst('INSERT INTO user_product (user_id, product_id) VALUES (?, ?)', api.world.open.product),
      );
      expect([smtp.mails, await deliveries(id)]).toMatchObject([[], [{ outcome: 'withheld', reason }]]);
    });

    it('contain only an agency’s own ads, and mask persons as the reader’s role does', async () => {
      const own = (await call('POST', AGENCY, '/saved-views/', viewOf({ shared: false }))).body;
      const { id } = (
        await call('POST', AGENCY, PATH, schedule({ view_id: own.id, recipients: [others.agency] }))
      ).body;
      await setDue(id, morning);
      const cvs = (
        await call(
          'POST',
          ADMIN,
          '/saved-views/',
          viewOf({
            title: 'CV',
            path: '/analyze/cv',
            report: 'cv_info',
            report_query: `product_id=${api.world.open.product}&date_from=2020-01-01&date_to=2020-01-30`,
          }),
        )
      ).body;
      const persons = await make({ view_id: cvs.id, recipients: [admin, others.analyst] });
      await setDue(persons.id, morning);
      await fire(morning);
      await deliver(morning);
      const csvTo = (email: string) =>
        smtp.mails
          .find(({ to }) => to.includes(email))
          ?.parts.at(-1)
          ?.body.toString() ?? '';
      const names = await api.database.db.read<{ id: number; ad_name: string }>('SELECT id, ad_name FROM ad');
      const [theirs, foreign] = api.world.open.ads.map(
        (ad) => names.find(({ id: known }) => known === ad)?.ad_name ?? '?',
      );
      expect(csvTo(AGENCY)).toContain(theirs);
      expect(csvTo(AGENCY)).not.toContain(foreign);
      const [person] = await api.database.db.read<{ user_id: string }>(
        'SELECT user_id FROM conversion WHERE product_id = ? AND user_id IS NOT NULL LIMIT 1',
        [api.world.open.product],
      );
      expect(csvTo(ADMIN)).toContain(person!.user_id);
      expect(csvTo(ANALYST)).not.toContain(person!.user_id);
      expect(csvTo(ANALYST).length).toBeGreaterThan(100);
    });

    it('belong to their owner; an ADMIN can see, pause and delete others’', async () => {
      const { id } = await make({ recipients: [others.manager] }, MANAGER);
      const path = `${PATH}${id}/`;
      for (const email of [ANALYST, AGENCY, STRANGER]) {
        expect((await call('GET', email)).body.results).toEqual([]);
        for (const [method, at] of [
          ['PATCH', path],
          ['DELETE', path],
          ['GET', `${path}deliveries/`],
        ] as const)
          expect([
            email,
            method,
            (await call(method, email, at, method === 'PATCH' ? { hour: 1 } : undefined)).status,
          ]).toEqual([email, method, 404]);
      }
      expect((await one(id)).own).toBe(false);
      for (const change of [{ hour: 1 }, { paused: false }, { paused: true, recipients: [admin] }])
        expect((await call('PATCH', ADMIN, path, change)).status).toBe(403);
      expect((await call('PATCH', ADMIN, path, { paused: true })).body).toMatchObject({
        paused: true,
        paused_reason: 'byHand',
        version: 2,
      });
      expect((await call('PATCH', MANAGER, path, { hour: 7, version: 1 })).status).toBe(409);
      expect(
        (await call('PATCH', MANAGER, path, { every: 'week', weekday: 1, hour: 7, paused: false })).body,
      ).toMatchObject({ every: 'week', weekday: 1, hour: 7, paused: false });
      const twice = await call('POST', MANAGER, PATH, schedule({ recipients: [others.manager] }));
      expect([twice.status, Object.keys(twice.body.errors)]).toEqual([409, ['view_id']]);
      const { body: trail } = await call('GET', ADMIN, '/audit-logs/?entity=reportSchedule&page_size=100');
      expect(
        trail.results
          .filter(({ entity_id: of }: { entity_id: number }) => of === id)
          .map(({ action }: { action: string }) => action)
          .sort(),
      ).toEqual(['create', 'update', 'update']);
      expect((await call('DELETE', ADMIN, path)).status).toBe(204);
      expect((await call('DELETE', MANAGER, path)).status).toBe(404);
    });

    it('accept only recipients with access to the product’s reports', async () => {
      const names = async (email: string) =>
        (await call('GET', email, `${PATH}recipients/?product_id=${api.world.open.product}`)).body.results
          .map(({ id }: { id: number }) => id)
          .sort();
      const people = [admin, others.manager, others.analyst].sort();
      expect([await names(ADMIN), await names(ANALYST), await names(AGENCY)]).toEqual([
        people,
        people,
        [others.agency],
      ]);
      for (const [email, product] of [
        [ADMIN, api.world.foreign.product],
        [MANAGER, api.world.closed.product],
        [STRANGER, api.world.open.product],
      ] as const)
        expect((await call('GET', email, `${PATH}recipients/?product_id=${product}`)).status).toBe(403);
      for (const wrong of [others.agency, api.world.foreign.user, 987_654]) {
        const refused = await call('POST', ADMIN, PATH, schedule({ recipients: [admin, wrong] }));
        expect([refused.status, Object.keys(refused.body.errors)]).toEqual([403, ['recipients']]);
      }
    });

    it('require a sign-in and an accessible report view', async () => {
      for (const [method, path] of [
        ['GET', PATH],
        ['GET', `${PATH}recipients/?product_id=1`],
        ['POST', PATH],
        ['PATCH', `${PATH}1/`],
        ['DELETE', `${PATH}1/`],
        ['POST', '/saved-views/1/send/'],
        ['GET', '/saved-views/1/tests/'],
        ['GET', `${PATH}1/deliveries/`],
      ] as const) {
        expect([
          path,
          (await call(method, null, path, method === 'POST' || method === 'PATCH' ? schedule() : undefined))
            .status,
        ]).toEqual([path, 401]);
      }
      for (const email of [AGENCY, STRANGER])
        expect((await call('POST', email, PATH, schedule())).status).toBe(404);
      const list = (
        await call(
          'POST',
          ADMIN,
          '/saved-views/',
          viewOf({ path: '/log/cv', report: null, report_query: null }),
        )
      ).body;
      const refused = await call('POST', ADMIN, PATH, schedule({ view_id: list.id }));
      expect([
        refused.status,
        Object.keys(refused.body.errors),
        (await call('POST', ADMIN, `/saved-views/${list.id}/send/`)).status,
      ]).toEqual([400, ['view_id'], 400]);
    });

    it('are counted per view, whoever owns them', async () => {
      const count = async (email: string) =>
        (await call('GET', email, '/saved-views/')).body.results.find(
          (one: { id: number }) => one.id === view.id,
        ).schedule_count;
      await make();
      await make({ recipients: [others.manager] }, MANAGER);
      expect([await count(ADMIN), await count(ANALYST)]).toEqual([2, 2]);
    });

    it('store the reason of a pause', async () => {
      const { id } = await make();
      await api.database.db.write((tx) =>
        tx.execute(
          "UPDATE report_schedule SET paused_reason = 'ownerLostRight', next_at = NULL WHERE id = ?",
          [id],
        ),
      );
      await call('PATCH', ADMIN, `${PATH}${id}/`, { hour: 10, paused: true });
      expect(await one(id)).toMatchObject({ paused: true, paused_reason: 'ownerLostRight', hour: 10 });
      await call('PATCH', ADMIN, `${PATH}${id}/`, { paused: false });
      expect(await one(id)).toMatchObject({ paused: false, paused_reason: null });
    });

    it('are deleted with their view', async () => {
      const own = (await call('POST', MANAGER, '/saved-views/', viewOf({ shared: false }))).body;
      const { id } = (
        await call('POST', MANAGER, PATH, schedule({ view_id: own.id, recipients: [others.manager] }))
      ).body;
      await due(id);
      expect((await call('DELETE', MANAGER, `/saved-views/${own.id}/`)).status).toBe(204);
      expect(await one(id)).toBeUndefined();
      await deliver(morning);
      expect(smtp.mails).toEqual([]);
    });

    it.each([
      ['view_id', null, 400],
      ['view_id', {}, 400],
      ['every', 'hour', 400],
      ['every', null, 400],
      ['hour', 24, 400],
      ['hour', null, 400],
      ['hour', 1.5, 400],
      ['recipients', [], 400],
      ['recipients', Array.from({ length: 51 }, (_, n) => n + 1), 400],
    ])('reject %s %j by name', async (name, value, expected) => {
      const { status, body } = await call('POST', ADMIN, PATH, schedule({ [name]: value }));
      expect([status, Object.keys(body.errors ?? {})]).toEqual([expected, [name]]);
    });

    it.each([
      ['week', 'weekday', 7],
      ['week', 'weekday', null],
      ['month', 'day_of_month', 0],
      ['month', 'day_of_month', 32],
      ['month', 'day_of_month', null],
    ])('with a %s reject %s %j', async (every, name, value) => {
      const { status, body } = await call('POST', ADMIN, PATH, schedule({ every, [name]: value }));
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [name]]);
    });
  });
});
