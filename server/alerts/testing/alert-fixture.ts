import pino from 'pino';
import { addDays, dayOf, type Day } from '../../../shared/domain/calendar';
import { startApi, type ApiServer, type Json } from '../../composition/testing/api-server';
import { callers } from '../../composition/testing/endpoints';
import { type Dialect } from '../../db/database';
import { runQueue } from '../../jobs/queue-loop';
import { createMailer } from '../../mail/mailer';
import { deliveryQueue } from '../../mail/delivery-queue';
import { startSmtpServer, type SmtpServer } from '../../mail/testing/smtp-server';
import { replaceClicks } from '../../rollups/testing/replace-clicks';
import { reachOf } from '../../postbacks/request';
import { alertDelivery } from '../send';
import { evaluateNextAlert } from '../due-alerts';
import { startReceiver, type WebhookReceiver } from './webhook-receiver';

/** Time at the start of each test. */
export const NOW = Date.parse('2026-03-18T12:00:00+09:00');
export const TODAY = dayOf(NOW);
export const YESTERDAY = addDays(TODAY, -1);
export const DAY_MS = 86_400_000;
const [ADMIN, MANAGER, ANALYST, AGENCY] = callers.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
];
export { ADMIN, AGENCY, ANALYST };

/** Runs an API with a webhook receiver and a mail server. Every test starts without alerts, and with an unusual yesterday. */
export function alertFixture(dialect: Dialect) {
  let api: ApiServer;
  let hook: WebhookReceiver;
  let smtp: SmtpServer;
  const clock = { now: NOW };
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
    clock.now = NOW;
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
  const clicks = (of: (ad: number, back: number) => number | undefined, days = 63, last: Day = YESTERDAY) =>
    api.database.db.write(async (tx) => {
      const { product, ads } = api.world.open;
      const rows = Array.from({ length: days }, (_, back) =>
        [0, 1].flatMap((ad): [Day, number, number][] => {
          const count = of(ad, back);
          return count === undefined ? [] : [[addDays(last, -back), ads[ad]!, count]];
        }),
      ).flat();
      await replaceClicks(tx, product, rows);
    });
  const call = async (method: string, path: string, body?: object, email = MANAGER) =>
    api.rest(path, { method, body, token: await api.tokenOf(email) });
  /**
   * Creates an alert that looks like one saved long ago. A newly saved alert ignores days that are over.
   */
  const createAlert = async (more: object = {}): Promise<number> => {
    const id = await save(more);
    await api.database.db.write((tx) => tx.execute('UPDATE alert SET from_day = NULL WHERE id = ?', [id]));
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
  const watch = () => evaluateNextAlert(api.database.db, product(), clock.now, async () => undefined);
  const deliver = (allow = ['127.0.0.0/8']) => {
    const mailer = createMailer({
      smtpUrl: smtp.url,
      mailFrom: 'a@b.example',
      log: pino({ level: 'silent' }),
    });
    const kind = alertDelivery({ mailer, reach: reachOf(allow), publicUrl: 'https://console.example' });
    return runQueue(
      api.database.db,
      deliveryQueue([kind], { retrySeconds: [10, 60], now: () => clock.now }),
      { stopping: () => false, onError: () => undefined },
      { now: () => clock.now, random: () => 0 },
    );
  };
  const history = async (id: number): Promise<Json> => (await call('GET', `/alerts/${id}/history/`)).body;
  const textOf = (index = 0): string => JSON.parse(hook.received[index]!.body).text;
  return {
    /** Current time of evaluation and delivery. */
    clock,
    get api() {
      return api;
    },
    get hook() {
      return hook;
    },
    get smtp() {
      return smtp;
    },
    clicks,
    call,
    createAlert,
    save,
    product,
    watch,
    deliver,
    history,
    textOf,
  };
}
