import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { namesOf, wordsOf } from '../../shared/catalog/postback-source';
import { ApiKey } from '../../server/auth/auth.entities';
import { newApiKey, newPostbackToken } from '../../server/auth/machine-tokens';
import { makeApiWorld, type ApiWorld } from '../../server/composition/testing/api-world';
import { productDatabase } from '../../server/composition/open-database';
import { parseDatabaseUrl } from '../../server/config/config';
import {
  galeraInstalled,
  startGalera,
  type GaleraCluster,
  type GaleraNode,
} from '../../server/db/testing/galera';
import { PostbackSource } from '../../server/settings/postback-source/postback-source.entity';
import { askDuring } from '../support/endpoints';
import { npmRun, ROOT, startProduct, type Env, type Product } from '../support/product';
import { eventually, signIn, type RestClient } from '../support/rest';
import { TrackingLoad } from '../support/tracking-load';

jest.setTimeout(1_200_000);

/** Visitors with 20 clicks and a conversion each, seconds over which they are spread, and of a frozen node. */
const { visitors, seconds, frozen } =
  process.env.CLUSTER_LOAD === 'short'
    ? { visitors: 1000, seconds: 300, frozen: 15 }
    : { visitors: 10_000, seconds: 360, frozen: 30 };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

(galeraInstalled() ? describe : describe.skip)('a cluster under load while eight kills fall', () => {
  let cluster: GaleraCluster;
  let world: ApiWorld;
  let network: Server;
  let env: Env;
  let collectors: Product[];
  let workers: Product[];
  let apis: Product[];
  let clients: RestClient[];
  let postbackPath: string;
  const key = newApiKey();
  /** Idempotency-Keys of each delivery by order. */
  const delivered = new Map<string, string[]>();

  const start = (role: string, nodes: readonly GaleraNode[], more: Env = {}): Promise<Product> =>
    startProduct(
      { ...env, ROLE: role, DATABASE_URL: cluster.url('inflow', nodes), ...more },
      undefined,
      ROOT,
    );

  beforeAll(async () => {
    network = createServer(({ url, headers }, response) => {
      const order = new URL(url!, 'http://network').searchParams.get('order')!;
      delivered.set(order, [...(delivered.get(order) ?? []), String(headers['idempotency-key'])]);
      response.end();
    });
    await new Promise<void>((done) => network.listen(0, '127.0.0.1', done));
    const webhook = `http://127.0.0.1:${(network.address() as AddressInfo).port}/cv?order={conversion_id}`;
    cluster = await startGalera();
    const [first, second, third] = cluster.nodes as [GaleraNode, GaleraNode, GaleraNode];
    await first.query('CREATE DATABASE inflow CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
    const db = productDatabase(parseDatabaseUrl(cluster.url('inflow')));
    await db.connect();
    await db.migrate();
    world = await makeApiWorld(db);
    const { product, cvSetting, asp } = world.open;
    const token = newPostbackToken();
    postbackPath = `/s2s/postback/${token.secret}`;
    await db.write(async ({ manager, execute }) => {
      const { keyHash, prefix } = key;
      await manager.save(Object.assign(new ApiKey(), { productId: product, name: 'shop', keyHash, prefix }));
      await manager.save(
        Object.assign(new PostbackSource(), {
          ...{ productId: product, name: 'cart', cvSettingId: cvSetting, prefix: token.prefix },
          ...{ names: JSON.stringify(namesOf({})), statusWords: JSON.stringify(wordsOf({})) },
          tokenHash: token.keyHash,
        }),
      );
      await execute('UPDATE asp SET webhook_url = ? WHERE id = ?', [webhook, asp]);
    });
    await db.close();
    env = {
      ...{ DATABASE_URL: cluster.url('inflow'), JWT_SECRET: randomBytes(32).toString('hex'), DEMO: '0' },
      ...{ WEBHOOK_ALLOW: '127.0.0.0/8', POSTBACK_RETRY_SECONDS: '1,2,5,10,20,30' },
    };
    const started = await Promise.all([
      start('collector', [first, second, third]),
      start('collector', [second, third, first]),
      start('worker', [first, second, third]),
      start('worker', [third, first, second]),
      start('api', [first, second, third]),
      start('api', [second, third, first]),
    ]);
    [collectors, workers, apis] = [started.slice(0, 2), started.slice(2, 4), started.slice(4)];
    clients = await Promise.all(apis.map(({ url }) => signIn(url, 'admin@alpha.example')));
  });
  afterAll(async () => {
    for (const node of cluster?.nodes ?? []) node.resume();
    const running = [...(collectors ?? []), ...(workers ?? []), ...(apis ?? [])];
    await Promise.all(running.map((product) => product.discard()));
    await cluster?.stop();
    network?.close();
  });

  const query = async <T>(sql: string): Promise<T[]> => (await cluster.nodes[2]!.query(sql)) as never;
  const count = async (from: string): Promise<number> =>
    Number((await query<{ n: number }>(`SELECT COUNT(*) AS n FROM inflow.${from}`))[0]!.n);

  /** Returns the node that a process uses, from its metrics. */
  const usedBy = async ({ url }: Product): Promise<GaleraNode> => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const port = /^inflow_database_node\{node="127\.0\.0\.1:(\d+)",state="used"/m.exec(metrics)?.[1];
    const node = cluster.nodes.find((one) => String(one.port) === port);
    if (!node) throw new Error(`${url} uses no node`);
    return node;
  };
  /** Waits until all nodes are synced and all processes are ready. */
  const complete = async (): Promise<void> => {
    const states = () => Promise.all(cluster.nodes.map((node) => node.state().catch(() => 'away')));
    const whole = cluster.nodes.map(() => 'Synced 3 Primary');
    expect(await eventually(states, (all) => all.join() === whole.join(), 90_000)).toEqual(whole);
    const ready = () =>
      Promise.all(
        [...collectors, ...workers, ...apis].map(({ url }) =>
          fetch(`${url}/ready`).then(
            ({ status }) => status,
            () => 0,
          ),
        ),
      );
    expect(await eventually(ready, (all) => all.every((status) => status === 200), 60_000)).not.toContain(0);
  };
  /** Kills a process like a power cut and starts it again on its disk. */
  const restart = async (products: Product[], place: number): Promise<void> => {
    const product = products[place]!;
    await product.kill();
    await pause(2000);
    const { env: own } = product;
    products[place] = await startProduct({ ...own, DATA_DIR: product.dataDir }, undefined, ROOT);
  };
  /** Asks the first of the clients that answers. */
  const ask = async (
    from: readonly RestClient[],
    request: (client: RestClient) => Promise<Response>,
  ): Promise<number> => {
    let status = 0;
    for (const client of from) {
      status = await request(client).then(
        (response) => response.status,
        () => 0,
      );
      if (status >= 200 && status < 300) break;
    }
    return status;
  };
  let created = 0;
  const createAsp = (client: RestClient): Promise<Response> =>
    client.ask('/asps/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ product_id: world.open.product, asp_name: `ASP ${(created += 1)}` }),
    });
  /** Returns the longest times without a read and without a write while a failure lasts. */
  const gapsDuring = async (
    name: string,
    work: Promise<unknown>,
    from: readonly RestClient[],
  ): Promise<{ readMs: number; writeMs: number }> => {
    const [reads, writes] = await Promise.all([
      askDuring(work, () => ask(from, (client) => client.ask('/products/'))),
      askDuring(work, () => ask(from, createAsp)),
    ]);
    await work;
    const gaps = { readMs: reads.gapMs, writeMs: writes.gapMs };
    console.info(`${name}: ${JSON.stringify(gaps)}`);
    return gaps;
  };

  it('loses and doubles nothing, and answers again at once', async () => {
    const [firstClient] = clients as [RestClient];
    const [firstApi] = apis as [Product];
    const rejectedBefore = await count('bad_event');
    const contactsBefore = await count('interaction');
    const load = new TrackingLoad(
      {
        ...{ collectors: collectors.map(({ url }) => url), env, apiKey: key.secret, postbackPath },
        ...{ productId: world.open.product, adId: world.open.ads[0], code: 'open-r-0' },
        cvSettingId: world.open.cvSetting,
      },
      visitors,
      seconds,
    );
    let over = false;
    const loaded = load.run().finally(() => (over = true));
    await pause(10_000);

    const node = async (fail: (used: GaleraNode) => Promise<unknown>): Promise<void> =>
      void (await fail(await usedBy(firstApi)));
    const killed = await gapsDuring(
      'node killed',
      node(async (used) => {
        await used.kill();
        await pause(8000);
        await used.start();
      }),
      [firstClient],
    );
    await complete();
    await gapsDuring('collector killed', restart(collectors, 0), clients);
    await complete();
    const froze = await gapsDuring(
      'node frozen',
      node(async (used) => {
        used.pause();
        await pause(frozen * 1000);
        used.resume();
      }),
      [firstClient],
    );
    await complete();
    await gapsDuring('worker killed', restart(workers, 0), clients);
    await complete();
    const isolated = await gapsDuring(
      'node not primary',
      node(async (used) => {
        await used.isolate(true);
        await pause(12_000);
        await used.isolate(false);
      }),
      [firstClient],
    );
    await complete();
    const without = await gapsDuring('api killed', restart(apis, 0), clients);
    await complete();
    await gapsDuring(
      'all nodes killed',
      Promise.all(cluster.nodes.map((one) => one.kill())).then(() => cluster.bootstrap()),
      clients,
    );
    await complete();
    expect(over).toBe(false);
    await gapsDuring(
      'node, collector and worker killed',
      node(async (used) => {
        await Promise.all([used.kill(), restart(collectors, 1), restart(workers, 1)]);
        await used.start();
      }),
      clients,
    );
    await complete();
    await loaded;

    for (const { readMs, writeMs } of [killed, without])
      expect([readMs < 3000, writeMs < 3000, readMs, writeMs]).toEqual([true, true, readMs, writeMs]);
    for (const { readMs, writeMs } of [froze, isolated])
      expect([readMs < 10_000, writeMs < 10_000, readMs, writeMs]).toEqual([true, true, readMs, writeMs]);

    const own = "event_id LIKE 'order-%'";
    const sent = `postback p JOIN inflow.result r ON r.id = p.result_id WHERE r.${own} AND p.result_status = 1`;
    expect(
      await eventually(
        () => count(sent),
        (n) => n >= visitors,
        240_000,
      ),
    ).toBe(visitors);
    expect(load.conversions.size).toBe(visitors);
    expect(load.clicks.size).toBe(20 * visitors);
    const rows = await query<{ id: string }>('SELECT id FROM inflow.interaction');
    const stored = new Set(rows.map(({ id }) => id));
    expect([...load.clicks].filter((id) => !stored.has(id))).toEqual([]);
    const surplus = rows.length - contactsBefore - load.clicks.size;
    console.info(`${load.unanswered} redirects were not answered; ${surplus} of their clicks are stored`);
    expect(surplus).toBeGreaterThanOrEqual(0);
    expect(surplus).toBeLessThanOrEqual(load.unanswered);
    expect(await count(`conversion WHERE ${own}`)).toBe(visitors);
    expect(await count(`result WHERE ${own}`)).toBe(visitors);
    expect(await count(`conversion WHERE ${own} AND results_made_at IS NULL`)).toBe(0);
    expect([await count('waiting_event'), await count('bad_event')]).toEqual([0, rejectedBefore]);

    const ours = [...delivered].filter(([order]) => order.startsWith('order-'));
    expect(ours.length).toBe(visitors);
    expect(ours.filter(([, keys]) => new Set(keys).size > 1)).toEqual([]);
    const again = ours.reduce((sum, [, keys]) => sum + keys.length - 1, 0);
    console.info(`${again} of ${visitors} postbacks were delivered twice`);
    expect(again / visitors).toBeLessThanOrEqual(0.02);
    const { code, stdout } = await npmRun(['verify'], env);
    expect([code, stdout]).toEqual([0, expect.stringContaining('"differences":0')]);
  });
});
