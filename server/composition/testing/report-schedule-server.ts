import pino from 'pino';
import { loadConfig } from '../../config/config';
import type { Dialect } from '../../db/database';
import { runQueue } from '../../jobs/queue-loop';
import { createMailer } from '../../mail/mailer';
import { deliveryQueue } from '../../mail/delivery-queue';
import { reachOf } from '../../postbacks/request';
import { startSmtpServer, type SmtpServer } from '../../mail/testing/smtp-server';
import { fireSchedules, productsDue } from '../../settings/report-schedule/fire-schedules';
import { reportDelivery, reportApi } from '../report-delivery';
import { startApi, type ApiServer } from './api-server';
import { EVENT_TIME } from './api-world';

const PATH = '/report-schedules/';
const ADMIN = 'admin@alpha.example';
const HOUR = 3_600_000;
const log = pino({ level: 'silent' });

/** Server of the report schedule tests: the API, a mail server, and a shared view of the ADMIN. */
export interface ScheduleServer {
  readonly api: ApiServer;
  readonly smtp: SmtpServer;
  readonly view: { readonly id: number; readonly code: string };
  readonly admin: number;
  readonly others: { readonly manager: number; readonly analyst: number; readonly agency: number };
}

const viewOf = (product: number, more: object = {}) => ({
  product_id: product,
  title: '広告別 <b>サマリー</b>',
  path: '/analyze/ad-statistics',
  search: 'period=d30',
  report: 'ad_summaries',
  shared: true,
  report_query: `product_id=${product}&date_from=2020-01-01&date_to=2020-01-30&axis=ad&sortName=amount_sum&sortAsc=false&columns=ad,cv_total_final,amount_sum,cpa`,
  ...more,
});

export async function startScheduleServer(dialect: Dialect): Promise<ScheduleServer> {
  const api = await startApi(dialect, { webhookAllow: ['127.0.0.1'] });
  const smtp = await startSmtpServer();
  const { admin, ...others } = api.world.users;
  const token = await api.tokenOf(ADMIN);
  const { body: view } = await api.rest('/saved-views/', {
    method: 'POST',
    token,
    body: viewOf(api.world.open.product),
  });
  return { api, smtp, view, admin, others };
}

export async function stopScheduleServer({ api, smtp }: ScheduleServer): Promise<void> {
  await smtp.close();
  await api.stop();
}

/** Deletes all schedules and mails. */
export async function clearSchedules({ api, smtp }: ScheduleServer): Promise<void> {
  smtp.mails.length = 0;
  smtp.behave(() => 'ok');
  await api.database.db.write(async (tx) => {
    await tx.execute('DELETE FROM delivery');
    await tx.execute('DELETE FROM report_schedule');
  });
}

/** Creates the requests and the steps of a worker for the report schedule tests. */
export function scheduleCalls(server: () => ScheduleServer) {
  const call = async (method: string, email: string | null, path = PATH, body?: unknown) =>
    server().api.rest(path, { method, body, token: email && (await server().api.tokenOf(email)) });
  const schedule = (more: object = {}) => ({
    view_id: server().view.id,
    every: 'day',
    hour: 9,
    recipients: [server().admin],
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
    for (const product of await productsDue(server().api.database.db, now))
      await fireSchedules(server().api.database.db, product, now, async () => undefined);
  };
  const deliver = (now: number, smtpUrl: string | null = server().smtp.url) => {
    const mailer =
      smtpUrl === null ? null : createMailer({ smtpUrl, mailFrom: 'Console <c@console.example>', log });
    const queue = deliveryQueue(
      reportDelivery({
        mailer,
        reach: reachOf(['127.0.0.1']),
        publicUrl: 'https://console.example',
        api: reportApi(config(), log, () => now),
      }),
      { now: () => now },
    );
    return runQueue(
      server().api.database.db,
      queue,
      { stopping: () => false, onError: () => undefined },
      { now: () => now, random: () => 0 },
    );
  };
  const setDue = (id: number, at: number) =>
    server().api.database.db.write((tx) =>
      tx.execute('UPDATE report_schedule SET next_at = ? WHERE id = ?', [at, id]),
    );
  const due = (id: number) => setDue(id, morning).then(() => fire(morning));
  const one = async (id: number) =>
    (await call('GET', ADMIN)).body.results.find((row: { id: number }) => row.id === id);
  const deliveries = async (id: number) =>
    (await call('GET', ADMIN, `${PATH}${id}/deliveries/`)).body.results;

  return {
    call,
    viewOf: (more: object = {}) => viewOf(server().api.world.open.product, more),
    schedule,
    make,
    morning,
    fire,
    deliver,
    setDue,
    due,
    one,
    deliveries,
  };
}
