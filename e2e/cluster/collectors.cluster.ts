import { randomBytes, randomUUID } from 'node:crypto';
import { makeApiWorld, type ApiWorld } from '../../server/composition/testing/api-world';
import { productDatabase } from '../../server/composition/open-database';
import { ApiKey } from '../../server/auth/auth.entities';
import { newApiKey } from '../../server/auth/machine-tokens';
import { parseDatabaseUrl } from '../../server/config/config';
import { galeraInstalled, startGalera, type GaleraCluster } from '../../server/db/testing/galera';
import { USER_AGENT } from '../support/chromium';
import { startProduct, type Product } from '../support/product';
import { eventually } from '../support/rest';

jest.setTimeout(400_000);

const CODE = 'open-r-0';
const CONVERSIONS = 1000;
/** Visitors at once. */
const LANES = 25;

(galeraInstalled() ? describe : describe.skip)('two collectors on two nodes of a cluster', () => {
  let cluster: GaleraCluster;
  let world: ApiWorld;
  let collectors: Product[];
  let worker: Product;
  const key = newApiKey();

  beforeAll(async () => {
    cluster = await startGalera();
    const [first, second, third] = cluster.nodes as typeof cluster.nodes & { length: 3 };
    await first!.query('CREATE DATABASE inflow CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
    const db = productDatabase(parseDatabaseUrl(cluster.url('inflow')));
    await db.connect();
    await db.migrate();
    world = await makeApiWorld(db);
    const { keyHash, prefix } = key;
    await db.write(({ manager }) =>
      manager.save(
        Object.assign(new ApiKey(), { productId: world.open.product, name: 'shop', keyHash, prefix }),
      ),
    );
    await db.close();
    const JWT_SECRET = randomBytes(32).toString('hex');
    const start = (ROLE: string, ...nodes: (typeof first)[]) =>
      startProduct({ ROLE, DATABASE_URL: cluster.url('inflow', nodes as never), JWT_SECRET, DEMO: '0' });
    worker = await start('worker', third, first, second);
    collectors = await Promise.all([
      start('collector', first, second, third),
      start('collector', second, third, first),
    ]);
  });
  afterAll(async () => {
    await Promise.all([...(collectors ?? []), worker].map((product) => product?.discard()));
    await cluster?.stop();
  });

  const post = async (url: string, body: object, headers: object = {}): Promise<void> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'User-Agent': USER_AGENT, ...headers },
      body: JSON.stringify(body),
    });
    const answer = await response.text();
    if (response.status !== 200 || !answer.includes('"rejected":[]'))
      throw new Error(`${url}: ${response.status} ${answer}`);
  };

  /** Clicks at one collector and converts at the other one at once, over S2S or the tag. */
  const buy = async (n: number): Promise<void> => {
    const [clicked, converted] = n % 4 < 2 ? collectors : [...collectors].reverse();
    const { headers } = await fetch(`${clicked!.url}/r/${CODE}`, {
      redirect: 'manual',
      headers: { 'User-Agent': USER_AGENT },
    });
    const landing = headers.get('location') ?? '';
    const { product: product_id, cvSetting: cv_setting_id } = world.open;
    if (n % 2 === 0) {
      const [, interaction_id] = /a_iid=([^&#]+)/.exec(landing) ?? [];
      const order = { type: 'conversion', id: `cross-${n}`, time: new Date().toISOString(), cv_setting_id };
      await post(
        `${converted!.url}/s2s/events`,
        { ...order, interaction_id },
        { Authorization: `Bearer ${key.secret}` },
      );
      return;
    }
    const visitor = { product_id, visitor_id: randomUUID() };
    const [landed] = n % 8 < 4 ? [clicked] : [converted];
    await post(`${landed!.url}/collect`, {
      ...{ type: 'view', event_id: randomUUID(), url: landing },
      ...visitor,
    });
    await post(`${converted!.url}/collect`, {
      ...{ type: 'cv', event_id: `cross-${n}`, cv_setting_id, url: 'https://open.example/thanks' },
      ...visitor,
    });
  };

  const count = async (sql: string): Promise<number> =>
    Number((await cluster.nodes[2]!.query(`SELECT COUNT(*) AS n FROM inflow.${sql}`))[0]!.n);

  it('reject no conversion whose click is at the other one, and all get their results', async () => {
    const rejectedBefore = await count('bad_event');
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < CONVERSIONS) await buy((next += 1) - 1);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    const own = "c WHERE c.event_id LIKE 'cross-%'";
    const results = () =>
      count(`conversion ${own} AND EXISTS (SELECT 1 FROM inflow.result r WHERE r.conversion_id = c.id)`);
    expect(await eventually(results, (n) => n === CONVERSIONS, 180_000)).toBe(CONVERSIONS);
    expect(await count(`conversion ${own}`)).toBe(CONVERSIONS);
    expect(await count('bad_event')).toBe(rejectedBefore);
  });
});
