import { setTimeout } from 'node:timers/promises';
import { createMailer } from '../mail/mailer';
import { createLog } from '../http/request-log';
import { describeError } from '../http/describe-error';
import { runQueue } from '../jobs/queue-loop';
import { resetMailQueue } from '../settings/user/reset-mail-queue';
import { settle } from '../sweeps';
import { ALL_SWEEPS } from '../sweeps/sweeps';
import { onEachDatabase } from '../db/testing/databases';
import { injectFaults, MYSQL_FAULTS, SQLITE_FAULTS } from '../db/testing/faults';
import { send, startTracking, type TrackingServer } from '../tracking/testing/tracking-server';
import { PASSWORD } from './testing/api-world';
import { startApi, type ApiServer } from './testing/api-server';
import { logJobFailure } from './work';

jest.setTimeout(180_000);

/** Values of visitors, customers and users; each contains the word. */
const MARK = 'himitsu';
const UA = `Mozilla/5.0 (X11; Linux x86_64) ${MARK}-agent/1.0`;
const IP = '198.51.100.77';
const REFRESH = 'old-refresh-token';

/** Tables that the requests below and the worker write. */
const TABLES = [
  ...['interaction', 'access', 'conversion', 'click_key', 'stale_visitor', 'seen_count'],
  ...['conversion_touch', 'result', 'result_due', 'result_history', 'conversion_amendment'],
  ...['app_user', 'attempt', 'refresh_token', 'reset_mail', 'audit_log', 'audit_change', 'note'],
];

it('describes errors without the texts that people sent', () => {
  const parsed = (() => {
    try {
      return JSON.parse(`{"id": ${MARK}}`) as unknown;
    } catch (error) {
      return error;
    }
  })();
  const duplicate = Object.assign(new Error(`Duplicate entry '${MARK}' for key 'x' for key 'ux_a'`), {
    code: 'ER_DUP_ENTRY',
    errno: 1062,
    sql: `INSERT INTO a VALUES ('${MARK}')`,
    sqlMessage: `Duplicate entry '${MARK}' for key 'x' for key 'ux_a'`,
  });
  const refused = new Error(`550 5.1.1 <${MARK}@shop.example>: no such user`, { cause: duplicate });
  const described = [parsed, duplicate, refused, `${MARK}@shop.example`].map((error) => describeError(error));
  expect(JSON.stringify(described)).not.toContain(MARK);
  expect(described.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Unexpected token.* is not valid JSON$/),
    "ER_DUP_ENTRY: for key 'ux_a'",
    '550 5.1.1 <…>: no such user',
    '…',
  ]);
  expect(described[1]).toMatchObject({ code: 'ER_DUP_ENTRY', errno: 1062, type: 'Error' });
  expect(described[2]?.cause?.message).toBe("ER_DUP_ENTRY: for key 'ux_a'");
});

onEachDatabase((dialect) => {
  describe('the log of failed writes', () => {
    let api: ApiServer;
    let tracking: TrackingServer;
    let token: string;
    let serial = 0;
    let lines: string[] = [];
    const log = createLog('debug', { write: (line: string) => void lines.push(line) });

    beforeAll(async () => {
      api = await startApi(dialect, { log, trustProxy: 1 });
      tracking = await startTracking(api.database.db, { log, trustProxy: 1 });
      token = await api.tokenOf('admin@alpha.example');
    });
    afterAll(async () => {
      await tracking.stop();
      await api.stop();
    });
    beforeEach(() => {
      lines = [];
    });

    const execute = (sql: string) => api.database.db.write((tx) => tx.execute(sql));
    const headers = { 'x-forwarded-for': IP, 'user-agent': UA };

    /** Sends one request of each kind, whose values must not reach the log. */
    async function sendEverything(): Promise<void> {
      serial += 1;
      const { open } = api.world;
      const id = (kind: string) => `${MARK}-${kind}-${serial}`;
      const base = { product_id: open.product, visitor_id: id('visitor'), time: new Date().toISOString() };
      const collected = [
        {
          ...base,
          type: 'view',
          event_id: id('view'),
          url: `https://open.example/?q=${MARK}`,
          ad_id: open.ads[0],
        },
        {
          ...base,
          type: 'cv',
          event_id: id('cv'),
          cv_setting_id: open.cvSetting,
          user_id: id('user'),
          amount: 1,
        },
        { ...base, type: 'cv', event_id: id('bad'), cv_setting_id: 999_999, user_id: id('user') },
      ];
      const [code] = await api.database.db.read<{ code: string }>('SELECT code FROM redirect WHERE id = ?', [
        open.redirects[0],
      ]);
      const rest = (path: string, body: object, method = 'POST') =>
        api.rest(path, { token, method, body, headers });
      await Promise.all([
        send(tracking.url, `/r/${code?.code}?key1=${MARK}`, { headers }),
        send(tracking.url, '/collect', { method: 'POST', headers, body: JSON.stringify(collected) }),
        rest('/auth/signin/', { email: 'manager@alpha.example', password: PASSWORD }),
        rest('/auth/signin/', { email: `${MARK}@alpha.example`, password: 'wrong-password' }),
        rest('/auth/forgot-password/', { email: `${MARK}@alpha.example` }),
        rest('/auth/refresh/', { refresh: REFRESH }),
        rest('/users/', {
          ...{ user_name: MARK, email: `${id('mail')}@alpha.example`, password: PASSWORD, role_type: 2 },
          product_ids: [open.product],
        }),
        rest('/notes/', { product_id: open.product, day: '2026/01/15', note_text: MARK }),
        rest(
          `/logs/results/${open.results[0]}/`,
          { approval_status: 1 + (serial % 2), reason: MARK },
          'PATCH',
        ),
        rest('/logs/conversions/open-o0/amendments/', { amount: serial, reason: MARK }),
        rest('/privacy/erasures/', { product_id: open.product, user_id: id('user') }),
      ]);
      await tracking.tracking.drain(300).catch(() => undefined);
      const onError = logJobFailure(log);
      for (const sweep of ALL_SWEEPS)
        await settle(api.database.db, undefined, [sweep]).catch((error: unknown) =>
          onError(error, sweep.name),
        );
      await runQueue(
        api.database.db,
        resetMailQueue({ mailer: createMailer({ smtpUrl: undefined, log }), publicUrl: 'https://t.example' }),
        { stopping: () => false, onError: (error) => onError(error, 'reset_mail') },
      ).catch((error: unknown) => onError(error, 'reset_mail'));
    }

    const expectNoPersonalData = () => {
      const told = lines.filter((line) => line.includes('"err"'));
      expect(told.length).toBeGreaterThan(0);
      for (const value of [MARK, IP, 'agent/1.0', 'manager@', PASSWORD, REFRESH])
        expect(lines.filter((line) => line.includes(value))).toEqual([]);
    };

    it.each(TABLES)('holds no personal data when the table %s is missing', async (table) => {
      await execute(`ALTER TABLE ${table} RENAME TO ${table}_away`);
      try {
        await sendEverything();
      } finally {
        await execute(`ALTER TABLE ${table}_away RENAME TO ${table}`);
      }
      expectNoPersonalData();
    });

    it('holds no personal data when a value exists already', async () => {
      const indexes = [
        ['interaction', 'ip'],
        ['conversion', 'ip'],
        ['refresh_token', 'ip'],
        ['audit_log', 'action'],
      ] as const;
      await sendEverything();
      for (const [table, column] of indexes) {
        await execute(`DELETE FROM ${table}`);
        await execute(`CREATE UNIQUE INDEX ux_test_${table} ON ${table} (${column})`);
      }
      await sendEverything();
      await sendEverything();
      for (const [table] of indexes)
        await execute(`DROP INDEX ux_test_${table}${dialect === 'mysql' ? ` ON ${table}` : ''}`);
      expectNoPersonalData();
    });

    it('holds no personal data when the disk is full', async () => {
      const fault = (dialect === 'sqlite' ? SQLITE_FAULTS : MYSQL_FAULTS)['full disk'];
      const undo = injectFaults((sql) => (/^\s*(INSERT|UPDATE|DELETE)/i.test(sql) ? fault : undefined));
      await sendEverything().finally(undo);
      expectNoPersonalData();
    });

    it('holds no personal data when events stay on the disk for lack of a table', async () => {
      await execute('ALTER TABLE bad_event RENAME TO bad_event_away');
      await sendEverything();
      const waits = () => lines.some((line) => line.includes('events wait on disk'));
      for (let tries = 0; !waits() && tries < 300; tries += 1) await setTimeout(50);
      await execute('ALTER TABLE bad_event_away RENAME TO bad_event');
      expectNoPersonalData();
    });

    // SQLite stores values of any length.
    if (dialect === 'mysql')
      it('holds no personal data when a value is too long', async () => {
        await execute("UPDATE interaction SET ip = NULL, ua = NULL, key1 = NULL, visitor_id = 'v'");
        await execute('ALTER TABLE interaction MODIFY ip VARCHAR(3) NULL, MODIFY key1 VARCHAR(3) NULL');
        await execute('UPDATE audit_log SET ip = NULL');
        await execute('ALTER TABLE audit_log MODIFY ip VARCHAR(3) NULL');
        await sendEverything();
        await tracking.tracking.drain(3000).catch(() => undefined);
        expectNoPersonalData();
      });
  });
});
