import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RoleType } from '../../shared/catalog';
import { makeApiWorld, type ApiWorld } from '../../server/composition/testing/api-world';
import { productDatabase } from '../../server/composition/open-database';
import { parseDatabaseUrl } from '../../server/config/config';
import {
  galeraInstalled,
  startGalera,
  type GaleraCluster,
  type GaleraNode,
} from '../../server/db/testing/galera';
import { askDuring, click, requestWhile } from '../support/endpoints';
import { startProduct, type Product } from '../support/product';
import { eventually, signIn, type RestClient } from '../support/rest';

jest.setTimeout(240_000);

const CODE = 'open-r-0';
const JWT_SECRET = randomBytes(32).toString('hex');
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const readyOf = async (url: string): Promise<{ status: number; detail?: string }> => {
  const response = await fetch(`${url}/ready`);
  return { ...((await response.json()) as object), status: response.status };
};

(galeraInstalled() ? describe : describe.skip)('a cluster of three nodes', () => {
  let cluster: GaleraCluster;
  let world: ApiWorld;
  let api: Product;
  let otherApi: Product;
  let collector: Product;
  let admin: RestClient;
  let created = 0;
  const createdNames: string[] = [];

  const start = (
    ROLE: string,
    nodes: readonly GaleraNode[],
    env: object = {},
    isStarted?: () => Promise<boolean>,
  ) =>
    startProduct(
      { ROLE, DATABASE_URL: cluster.url('inflow', nodes), JWT_SECRET, DEMO: '0', ...env },
      isStarted,
    );

  beforeAll(async () => {
    cluster = await startGalera();
    const [first, second, third] = cluster.nodes as [GaleraNode, GaleraNode, GaleraNode];
    await first.query('CREATE DATABASE inflow CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
    const db = productDatabase(parseDatabaseUrl(cluster.url('inflow')));
    await db.connect();
    await db.migrate();
    world = await makeApiWorld(db);
    await db.close();
    [api, otherApi, collector] = await Promise.all([
      start('api', cluster.nodes),
      start('api', [second, third, first]),
      start('collector', cluster.nodes),
    ]);
    admin = await signIn(api.url, 'admin@alpha.example');
  });
  afterAll(async () => {
    for (const node of cluster?.nodes ?? []) node.resume();
    await Promise.all([api, otherApi, collector].map((product) => product?.discard()));
    await cluster?.stop();
  });

  /** Returns the node that a process uses, from its metrics. */
  const usedBy = async ({ url }: Product): Promise<GaleraNode | undefined> => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const port = /^inflow_database_node\{node="127\.0\.0\.1:(\d+)",state="used"/m.exec(metrics)?.[1];
    return cluster.nodes.find((node) => String(node.port) === port);
  };
  const createAsp = async (): Promise<number> => {
    const name = `ASP ${(created += 1)}`;
    const { status } = await admin.ask('/asps/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ product_id: world.open.product, asp_name: name }),
    });
    if (status === 201) createdNames.push(name);
    return status;
  };
  const readProducts = async (): Promise<number> => (await admin.ask('/products/')).status;

  /** Observes reads, writes and redirects during an outage of the node in use. */
  const outage = async (seconds: number, begin: (node: GaleraNode) => unknown, left?: GaleraNode) => {
    const node = left ?? (await usedBy(api));
    if (!node) throw new Error('No node is in use');
    const work = Promise.resolve(begin(node)).then(() => pause(seconds * 1000));
    const [reads, writes, redirects] = await Promise.all([
      askDuring(work, readProducts),
      askDuring(work, createAsp),
      requestWhile(work, () => click(collector.url, CODE)),
    ]);
    console.info(JSON.stringify({ reads, writes, redirects }));
    expect(await usedBy(api)).not.toBe(node);
    return { node, reads, writes, redirects };
  };
  /** Waits until all nodes are synced again. */
  const complete = async (): Promise<void> => {
    const states = () => Promise.all(cluster.nodes.map((node) => node.state().catch(() => '')));
    const whole = cluster.nodes.map(() => 'Synced 3 Primary');
    expect(await eventually(states, (all) => all.join() === whole.join(), 40_000)).toEqual(whole);
  };

  it('keeps an ADMIN when two nodes demote the last two at once', async () => {
    const [first, second] = await Promise.all([usedBy(api), usedBy(otherApi)]);
    expect(first).not.toBe(second);
    const { admin: one, manager: two } = world.users;
    const promote = () =>
      first!.query(`UPDATE inflow.app_user SET role_type = ${RoleType.ADMIN} WHERE id IN (${one}, ${two})`);
    await promote();
    const other = await signIn(otherApi.url, 'manager@alpha.example');
    const demote = (client: RestClient, id: number) =>
      client
        .graphql(`mutation { updateUser(id: ${id}, input: { roleType: ${RoleType.MANAGER} }) { id } }`)
        .then(
          () => true,
          () => false,
        );
    for (let round = 0; round < 40; round += 1) {
      const done = await Promise.all([demote(admin, two), demote(other, one)]);
      const admins = await first!.query(
        `SELECT id FROM inflow.app_user WHERE id IN (${one}, ${two}) AND role_type = ${RoleType.ADMIN}`,
      );
      expect([round, done.filter(Boolean).length, admins.length]).toEqual([round, 1, 1]);
      await promote();
      await pause(100);
    }
  });

  it('answers within 3 seconds after the node in use is killed, and returns to it later', async () => {
    const { node, reads, writes, redirects } = await outage(8, (used) => used.kill());
    expect(reads.gapMs).toBeLessThan(3000);
    expect(writes.gapMs).toBeLessThan(3000);
    expect([200, 503]).toEqual(expect.arrayContaining([...reads.statuses]));
    expect([201, 503]).toEqual(expect.arrayContaining([...writes.statuses]));
    expect(redirects.slowest).toBeLessThan(1000);
    await node.start();
    expect(
      await eventually(
        () => usedBy(api),
        (used) => used === node,
        40_000,
      ),
    ).toBe(node);
    expect(api.stderr()).toContain('an earlier node is good again');
  });

  it('answers within 10 seconds after the node in use freezes', async () => {
    await complete();
    const { node, reads, writes, redirects } = await outage(12, (used) => used.pause());
    node.resume();
    expect(reads.gapMs).toBeLessThan(10_000);
    expect(writes.gapMs).toBeLessThan(10_000);
    expect([200, 503]).toEqual(expect.arrayContaining([...reads.statuses]));
    expect([201, 503]).toEqual(expect.arrayContaining([...writes.statuses]));
    expect(redirects.slowest).toBeLessThan(1000);
  });

  it('answers within 10 seconds after the node in use leaves the primary component', async () => {
    await complete();
    const { node, reads, writes, redirects } = await outage(12, (used) => used.isolate(true));
    expect(reads.gapMs).toBeLessThan(10_000);
    expect(writes.gapMs).toBeLessThan(10_000);
    expect([200, 503]).toEqual(expect.arrayContaining([...reads.statuses]));
    expect([201, 503]).toEqual(expect.arrayContaining([...writes.statuses]));
    expect(redirects.slowest).toBeLessThan(1000);

    // A collector that starts now, and knows this node only, serves from its snapshot.
    const dataDir = mkdtempSync(join(tmpdir(), 'inflow-e2e-'));
    cpSync(join(collector.dataDir, 'settings.json'), join(dataDir, 'settings.json'));
    const redirected = (url: string) => () =>
      click(url, CODE).then(
        () => true,
        () => false,
      );
    const late = await startProduct(
      {
        ROLE: 'collector',
        DATABASE_URL: cluster.url('inflow', [node]),
        JWT_SECRET,
        DEMO: '0',
        DATA_DIR: dataDir,
      },
      async (url) => redirected(url)(),
    );
    try {
      expect(
        await eventually(
          () => readyOf(late.url),
          ({ detail }) => detail !== undefined,
        ),
      ).toMatchObject({
        status: 503,
        reason: 'database',
        detail: 'node 1: not in the primary component',
      });
      await node.isolate(false);
      expect(
        await eventually(
          () => readyOf(late.url),
          ({ status }) => status === 200,
          30_000,
        ),
      ).toMatchObject({ status: 200 });
    } finally {
      await late.discard();
    }
  });

  it.each([
    ['desynced for a state transfer', 'wsrep_desync'],
    ['read-only', 'read_only'],
  ])('leaves a node that is %s without an error', async (_name, variable) => {
    await complete();
    const node = (await usedBy(api))!;
    await node.query(`SET GLOBAL ${variable} = ON`);
    try {
      const { reads, writes } = await outage(4, () => undefined, node);
      expect([reads.statuses, writes.statuses]).toEqual([[200], [201]]);
    } finally {
      await node.query(`SET GLOBAL ${variable} = OFF`);
    }
  });

  it('keeps every acknowledged write', async () => {
    const { results } = await admin.get<{ results: { asp_name: string }[] }>(
      `/asps/?product_id=${world.open.product}&page_size=9999`,
    );
    const names = new Set(results.map(({ asp_name: name }) => name));
    expect(createdNames.filter((name) => !names.has(name))).toEqual([]);
    expect(createdNames.length).toBeGreaterThan(50);
  });
});
