import type { IncomingMessage, ServerResponse } from 'node:http';
import { timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, register } from 'prom-client';
import type { Database } from '../db/database';

/** Returns the reason why the product can't serve yet, or `undefined` when it is ready. */
export type Readiness = () => string | undefined;

interface Dependencies {
  db: Database;
  waitingFor: Readiness;
  metricsToken?: string | undefined;
}

const ANSWER_WITHIN_MS = 1500;

const json = (res: ServerResponse, status: number, body: object): void => {
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(JSON.stringify(body));
};

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

function mayReadMetrics(req: IncomingMessage, token: string | undefined): boolean {
  const bearer = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1];
  if (token && bearer) return same(bearer, token);
  const from = req.socket.remoteAddress ?? '';
  // A proxy on this machine forwards requests of other machines.
  return /^(::ffff:)?127\.|^::1$/.test(from) && req.headers['x-forwarded-for'] === undefined;
}

/** Returns why the database can't be used; undefined while it answers reads and its last known write succeeded. */
async function databaseFault(db: Database): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(db.fault ?? 'no answer in time'), ANSWER_WITHIN_MS);
  });
  const check = async () => {
    await db.read('SELECT 1');
    return (await db.canWrite()) ? undefined : (db.fault ?? 'writes fail');
  };
  try {
    return await Promise.race([check(), late]);
  } catch {
    return db.fault ?? 'reads fail';
  } finally {
    clearTimeout(timer);
  }
}

/** Answers /health, /ready and /metrics; returns false for other paths. */
export function createOperations({ db, waitingFor, metricsToken }: Dependencies) {
  collectDefaultMetrics();
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const path = (req.url ?? '').split('?', 1)[0];
    if (path === '/health') {
      json(res, 200, { status: 'ok' });
      return true;
    }
    if (path === '/ready') {
      const wait = (reason: string, detail?: string) =>
        json(res, 503, { status: 'waiting', reason, ...(detail !== undefined && { detail }) });
      const reason = waitingFor();
      if (reason) wait(reason, reason === 'database' ? db.fault : undefined);
      else
        void databaseFault(db).then((fault) =>
          fault === undefined ? json(res, 200, { status: 'ready' }) : wait('database', fault),
        );
      return true;
    }
    if (path === '/metrics') {
      if (!mayReadMetrics(req, metricsToken))
        json(res, 403, { _message: ['Metrics are for this machine or by token.'] });
      else
        void register.metrics().then(
          (text) => {
            res.writeHead(200, { 'Content-Type': register.contentType });
            res.end(text);
          },
          // Some metrics are read from the database, which may be down.
          () => json(res, 503, { _message: ['Metrics are not available right now.'] }),
        );
      return true;
    }
    return false;
  };
}
