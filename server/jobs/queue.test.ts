import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { insertRows } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { runQueue } from './queue-loop';
import type { Queue } from './job';

jest.setTimeout(120_000);

const ITEMS = 120;
const CLAIM_MS = 2000;
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

interface Note {
  readonly what: 'begin' | 'end' | 'done';
  readonly id: number;
  readonly pid: number;
  readonly at: number;
}

onEachDatabase((dialect) => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openTestDatabase(dialect);
  });
  afterAll(() => test.drop());

  const fill = (many: number, now: number) =>
    test.db.write((tx) =>
      insertRows(
        tx,
        'reset_mail',
        ['recipient', 'locale', 'created_at', 'due_at', 'attempts'],
        Array.from({ length: many }, (_, n) => [`r${n}`, 'en', now, now, 0]),
      ),
    );
  const left = () =>
    test.db.read<{ attempts: number; due_at: number | null; owner: string | null; reason: string | null }>(
      'SELECT attempts, due_at, owner, reason FROM reset_mail',
    );

  it('processes every item of a queue, and none by two workers at once, although a worker is killed', async () => {
    await fill(ITEMS, Date.now());
    const path = join(mkdtempSync(join(tmpdir(), 'inflow-queue-')), 'notes');
    const notes = (): Note[] =>
      existsSync(path)
        ? readFileSync(path, 'utf8')
            .split('\n')
            .slice(0, -1)
            .map((line) => JSON.parse(line) as Note)
        : [];
    const start = (): ChildProcess =>
      spawn(
        process.execPath,
        ['--import', 'tsx', resolve(__dirname, 'testing/queue-process.ts'), test.url, path],
        { stdio: 'ignore' },
      );
    const [first, second] = [start(), start()];
    try {
      const at = async (enough: () => boolean | Promise<boolean>) => {
        for (const deadline = Date.now() + 60_000; !(await enough());) {
          if (Date.now() > deadline) throw new Error('the queue did not get so far');
          await pause(10);
        }
      };
      // Kill the first worker while it processes an item.
      const open = () =>
        notes()
          .filter(({ pid }) => pid === first.pid)
          .reduce((n, { what }) => n + (what === 'begin' ? 1 : -1), 0);
      await at(() => notes().length > ITEMS / 10 && open() > 0);
      first.kill('SIGKILL');
      const killedAt = Date.now();
      await at(async () => (await left()).length === 0);
      second.kill('SIGTERM');
      const all = notes();
      expect(new Set(all.map(({ pid }) => pid)).size).toBe(2);
      expect(new Set(all.filter(({ what }) => what === 'done').map(({ id }) => id)).size).toBe(ITEMS);
      for (const id of new Set(all.map((note) => note.id))) {
        const mine = all.filter((note) => note.id === id);
        mine.forEach(({ what, at: startedAt }, n) => {
          if (what !== 'begin' || n === 0) return;
          const before = mine[n - 1]!;
          // The earlier owner has finished, or was killed and its claim has expired.
          if (before.what === 'begin')
            expect([before.pid, startedAt >= Math.min(killedAt, before.at + CLAIM_MS)]).toEqual([
              first.pid,
              true,
            ]);
        });
      }
    } finally {
      first.kill('SIGKILL');
      second.kill('SIGKILL');
    }
  });

  describe('failing item', () => {
    let now = 1_800_000_000_000;
    const errors: string[] = [];
    const queue = (work: Queue['work'], more: Partial<Queue> = {}): Queue => ({
      name: 'reset_mail',
      columns: [],
      everyMs: 1,
      concurrency: 3,
      timeoutMs: 50,
      retrySeconds: [10, 60],
      work,
      ...more,
    });
    const run = (one: Queue) =>
      runQueue(
        test.db,
        one,
        { stopping: () => false, onError: (error) => errors.push(String(error)) },
        { now: () => now, random: () => 0 },
      );
    beforeEach(async () => {
      errors.length = 0;
      await test.db.write((tx) => tx.execute('DELETE FROM reset_mail'));
      await fill(1, now);
    });

    it('is retried after growing intervals and abandoned with the reason', async () => {
      const failing = queue(() => Promise.reject(new Error('the mail server is away')));
      const seen: [number, number | null][] = [];
      for (const wait of [0, 10_000, 60_000, 3_600_000]) {
        now += wait;
        await run(failing);
        const [row] = await left();
        seen.push([row!.attempts, row!.due_at === null ? null : row!.due_at - now]);
      }
      expect(seen).toEqual([
        [1, 10_000],
        [2, 60_000],
        [3, null],
        [3, null],
      ]);
      expect(await left()).toMatchObject([{ owner: null, reason: 'the mail server is away' }]);
      expect(errors).toHaveLength(3);
    });

    it('is stopped by a timeout', async () => {
      await run(queue(() => new Promise(() => undefined)));
      expect(await left()).toMatchObject([{ attempts: 1, owner: null, reason: 'took longer than 0.05 s' }]);
    });

    it('is abandoned if it crashes its worker', async () => {
      await test.db.write((tx) => tx.execute('UPDATE reset_mail SET attempts = 3'));
      let worked = 0;
      await run(queue(async () => void (worked += 1)));
      expect([worked, await left()]).toMatchObject([0, [{ due_at: null, reason: 'no attempt finished' }]]);
    });

    it('is not completed by a former owner', async () => {
      const slow = queue(async () => {
        await test.db.write((tx) => tx.execute("UPDATE reset_mail SET owner = 'another'"));
      });
      await run(slow);
      expect(await left()).toMatchObject([{ owner: 'another' }]);
    });
  });
});
