import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namesOf, wordsOf } from '../../shared/catalog/postback-source';
import { ApiKey } from '../auth/auth.entities';
import { newApiKey, newPostbackToken } from '../auth/machine-tokens';
import { backUpDatabase } from '../db/backup/database-copy';
import type { Database } from '../db/database';
import { emptyDatabase, onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { PostbackSource } from '../settings/postback-source/postback-source.entity';
import { settle } from '../sweeps';
import { until } from '../tracking/testing/site';
import { makeLink, makeShop, save } from '../tracking/testing/settings';
import { send, startTracking, type TrackingServer } from '../tracking/testing/tracking-server';
import { runCli } from './testing/run-command';

jest.setTimeout(300_000);

/** Tables that must be equal in a restored database and in one that was never lost. */
const TABLES = [
  ...['interaction', 'access', 'access_ref', 'click_key', 'conversion', 'conversion_amendment'],
  ...[
    'waiting_event',
    'bad_event',
    'result',
    'postback',
    'reported_status',
    'conversion_touch',
    'rollup_touch_day',
  ],
];
/** Ids that a database generates, and times of its work. */
const OWN = [
  'stored_at',
  'ua_id',
  'conversion_id',
  'results_made_at',
  'order_digest',
  'due_at',
  'expires_at',
];
const OWN_OF: Readonly<Record<string, readonly string[]>> = {
  interaction: OWN,
  access: OWN,
  conversion: [...OWN, 'id', 'duplicate_of'],
  conversion_amendment: OWN,
  waiting_event: [...OWN, 'id', 'text'],
  bad_event: ['id'],
  result: [...OWN, 'created_at', 'updated_at', 'change_id'],
  postback: ['id', 'created_at', 'due_at'],
  reported_status: ['id', 'reported_at'],
  conversion_touch: OWN,
};

async function logsOf(db: Database): Promise<Record<string, string[]>> {
  await settle(db);
  const logs: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows = await db.read<Record<string, unknown>>(`SELECT * FROM ${table}`);
    const shared = rows.map((row) =>
      Object.entries(row).filter(([column]) => !OWN_OF[table]?.includes(column)),
    );
    logs[table] = shared.map((row) => JSON.stringify(row)).sort();
  }
  return logs;
}

onEachDatabase((dialect) => {
  let twin: TestDatabase;
  let server: TrackingServer;
  let shop: Awaited<ReturnType<typeof makeShop>>;
  let link: Awaited<ReturnType<typeof makeLink>>;
  let postbackPath: string;
  let folder: string;
  let backup: string;
  let from: string;
  const key = newApiKey();

  /** Sends some events to each endpoint and waits for their answers. */
  async function round(name: string): Promise<void> {
    const time = new Date().toISOString();
    const product_id = shop.product.id;
    const collect = (body: unknown) =>
      send(server.url, '/collect', {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    const s2s = (lines: readonly object[]) =>
      send(server.url, '/s2s/events', {
        method: 'POST',
        headers: { authorization: `Bearer ${key.secret}` },
        body: JSON.stringify(lines),
      });
    const conversion = { type: 'conversion', cv_setting_id: shop.cv.id, time };
    const visit = async (index: number) => {
      const id = `${name}-${index}`;
      const { headers } = await send(server.url, `/r/${link.redirect.code}?gclid=${id}`);
      const url = String(headers.location);
      const view = { type: 'view', product_id, visitor_id: `v-${id}`, url, title: id };
      const named = { type: 'cv', product_id, cv_setting_id: shop.cv.id, visitor_id: `v-${id}` };
      const answers = [
        await collect([{ ...view, event_id: `p-${id}` }]),
        await collect([
          { ...named, event_id: `c-${id}`, amount: 100 + index },
          { type: 'none', product_id },
          {},
          {},
        ]),
        await s2s([
          { ...conversion, id: `i-${id}`, interaction_id: /a_iid=(\w+)/.exec(url)?.[1], amount: 12.34 },
          { ...conversion, id: `w-${id}`, interaction_id: `unknown-${id}` },
          { type: 'amendment', id: `a-${id}`, time, conversion_id: `i-${id}`, amount: 7 },
          { type: 'amendment', id: `x-${id}`, time, conversion_id: 'none', amount: 7 },
          { type: 'click', id: `k-${id}`, time, ad_id: link.ad.id, visitor_id: `s-${id}` },
          { type: 'click', id: `l-${id}`, time, ad_id: 999, visitor_id: `s-${id}` },
        ]),
        await collect('{broken'),
        await send(server.url, `${postbackPath}?order=o-${id}&click_id=${id}&status=approved`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400, 200]);
    };
    await Promise.all(Array.from({ length: 8 }, (_, index) => visit(index)));
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'inflow-lost-'));
    twin = await openTestDatabase(dialect);
    shop = await makeShop(twin.db);
    link = await makeLink(twin.db, shop.product.id, {
      resultFlag: 1,
      cvCost: 100,
      resultMethod: 2,
      webhookUrl: 'https://asp.example/cv?id={result_id}&s={status}',
    });
    const { keyHash, prefix } = key;
    await save(twin.db, ApiKey, { productId: shop.product.id, name: 'shop', keyHash, prefix });
    const token = newPostbackToken();
    await save(twin.db, PostbackSource, {
      productId: shop.product.id,
      name: 'カート',
      cvSettingId: shop.cv.id,
      names: JSON.stringify(namesOf({})),
      statusWords: JSON.stringify(wordsOf({})),
      tokenHash: token.keyHash,
      prefix: token.prefix,
    });
    postbackPath = `/s2s/postback/${token.secret}`;
    // Small segments: some are kept, and some compressed.
    server = await startTracking(twin.db, { disk: { maxSegmentBytes: 20_000 } });
    await round('before');
    await settle(twin.db);
    backup = join(folder, 'backup');
    [{ createdAt: from }] = await Promise.all([backUpDatabase(twin.db.target, backup), round('during')]);
    await round('after');
    await server.tracking.drain();
    await server.stop(true);
    await logsOf(twin.db);
  });
  afterAll(async () => {
    await twin.drop();
    rmSync(server.dataDir, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(['replays before the collector starts', 'replays after the collector started'])(
    'loses and doubles no acknowledged event if it %s',
    async (order) => {
      const lost = await emptyDatabase(dialect);
      const dataDir = join(folder, order);
      cpSync(server.dataDir, dataDir, { recursive: true });
      const env = { DATABASE_URL: lost.url, DATA_DIR: dataDir };
      const restored = await runCli('restore', [backup], env);
      expect([restored.code, restored.err]).toEqual([
        0,
        `Store the events since then: npm run replay -- --from ${from}`,
      ]);
      const db = await lost.open();
      const collect = async () => {
        const collector = await startTracking(db, { dataDir });
        await collector.tracking.drain();
        // An adopted spool counts as alive until it is removed, and results wait for it.
        await until(() => readdirSync(join(dataDir, 'spool')).length === 1);
        await collector.stop(true);
      };
      if (order === 'replays after the collector started') await collect();
      const replay = () => runCli('replay', ['--from', from], { ...env, LOG_LEVEL: 'silent' });
      const first = await replay();
      expect(first.code).toBe(0);
      const again = await replay();
      expect(JSON.parse(again.out)).toMatchObject({ damaged: 0, accepted: 0 });
      await collect();
      expect(await logsOf(db)).toEqual(await logsOf(twin.db));
      // The Idempotency-Key of a new result is known to the network.
      expect(await db.read("SELECT id FROM postback WHERE kind = 'created' AND id <> result_id")).toEqual([]);
      const { reported_status: _, ...filled } = await logsOf(db);
      expect(Object.entries(filled).filter(([, rows]) => rows.length === 0)).toEqual([]);
      expect(JSON.parse((await runCli('verify', [], env)).out)).toMatchObject({ differences: 0 });
      await lost.drop();
    },
  );
});
