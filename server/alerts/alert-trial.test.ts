import { addDays, dayOf, type Day } from '../../shared/domain/calendar';
import { startApi, type ApiServer } from '../composition/testing/api-server';
import { callers } from '../composition/testing/endpoints';
import { onEachDatabase } from '../db/testing/databases';
import { startSmtpServer, type SmtpServer } from '../mail/testing/smtp-server';
import { replaceClicks } from '../rollups/testing/replace-clicks';
import { startReceiver, type WebhookReceiver } from './testing/webhook-receiver';

jest.setTimeout(180_000);

const NOW = Date.parse('2026-03-18T12:00:00+09:00');
const YESTERDAY = addDays(dayOf(NOW), -1);
const [, MANAGER, ANALYST, AGENCY] = callers.map(({ email }) => email) as [string, string, string, string];

onEachDatabase((dialect) => {
  describe('alerts', () => {
    let api: ApiServer;
    let hook: WebhookReceiver;
    let smtp: SmtpServer;
    beforeAll(async () => {
      smtp = await startSmtpServer();
      hook = await startReceiver();
      api = await startApi(dialect, { webhookAllow: ['127.0.0.0/8'], smtpUrl: smtp.url, now: NOW });
    });
    afterAll(async () => {
      await Promise.all([api.stop(), hook.close(), smtp.close()]);
    });
    beforeEach(async () => {
      hook.behave(200);
      hook.received.length = 0;
      smtp.mails.length = 0;
      await api.database.db.write(async (tx) => {
        for (const table of [
          'alert',
          'alert_firing',
          'delivery',
          'attempt',
          'stale_day',
          'stale_media_day',
          'stale_visitor',
        ])
          await tx.execute(`DELETE FROM ${table}`);
        const rows = Array.from({ length: 63 }, (_, back): [Day, number, number] => [
          addDays(YESTERDAY, -back),
          api.world.open.ads[0]!,
          back === 0 ? 110 : 200,
        ]);
        await replaceClicks(tx, product(), rows);
      });
    });

    const product = () => api.world.open.product;
    const call = async (method: string, path: string, body?: object, email = MANAGER) =>
      api.rest(path, { method, body, token: await api.tokenOf(email) });
    const textOf = (index = 0): string => JSON.parse(hook.received[index]!.body).text;
    /** Creates an alert that looks like one saved long ago. */
    const createAlert = async (): Promise<number> => {
      const body = {
        product_id: product(),
        title: 'x',
        measure: 'ad_click_count',
        rule: 3,
        scope: 1,
        hour: 9,
        channel: 2,
        webhook_url: `${hook.url}/services/T1`,
      };
      const { id } = (await call('POST', '/alerts/', body)).body;
      await api.database.db.write((tx) => tx.execute('UPDATE alert SET from_day = NULL WHERE id = ?', [id]));
      return id;
    };

    describe('before they are saved', () => {
      const draft = (more: object = {}) => ({
        product_id: product(),
        title: '試し',
        measure: 'ad_click_count',
        rule: 3,
        scope: 1,
        hour: 9,
        channel: 2,
        webhook_url: `${hook.url}/try`,
        ...more,
      });
      const rows = async () => [
        await api.database.db.read('SELECT id FROM alert'),
        await api.database.db.read('SELECT id FROM delivery'),
        await api.database.db.read('SELECT id FROM alert_firing'),
      ];

      it('show their result without receivers, and store nothing', async () => {
        const { status, body } = await call(
          'POST',
          '/alerts/try/',
          draft({ channel: 1, recipients: null, webhook_url: null }),
        );
        expect([status, body]).toMatchObject([
          200,
          { day: '2026/03/17', raised: 1, next_day: '2026/03/18', cases: [{ value: 110, raised: true }] },
        ]);
        expect([hook.received, await rows()]).toEqual([[], [[], [], []]]);
      });

      it('are sent to the webhook, and show its answer', async () => {
        const { status, body } = await call('POST', '/alerts/send/', draft());
        expect([status, body]).toMatchObject([
          200,
          {
            to: `${hook.url}/try`,
            delivered: true,
            reason: null,
            webhook: { http_status: 200, diagnosis: 'delivered' },
          },
        ]);
        expect([hook.received.length, textOf()]).toEqual([
          1,
          expect.stringMatching(/［テスト］アラート：試し.*\nテスト送信です。[^]*110/),
        ]);
        hook.behave(500);
        expect((await call('POST', '/alerts/send/', draft())).body).toMatchObject({
          delivered: false,
          webhook: { http_status: 500, diagnosis: 'serverError' },
        });
        expect(await rows()).toEqual([[], [], []]);
      });

      it('are only mailed to the user who tests', async () => {
        const { body } = await call(
          'POST',
          '/alerts/send/',
          draft({ channel: 1, recipients: 'boss@example.jp', webhook_url: null }),
        );
        expect([body.to, body.delivered, smtp.mails.map(({ to }) => to)]).toEqual([
          MANAGER,
          true,
          [[MANAGER]],
        ]);
        smtp.behave((step) => (step === 'RCPT' ? '550 no such user' : 'ok'));
        expect((await call('POST', '/alerts/send/', draft({ channel: 1 }))).body).toMatchObject({
          delivered: false,
          reason: expect.stringMatching(/^recipient: .*550/),
        });
        smtp.behave(() => 'ok');
      });

      it('use the stored values if only changes are given', async () => {
        const id = await createAlert();
        expect((await call('POST', `/alerts/${id}/try/`, { rule: 1, threshold: 1000 })).body).toMatchObject({
          raised: 0,
          judged: 1,
          next_day: '2026/03/18',
        });
        expect((await call('POST', `/alerts/${id}/try/`, { title: 'y' })).body).toMatchObject({
          raised: 1,
          next_day: '2026/03/17',
        });
        expect((await call('POST', `/alerts/${id}/send/`, {})).body).toMatchObject({
          to: `${hook.url}/services/T1`,
          delivered: true,
        });
      });

      it('can be tested by editors in their own products, ten times in a quarter of an hour', async () => {
        for (const path of ['/alerts/try/', '/alerts/send/']) {
          expect((await api.rest(path, { method: 'POST', body: draft() })).status).toBe(401);
          for (const email of [ANALYST, AGENCY])
            expect([email, (await call('POST', path, draft(), email)).status]).toEqual([email, 403]);
          expect((await call('POST', path, draft({ product_id: api.world.foreign.product }))).status).toBe(
            403,
          );
          expect(
            (await call('POST', path, draft({ scope: 3, ad_id: api.world.foreign.ads[0] }))).status,
          ).toBe(403);
          expect((await call('POST', `${path.replace('alerts/', 'alerts/987654/')}`, {})).status).toBe(404);
        }
        const answers = await Promise.all(
          Array.from({ length: 11 }, () => call('POST', '/alerts/send/', draft())),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([
          ...Array.from({ length: 10 }, () => 200),
          429,
        ]);
        expect(hook.received).toHaveLength(10);
      });

      it.each<[string, object]>([
        ['title', { title: 'x'.repeat(70_000) }],
        ['measure', { measure: 'colour' }],
        ['threshold', { rule: 1 }],
        ['webhook_url', { webhook_url: null }],
        ['webhook_url', { webhook_url: 'file:///etc/passwd' }],
        ['webhook_url', { webhook_url: `https://hooks.example/${'x'.repeat(3000)}` }],
        ['webhook_url', { webhook_url: 'http://10.0.0.1/x' }],
      ])('reject %s, and send nothing', async (field, more) => {
        const { status, body } = await call('POST', '/alerts/send/', draft(more));
        expect([status, Object.keys(body.errors ?? {}), hook.received]).toEqual([400, [field], []]);
      });
    });

    it.each([
      'http://10.0.0.1/x',
      'http://[::1]/',
      'http://0xa000001/',
      'http://169.254.169.254/latest/',
      'http://[::ffff:10.0.0.1]/',
    ])('are not sent to %s, and saving rejects it', async (url) => {
      const { status, body } = await call('POST', '/alerts/', {
        product_id: product(),
        title: 'x',
        measure: 'cpa',
        rule: 3,
        scope: 1,
        channel: 2,
        webhook_url: url,
      });
      expect([status, body.errors?.webhook_url?.[0]]).toEqual([
        400,
        expect.stringContaining('WEBHOOK_ALLOW'),
      ]);
    });

    it('keep a webhook that was allowed before through other changes', async () => {
      const id = await createAlert();
      await api.database.db.write((tx) =>
        tx.execute("UPDATE alert SET webhook_url = 'http://10.0.0.1/x' WHERE id = ?", [id]),
      );
      const { body } = await call('GET', `/alerts/${id}/`);
      expect((await call('PUT', `/alerts/${id}/`, { ...body, title: '別名' })).status).toBe(200);
      expect(
        (
          await call('PUT', `/alerts/${id}/`, {
            ...body,
            version: undefined,
            webhook_url: 'http://10.0.0.2/x',
          })
        ).status,
      ).toBe(400);
    });

    it.each<[string, object]>([
      ['title', { title: '' }],
      ['measure', { measure: 'colour' }],
      ['measure', { measure: 'cpa,roas' }],
      ['rule', { rule: 9 }],
      ['rule', { rule: 3, measure: 'profit' }],
      ['threshold', { rule: 1, threshold: null }],
      ['threshold', { rule: 1, threshold: 1e13 }],
      ['ad_id', { scope: 3 }],
      ['hour', { hour: 24 }],
      ['hour', { hour: 1.5 }],
      ['channel', { channel: 3 }],
      ['recipients', { channel: 1, recipients: null }],
      ['recipients', { channel: 1, recipients: 'nobody' }],
      [
        'recipients',
        { channel: 1, recipients: Array.from({ length: 11 }, (_, n) => `a${n}@example.jp`).join() },
      ],
      ['webhook_url', { webhook_url: null }],
      ['webhook_url', { webhook_url: 'javascript:alert(1)' }],
      ['locale', { locale: 'fr' }],
    ])('reject %s of %j', async (field, more) => {
      const { status, body } = await call('POST', '/alerts/', {
        product_id: product(),
        title: 'x',
        measure: 'ad_click_count',
        rule: 3,
        scope: 1,
        hour: 9,
        channel: 2,
        webhook_url: 'https://hooks.example/x',
        ...more,
      });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    });

    it('reject ads of other products, and other products', async () => {
      const one = {
        product_id: product(),
        title: 'x',
        measure: 'cpa',
        rule: 3,
        scope: 3,
        ad_id: api.world.foreign.ads[0],
        channel: 2,
        webhook_url: 'https://hooks.example/x',
      };
      expect((await call('POST', '/alerts/', one)).status).toBe(403);
      expect(
        (
          await call('POST', '/alerts/', {
            ...one,
            ad_id: api.world.open.ads[0],
            product_id: api.world.closed.product,
          })
        ).status,
      ).toBe(403);
    });
  });
});
