import { onEachDatabase } from '../db/testing/databases';
import { startReceiver, type WebhookReceiver } from '../alerts/testing/webhook-receiver';
import { callers } from './testing/endpoints';
import {
  clearSchedules,
  scheduleCalls,
  startScheduleServer,
  stopScheduleServer,
  type ScheduleServer,
} from './testing/report-schedule-server';

jest.setTimeout(180_000);

const PATH = '/report-schedules/';
const [ADMIN, MANAGER, ANALYST, AGENCY, STRANGER] = callers.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
  string,
];
const HOUR = 3_600_000;

onEachDatabase((dialect) => {
  describe('report delivery', () => {
    let server: ScheduleServer;
    let api: ScheduleServer['api'];
    let smtp: ScheduleServer['smtp'];
    let view: ScheduleServer['view'];
    let admin: number;
    let others: ScheduleServer['others'];
    beforeAll(async () => {
      server = await startScheduleServer(dialect);
      ({ api, smtp, view, admin, others } = server);
    });
    afterAll(() => stopScheduleServer(server));
    beforeEach(() => clearSchedules(server));
    const { call, viewOf, schedule, make, morning, fire, deliver, setDue, due, one, deliveries } =
      scheduleCalls(() => server);

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

    it.each(['right', 'product', 'user', 'view'])('are paused when the owner loses the %s', async (what) => {
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
    });

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

    describe('to a chat', () => {
      let chat: WebhookReceiver;
      beforeAll(async () => {
        chat = await startReceiver();
      });
      afterAll(() => chat.close());
      beforeEach(() => {
        chat.received.length = 0;
        chat.behave(200);
      });
      const allowSharing = (allowed: boolean) =>
        call('PATCH', MANAGER, `/products/${api.world.open.product}/`, { sharing_allowed: allowed });

      it('post the total and the first rows once, with or without mails', async () => {
        const { id } = await make({ recipients: [], webhook_url: `${chat.url}/secret` });
        await due(id);
        await Promise.all([deliver(morning), deliver(morning)]);
        expect(smtp.mails).toEqual([]);
        const { text } = JSON.parse(chat.received[0]?.body ?? '{}');
        expect([chat.received.length, chat.received[0]?.path]).toEqual([1, '/secret']);
        expect(text).toContain('広告別 &lt;b&gt;サマリー&lt;/b&gt;');
        expect(text).toContain(`https://console.example/v/${view.code}`);
        expect(text).toMatch(/^合計: 最終CV合計 [\d,]+, 売上/m);
        expect(await deliveries(id)).toMatchObject([{ user_name: null, outcome: 'sent' }]);
      });

      it('are not posted after sharing was switched off, or the chat removed', async () => {
        const { id } = await make({ webhook_url: chat.url });
        await due(id);
        await allowSharing(false);
        await deliver(morning);
        const outcomes = (await deliveries(id)).map(
          (one: { user_name: string; outcome: string; reason: string }) => [
            one.user_name === null,
            one.outcome,
            one.reason,
          ],
        );
        expect(outcomes.sort()).toEqual([
          [false, 'sent', null],
          [true, 'withheld', 'sharingOff'],
        ]);
        await allowSharing(true);
        await setDue(id, morning + 24 * HOUR);
        await fire(morning + 24 * HOUR);
        expect(
          (await call('PATCH', ADMIN, `${PATH}${id}/`, { webhook_url: '' })).body.webhook_url,
        ).toBeNull();
        await deliver(morning + 24 * HOUR);
        expect(chat.received).toEqual([]);
      });

      it('refuse single conversions, private addresses and products that share nothing', async () => {
        const cvs = (
          await call(
            'POST',
            ADMIN,
            '/saved-views/',
            viewOf({
              path: '/analyze/cv',
              report: 'cv_info',
              report_query: `product_id=${api.world.open.product}`,
            }),
          )
        ).body;
        for (const more of [
          { view_id: cvs.id, webhook_url: chat.url },
          { webhook_url: 'http://10.0.0.1/' },
          { webhook_url: 'ftp://a' },
        ]) {
          const { status, body } = await call('POST', ADMIN, PATH, schedule(more));
          expect([status, Object.keys(body.errors)]).toEqual([400, ['webhook_url']]);
        }
        await allowSharing(false);
        expect((await call('POST', ADMIN, PATH, schedule({ webhook_url: chat.url }))).status).toBe(409);
        await allowSharing(true);
      });

      it('show their address to nobody else', async () => {
        const { id } = await make(
          { recipients: [others.manager], webhook_url: `${chat.url}/secret` },
          MANAGER,
        );
        expect((await one(id)).webhook_url).toBeNull();
        const { body: trail } = await call('GET', ADMIN, '/audit-logs/?entity=reportSchedule&page_size=100');
        expect(JSON.stringify(trail)).toContain(chat.url);
        expect(JSON.stringify(trail)).not.toContain('secret');
      });
    });
  });
});
