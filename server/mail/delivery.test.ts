import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import pino from 'pino';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { runQueue } from '../jobs/queue-loop';
import { enqueueDeliveries, deliveryQueue, type DeliveryKind } from './delivery-queue';
import { createMailer } from './mailer';
import { startSmtpServer, type SmtpServer } from './testing/smtp-server';

jest.setTimeout(120_000);

const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));
const START = 1_800_000_000_000;
const of = (n: number) => ({ key: `test:${n}`, kind: 'test', subjectId: n, forTime: START });

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let smtp: SmtpServer;
  let now = START;
  beforeAll(async () => {
    test = await openTestDatabase(dialect);
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    smtp = await startSmtpServer();
    await test.db.write((tx) => tx.execute('DELETE FROM delivery'));
  });
  afterEach(() => smtp.close());

  const mailer = () =>
    createMailer({ smtpUrl: smtp.url, mailFrom: 'a@b.example', log: pino({ level: 'silent' }) });
  const plain = (): DeliveryKind => ({
    name: 'test',
    prepare:
      async (_db, { id }) =>
      async (signal) =>
        mailer()({ to: 'x@example.jp', subject: id, text: id, link: '', key: id }, signal),
  });
  const errors: string[] = [];
  const runDue = (kind: DeliveryKind = plain()) =>
    runQueue(
      test.db,
      deliveryQueue([kind], { retrySeconds: [10, 60], now: () => now }),
      { stopping: () => false, onError: (error) => errors.push(String(error)) },
      { now: () => now, random: () => 0 },
    );
  const rows = () =>
    test.db.read<{
      id: string;
      outcome: string | null;
      attempts: number;
      due_at: number | null;
      reason: string | null;
      handed_at: number | null;
    }>('SELECT id, outcome, attempts, due_at, reason, handed_at FROM delivery ORDER BY id');
  const note = (...numbers: number[]) => test.db.write((tx) => enqueueDeliveries(tx, numbers.map(of), now));

  it('is stored once, even if added several times at once', async () => {
    const news = await Promise.all([note(1, 2), note(2, 1), note(1, 1), note(2)]);
    expect(news.reduce((sum, n) => sum + n, 0)).toBe(2);
    expect(await note(1)).toBe(0);
    expect(await rows()).toHaveLength(2);
    await Promise.all([runDue(), runDue(), runDue()]);
    expect(smtp.mails.map(({ headers }) => headers.subject).sort()).toEqual(['test:1', 'test:2']);
    expect(await note(1)).toBe(0);
    await runDue();
    expect(smtp.mails).toHaveLength(2);
    expect(await rows()).toMatchObject([
      { outcome: 'sent', due_at: null },
      { outcome: 'sent', due_at: null },
    ]);
  });

  it('is retried while the server rejects it, and fails in the end', async () => {
    await note(1, 2);
    smtp.behave((step) => (step === 'RCPT' ? '451 later' : 'ok'));
    await runDue();
    expect(await rows()).toMatchObject([
      {
        outcome: null,
        attempts: 1,
        due_at: now + 10_000,
        handed_at: null,
        reason: expect.stringContaining('451 later'),
      },
      {},
    ]);
    now += 10_000;
    await runDue();
    await test.db.write((tx) => tx.execute("DELETE FROM delivery WHERE id = 'test:2'"));
    now += 60_000;
    await runDue();
    expect(await rows()).toMatchObject([
      { outcome: 'failed', attempts: 3, due_at: null, reason: expect.stringContaining('451 later') },
    ]);
    expect(smtp.mails).toEqual([]);
    await note(3);
    smtp.behave(() => 'ok');
    await runDue();
    expect(smtp.mails).toHaveLength(1);
  });

  it('is not sent again if it may have arrived', async () => {
    await note(1);
    smtp.behave((step) => (step === 'CONTENT' ? 'hang up' : 'ok'));
    await runDue();
    expect(await rows()).toMatchObject([{ outcome: 'doubtful', due_at: null }]);
    smtp.behave(() => 'ok');
    now += 3_600_000;
    await runDue();
    expect(smtp.mails).toHaveLength(1);
  });

  it('is withheld if it must not be sent, and follow-up changes are stored with its end', async () => {
    await note(1);
    const ends: unknown[] = [];
    await runDue({
      name: 'test',
      prepare: async () => ({ withheld: 'noRight' }),
      ended: async (_tx, { id }, end) => void ends.push([id, end]),
    });
    expect(await rows()).toMatchObject([{ outcome: 'withheld', reason: 'noRight', handed_at: null }]);
    expect(ends).toEqual([['test:1', { outcome: 'withheld', reason: 'noRight', at: now }]]);
  });

  it('is never sent twice, even if workers are killed', async () => {
    const many = Array.from({ length: 150 }, (_, n) => n);
    now = Date.now();
    await note(...many);
    const start = (): ChildProcess =>
      spawn(
        process.execPath,
        ['--import', 'tsx', resolve(__dirname, 'testing/delivery-process.ts'), test.url, smtp.url],
        { stdio: 'ignore' },
      );
    const workers = [start(), start()];
    try {
      const until = async (enough: () => Promise<boolean> | boolean) => {
        for (const deadline = Date.now() + 90_000; !(await enough());) {
          if (Date.now() > deadline) throw new Error('the deliveries did not get so far');
          await pause(10);
        }
      };
      for (const kill of [0, 1]) {
        await until(() => smtp.mails.length > 30 + 50 * kill);
        workers[kill]?.kill('SIGKILL');
        workers[kill] = start();
      }
      await until(async () => (await rows()).every(({ outcome }) => outcome !== null));
    } finally {
      workers.forEach((worker) => worker.kill('SIGKILL'));
    }
    const arrived = smtp.mails.map(({ headers }) => headers.subject ?? '');
    expect(arrived.length).toBe(new Set(arrived).size);
    const all = await rows();
    for (const { id, outcome } of all) {
      if (outcome === 'sent') expect(arrived).toContain(id);
      else expect(outcome).toBe('doubtful');
    }
    // At most the deliveries that two killed workers were sending.
    expect(all.filter(({ outcome }) => outcome === 'doubtful').length).toBeLessThanOrEqual(6);
  });
});
