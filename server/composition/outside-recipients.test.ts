import pino from 'pino';
import { loadConfig } from '../config/config';
import { onEachDatabase } from '../db/testing/databases';
import { runQueue } from '../jobs/queue-loop';
import { deliveryQueue } from '../mail/delivery-queue';
import { createMailer } from '../mail/mailer';
import { startSmtpServer, type SmtpServer } from '../mail/testing/smtp-server';
import { fireClientReports, productsWithDueReports } from '../settings/client-report/fire-client-reports';
import { recipientToken } from '../settings/client-report/outside-recipient.service';
import { clientReportDelivery } from '../share/client-report-mail';
import { reportApi } from './report-delivery';
import { SECRET, startApi, type ApiServer, type Json } from './testing/api-server';
import { EVENT_TIME, PASSWORD } from './testing/api-world';

jest.setTimeout(180_000);

const MANAGER = 'manager@alpha.example';
const DAY = 24 * 3_600_000;
const log = pino({ level: 'silent' });

onEachDatabase((dialect) => {
  describe('people outside the company', () => {
    let api: ApiServer;
    let smtp: SmtpServer;
    let view: number;
    beforeAll(async () => {
      smtp = await startSmtpServer();
      api = await startApi(dialect, { now: EVENT_TIME + DAY });
      const product = api.world.open.product;
      const { body } = await call('POST', '/saved-views/', {
        product_id: product,
        title: '広告別',
        path: '/analyze/ad-statistics',
        search: 'period=d30',
        report: 'ad_summaries',
        report_query: `product_id=${product}&axis=ad&columns=ad,cv_total_final`,
      });
      view = body.id;
    });
    afterAll(async () => {
      await smtp.close();
      await api.stop();
    });

    /** Signs in at the time of the clock: tests move it beyond the life of a token. */
    const tokenOf = async (email: string): Promise<string> =>
      (await api.rest('/auth/signin/', { body: { email, password: PASSWORD } })).body.access;
    const call = async (method: string, path: string, body?: unknown) =>
      api.rest(path, { method, body, token: await tokenOf(MANAGER) });
    const make = (recipients: string, more: object = {}) =>
      call('POST', '/client-reports/', {
        product_id: api.world.open.product,
        title: '月次レポート',
        addressee: '株式会社甲 御中',
        parts: [{ view_id: view }],
        every: 'month',
        day_of_month: 1,
        hour: 9,
        recipients,
        ...more,
      });
    const one = async (id: number): Promise<Json> =>
      (await call('GET', '/client-reports/')).body.results.find((row: Json) => row.id === id);

    /** Sends the mails that are due, like a worker, and returns them. */
    async function deliver(): Promise<readonly string[]> {
      smtp.mails.length = 0;
      const now = () => api.clock.now;
      const { db } = api.database;
      for (const product of await productsWithDueReports(db, now()))
        await fireClientReports(db, product, now(), async () => undefined);
      const config = loadConfig({ JWT_SECRET: SECRET, PUBLIC_URL: 'https://t.example', LOG_LEVEL: 'silent' });
      const kinds = clientReportDelivery({
        mailer: createMailer({ smtpUrl: smtp.url, mailFrom: 'Console <c@console.example>', log }),
        publicUrl: 'https://t.example',
        secret: SECRET,
        printer: null,
        api: reportApi(config, log, now),
      });
      // Signing in announces new devices.
      await db.write((tx) => tx.execute("DELETE FROM delivery WHERE kind = 'newDevice'"));
      const fail = (error: unknown) => {
        throw error;
      };
      await runQueue(
        db,
        deliveryQueue(kinds, { now }),
        { stopping: () => false, onError: fail },
        { now, random: () => 0 },
      );
      return smtp.mails.map((mail) => JSON.stringify(mail));
    }
    const press = (path: string, receive: 'on' | 'off') =>
      api.fetch(path, {
        raw: `receive=${receive}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'ja' },
      });
    const linkIn = async (recipient: string): Promise<string> => {
      const [row] = await api.database.db.read<Json>('SELECT * FROM outside_recipient WHERE email = ?', [
        recipient,
      ]);
      return `/share/mail/${recipientToken(SECRET, row)}`;
    };
    /** Moves the clock past the next due time. */
    const nextMonth = () => (api.clock.now += 32 * DAY);

    it('receive a client report only after they confirmed once, until they unsubscribe', async () => {
      const { body } = await make('Client@Outside.example, manager@alpha.example');
      expect(body).toMatchObject({ every: 'month', unconfirmed: ['client@outside.example'] });
      expect(body.next_at).toMatch(/\/01 09:00:00$/);
      const asked = await deliver();
      expect(asked).toHaveLength(1);
      expect(asked[0]).toContain('client@outside.example');
      nextMonth();
      // A colleague needs no consent.
      const first = await deliver();
      expect([first.length, first[0]?.includes('manager@alpha.example')]).toEqual([1, true]);

      const path = await linkIn('client@outside.example');
      api.clock.now = EVENT_TIME + 2 * DAY;
      const page = await api.fetch(path, { headers: { 'accept-language': 'ja' } });
      expect([page.status, String(page.body).includes('受け取る')]).toEqual([200, true]);
      // A scanner that follows the link confirms nothing.
      expect((await one(body.id)).unconfirmed).toEqual(['client@outside.example']);
      expect((await press(path, 'on')).body).toContain('配信を停止する');
      expect((await one(body.id)).unconfirmed).toEqual([]);

      nextMonth();
      nextMonth();
      const both = await deliver();
      expect(both).toHaveLength(2);
      expect(both.join()).toContain('report.html');

      expect((await press(path, 'off')).body).toContain('配信を停止しました');
      nextMonth();
      expect((await deliver()).join()).not.toContain('client@outside.example');
      // Saving the report again asks nobody who decided.
      await call('PATCH', `/client-reports/${body.id}/`, { title: '改題' });
      expect(await deliver()).toEqual([]);
      await call('DELETE', `/client-reports/${body.id}/`);
      nextMonth();
      expect(await deliver()).toEqual([]);
    });

    it('confirm within two weeks, and are asked once more by the next save', async () => {
      const { body } = await make('late@outside.example');
      expect(await deliver()).toHaveLength(1);
      const path = await linkIn('late@outside.example');
      api.clock.now += 15 * DAY;
      expect((await press(path, 'on')).status).toBe(404);
      expect((await one(body.id)).unconfirmed).toEqual(['late@outside.example']);
      await call('PATCH', `/client-reports/${body.id}/`, { title: '再送' });
      expect(await deliver()).toHaveLength(1);
      expect((await press(path, 'on')).status).toBe(200);
      await call('DELETE', `/client-reports/${body.id}/`);
    });

    it('receive nothing while the product’s sharing is off', async () => {
      const { body } = await make('manager@alpha.example');
      const allow = (allowed: boolean) =>
        call('PATCH', `/products/${api.world.open.product}/`, { sharing_allowed: allowed });
      await allow(false);
      nextMonth();
      expect(await deliver()).toEqual([]);
      await allow(true);
      await call('DELETE', `/client-reports/${body.id}/`);
    });

    it.each([
      ['no address', { recipients: '' }, 'recipients'],
      ['an address that is none', { recipients: 'somebody' }, 'recipients'],
      [
        'too many',
        { recipients: Array.from({ length: 21 }, (_, at) => `a${at}@x.example`).join() },
        'recipients',
      ],
      ['an unknown frequency', { every: 'hour' }, 'every'],
      ['an hour that is none', { hour: 24 }, 'hour'],
    ])('are refused with %s', async (_, wrong, field) => {
      const { status, body } = await make('client@outside.example', wrong);
      expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
    });

    it('have links that nobody can forge', async () => {
      for (const path of [
        '/share/mail/1',
        '/share/mail/x',
        `/share/mail/1.${'x'.repeat(43)}`,
        '/share/mail/9',
      ])
        for (const answer of [await api.fetch(path), await press(path, 'on')])
          expect([path, answer.status]).toEqual([path, 404]);
    });
  });
});
