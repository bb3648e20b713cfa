import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { seeded } from '../../shared/domain/testing/random';
import { insertRows } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { hostOf } from '../results/outbox/write-postbacks';

jest.setTimeout(180_000);

const ITEMS = 2000;
const KILLS = 2;
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let network: Server;
  const delivered = new Map<string, number>();
  const random = seeded(7);
  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    // An ad network that fails a fifth of requests and answers the others with 200.
    network = createServer((request, response) => {
      const key = String(request.headers['idempotency-key']);
      const fails = random.next() < 0.2;
      if (!fails) delivered.set(key, (delivered.get(key) ?? 0) + 1);
      response.writeHead(fails ? 500 : 200).end();
    });
    await new Promise<void>((done) => network.listen(0, '127.0.0.1', done));
  });
  afterAll(async () => {
    network.close();
    await test.drop();
  });

  it('delivers everything, and hardly anything twice, despite killed workers and failing requests', async () => {
    const url = `http://127.0.0.1:${(network.address() as AddressInfo).port}/cv`;
    const now = Date.now();
    const columns = ['id', 'product_id', 'asp_id', 'kind', 'url', 'host', 'created_at', 'due_at'];
    await test.db.write((tx) =>
      insertRows(
        tx,
        'postback',
        columns,
        Array.from({ length: ITEMS }, (_, n) => [
          `item-${n}`,
          1,
          n % 5,
          'created',
          url,
          hostOf(url),
          now,
          now,
        ]),
      ),
    );
    const start = (): ChildProcess =>
      spawn(
        process.execPath,
        ['--import', 'tsx', resolve(__dirname, 'testing/postback-process.ts'), test.url],
        { stdio: 'ignore' },
      );
    const waiting = async () =>
      Number(
        (
          await test.db.read<{ n: number }>('SELECT COUNT(*) AS n FROM postback WHERE result_status IS NULL')
        )[0]?.n,
      );
    const workers = [start(), start()];
    try {
      const until = async (enough: () => Promise<boolean> | boolean) => {
        for (const deadline = Date.now() + 90_000; !(await enough());) {
          if (Date.now() > deadline) throw new Error(`${await waiting()} still wait`);
          await pause(20);
        }
      };
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await until(() => delivered.size > (kill * ITEMS) / (KILLS + 2));
        workers[kill % 2]?.kill('SIGKILL');
        workers[kill % 2] = start();
      }
      await until(async () => (await waiting()) === 0);
    } finally {
      workers.forEach((worker) => worker.kill('SIGKILL'));
    }
    expect(
      await test.db.read('SELECT id FROM postback WHERE result_status = 1 AND due_at IS NULL'),
    ).toHaveLength(ITEMS);
    expect(delivered.size).toBe(ITEMS);
    const twice = [...delivered.values()].reduce((sum, times) => sum + times - 1, 0);
    // At most 4 for each of 5 networks are in flight. A killed worker's sent but unrecorded postbacks go out
    // again.
    expect(twice / ITEMS).toBeLessThan(0.02);
    // Every completed attempt is recorded.
    const [recorded] = await test.db.read<{ n: number }>(
      'SELECT COUNT(*) AS n FROM postback_attempt WHERE http_status = 200',
    );
    expect(Number(recorded?.n)).toBe(ITEMS);
  });
});
