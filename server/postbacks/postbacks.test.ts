import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FAILURES_TO_OPEN } from '../../shared/domain/postback';
import { insertRows } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { runQueue } from '../jobs/queue-loop';
import { makeProduct } from '../journeys/testing/fixture';
import { Asp } from '../settings/asp/asp.entity';
import { hostOf } from '../results/outbox/write-postbacks';
import { readLanes, postbackQueue } from './postback-queue';
import { reachOf } from './request';

jest.setTimeout(60_000);

type Answer = (path: string, response: ServerResponse) => void;

/** Fake ad network server on this machine. */
async function network(answer: Answer): Promise<{
  url: string;
  requests: { path: string; key: string }[];
  mostAtOnce: () => number;
  close: () => void;
}> {
  const requests: { path: string; key: string }[] = [];
  let [open, most] = [0, 0];
  const server: Server = createServer((request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => (open -= 1));
    requests.push({ path: String(request.url), key: String(request.headers['idempotency-key']) });
    answer(String(request.url), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, requests, mostAtOnce: () => most, close };
}

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let productId: number;
  let now = Date.UTC(2026, 0, 10);
  const errors: unknown[] = [];
  const opened: { close: () => void }[] = [];
  const queue = postbackQueue({
    reach: reachOf(['127.0.0.0/8']),
    retrySeconds: [60, 300, 1800, 7200, 43200],
  });
  const runDue = () =>
    runQueue(
      test.db,
      queue,
      { stopping: () => false, onError: (error) => errors.push(error) },
      { now: () => now, random: () => 0 },
    );
  const server = async (answer: Answer) => {
    const created = await network(answer);
    opened.push(created);
    return created;
  };

  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    ({ productId } = await makeProduct(test.db));
  });
  afterAll(() => test.drop());
  afterEach(async () => {
    opened.splice(0).forEach(({ close }) => close());
    errors.length = 0;
    for (const table of ['postback', 'postback_attempt', 'postback_host', 'postback_pace'])
      await test.db.write((tx) => tx.execute(`DELETE FROM ${table}`));
  });

  const put = (urls: readonly string[], aspId = 0) =>
    test.db.write((tx) =>
      insertRows(
        tx,
        'postback',
        ['id', 'product_id', 'asp_id', 'kind', 'url', 'host', 'created_at', 'due_at'],
        urls.map((url, n) => [
          `${aspId}-${String(n).padStart(3, '0')}`,
          productId,
          aspId,
          'created',
          url,
          hostOf(url),
          now,
          now,
        ]),
      ),
    );
  const makeAsp = (settings: Partial<Asp> = {}) =>
    test.db.write(
      async ({ manager }) =>
        (await manager.save(Object.assign(new Asp(), { productId, aspName: 'A' }, settings))).id,
    );
  interface Item {
    readonly id: string;
    readonly due_at: number | null;
    readonly attempts: number;
    readonly owner: string | null;
    readonly reason: string | null;
    readonly result_status: number | null;
    readonly executed_at: number | null;
  }
  const items = () =>
    test.db.read<Item>(
      'SELECT id, due_at, attempts, owner, reason, result_status, executed_at FROM postback ORDER BY id',
    );
  const attempts = () =>
    test.db.read<{
      postback_id: string;
      http_status: number | null;
      error: string | null;
      answer: string | null;
      request_headers: string;
    }>('SELECT * FROM postback_attempt ORDER BY id');

  it('delivers once and records the attempt', async () => {
    const asp = await server((_path, response) => response.end('thanks'));
    await put([`${asp.url}/cv?x=1`]);
    await runDue();
    expect(asp.requests).toEqual([{ path: '/cv?x=1', key: '0-000' }]);
    expect(await items()).toMatchObject([
      { due_at: null, attempts: 1, owner: null, reason: null, result_status: 1 },
    ]);
    expect(await attempts()).toMatchObject([
      { postback_id: '0-000', http_status: 200, error: null, answer: 'thanks' },
    ]);
    expect((await attempts())[0]?.request_headers).toContain('idempotency-key: 0-000');
    await runDue();
    expect(asp.requests).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it('tries six times with its backoff under the same key, then gives up', async () => {
    const asp = await server((_path, response) => response.writeHead(500).end('no'));
    await put([`${asp.url}/cv`]);
    const delays: (number | null)[] = [];
    for (const seconds of [0, 60, 300, 1800, 7200, 43200, 86400]) {
      now += seconds * 1000;
      await runDue();
      const [item] = await items();
      delays.push(item?.due_at == null ? null : (Number(item.due_at) - now) / 1000);
    }
    expect(delays).toEqual([60, 300, 1800, 7200, 43200, null, null]);
    expect(asp.requests).toEqual(Array.from({ length: 6 }, () => ({ path: '/cv', key: '0-000' })));
    expect(await items()).toMatchObject([{ attempts: 6, result_status: 0, reason: 'serverError' }]);
    expect(errors).toEqual([]);
  });

  it('keeps a network that never answers from blocking others', async () => {
    const [dead, fine] = [await server(() => undefined), await server((_path, response) => response.end())];
    const [slowAsp, fastAsp] = [await makeAsp(), await makeAsp()];
    await put(
      Array.from({ length: 6 }, (_, n) => `${dead.url}/${n}`),
      slowAsp,
    );
    await put(
      Array.from({ length: 30 }, (_, n) => `${fine.url}/${n}`),
      fastAsp,
    );
    const stop = new AbortController();
    const done = runQueue(
      test.db,
      queue,
      { stopping: () => stop.signal.aborted, onError: (error) => errors.push(error) },
      { now: () => now, random: () => 0 },
    );
    const until = async (enough: () => Promise<boolean> | boolean) => {
      for (const deadline = Date.now() + 10_000; !(await enough()) && Date.now() < deadline;)
        await new Promise((wake) => setTimeout(wake, 20));
    };
    await until(async () => (await items()).filter(({ result_status }) => result_status === 1).length === 30);
    expect(fine.requests).toHaveLength(30);
    expect(dead.mostAtOnce()).toBe(4);
    // Nor does it block later postbacks.
    await test.db.write((tx) =>
      tx.execute('UPDATE postback SET due_at = ?, result_status = NULL WHERE asp_id = ?', [now, fastAsp]),
    );
    await until(() => fine.requests.length === 60);
    expect(fine.requests).toHaveLength(60);
    stop.abort();
    dead.close();
    await done;
  });

  it('respects the limits on concurrency and rate', async () => {
    const asp = await server((_path, response) => setTimeout(() => response.end(), 30));
    const aspId = await makeAsp({ postbackAtOnce: 2, postbackPerSecond: 5 });
    await put(
      Array.from({ length: 12 }, (_, n) => `${asp.url}/${n}`),
      aspId,
    );
    const seen: number[] = [];
    for (let second = 0; second < 3; second += 1) {
      await runDue();
      seen.push(asp.requests.length);
      now += 1000;
    }
    expect(seen).toEqual([5, 10, 12]);
    expect(asp.mostAtOnce()).toBe(2);
  });

  it('holds postbacks of a paused network until it resumes', async () => {
    const asp = await server((_path, response) => response.end());
    const aspId = await makeAsp({ postbackPaused: true });
    await put([`${asp.url}/cv`], aspId);
    await runDue();
    expect(asp.requests).toEqual([]);
    await test.db.write((tx) => tx.execute('UPDATE asp SET postback_paused = 0 WHERE id = ?', [aspId]));
    await runDue();
    expect(asp.requests).toHaveLength(1);
  });

  it('stops at once when a network is paused during sending', async () => {
    const aspId = await makeAsp({ postbackAtOnce: 1 });
    const paused = (value: number) =>
      test.db.write((tx) => tx.execute('UPDATE asp SET postback_paused = ? WHERE id = ?', [value, aspId]));
    const asp = await server(
      (path, response) => void (path === '/2' ? paused(1) : Promise.resolve()).then(() => response.end()),
    );
    await put(
      Array.from({ length: 8 }, (_, n) => `${asp.url}/${n}`),
      aspId,
    );
    await runDue();
    expect(asp.requests.map(({ path }) => path)).toEqual(['/0', '/1', '/2']);
    expect(
      (await items()).filter(({ attempts: tried, owner }) => tried === 0 && owner === null),
    ).toHaveLength(5);
    await paused(0);
    await runDue();
    expect(asp.requests).toHaveLength(8);
  });

  it('opens the circuit of a failing host without using up attempts, and retries later', async () => {
    let down = true;
    const asp = await server((_path, response) => response.writeHead(down ? 503 : 200).end());
    await put(Array.from({ length: 40 }, (_, n) => `${asp.url}/${n}`));
    await runDue();
    const first = asp.requests.length;
    expect(first).toBeGreaterThanOrEqual(FAILURES_TO_OPEN);
    expect(first).toBeLessThan(FAILURES_TO_OPEN + 4);
    expect((await items()).filter(({ attempts: tried }) => tried === 0)).toHaveLength(40 - first);
    expect(await readLanes(test.db, now + 59_000, 1)).toEqual([]);
    down = false;
    now += 60_001;
    await runDue();
    expect((await items()).every(({ result_status }) => result_status === 1)).toBe(true);
    expect(await test.db.read('SELECT failures, open_until FROM postback_host')).toMatchObject([
      { failures: 0, open_until: 0 },
    ]);
  });

  it('reaches private addresses only if allowed', async () => {
    const asp = await server((_path, response) => response.end());
    await put([`${asp.url.replace('127.0.0.1', 'localhost')}/cv`, `${asp.url}/cv`]);
    const strict = postbackQueue({ reach: reachOf([]), retrySeconds: [] });
    await runQueue(
      test.db,
      strict,
      { stopping: () => false, onError: (error) => errors.push(error) },
      { now: () => now, random: () => 0 },
    );
    expect(asp.requests).toEqual([]);
    expect(await items()).toMatchObject([
      { result_status: 0, reason: 'refusedAddress' },
      { result_status: 0, reason: 'refusedAddress' },
    ]);
  });
});
