import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { seeded } from '../../../shared/domain/testing/random';
import { SealedSecrets } from '../../auth/second-factor/sealed-secrets';
import { insertRows } from '../../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { ingest } from '../../journeys';
import { Events, makeProduct, type Fixture } from '../../journeys/testing/fixture';

const SECRET = 'a secret for tests only, long enough';
const TOKEN = 'token-that-stays-secret';
const HASH = 'ab'.repeat(32);
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

type Json = ReturnType<typeof JSON.parse>;

/** Senders of the test: how each platform says yes, and the ids in its requests. */
const SENDERS = [
  {
    platform: 'meta_conversions_api',
    credentials: { pixel_id: '1' },
    path: '/v25.0/1/events',
    yes: [200, '{"events_received":1}'],
    ids: (body: Json) => body.data.map((one: Json) => one.event_id),
  },
  {
    platform: 'lineyahoo_display',
    credentials: { tag_id: '1' },
    path: '/v1/',
    yes: [202, ''],
    ids: (body: Json) => body.data.map((one: Json) => one.event.transaction_id),
  },
  {
    platform: 'tiktok_events_api',
    credentials: { pixel_code: '1' },
    path: '/open_api/v1.3/event/track/',
    yes: [200, '{"code":0}'],
    ids: (body: Json) => body.data.map((one: Json) => one.event_id),
  },
] as const;

/** Platforms that answer 429, 500, a code other than 0, or not at all, and die after they took conversions. */
class Platforms {
  /** Confirmed conversions with their number of confirmations, by platform. */
  readonly confirmed = SENDERS.map(() => new Map<string, number>());
  readonly seen = new Set<string>();
  private readonly random = seeded(11);
  private server?: Server;

  async start(): Promise<string> {
    const server = createServer((request, response) => this.take(request, response));
    this.server = server;
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    let text = '';
    request.on('data', (piece) => (text += piece));
    request.on('end', () => {
      const place = SENDERS.findIndex(({ path }) => path === request.url);
      const sender = SENDERS[place];
      if (!sender) return void response.writeHead(404).end();
      const ids: string[] = sender.ids(JSON.parse(text));
      for (const id of ids) this.seen.add(id);
      const dice = this.random.next();
      if (dice < 0.05) return void response.writeHead(429).end();
      if (dice < 0.1) return void response.writeHead(500).end(`failed ${TOKEN} ${HASH}`);
      if (dice < 0.13) return;
      if (dice < 0.16) return void response.destroy();
      if (dice < 0.25 && sender.platform === 'tiktok_events_api')
        return void response.writeHead(200).end('{"code":40100,"message":"rate"}');
      for (const id of ids) this.count(place, id);
      // The platform took them, but the answer is lost.
      if (dice < 0.2) return void response.destroy();
      response.writeHead(sender.yes[0]).end(sender.yes[1]);
    });
  }

  private count(place: number, id: string): void {
    const map = this.confirmed[place];
    map?.set(id, (map.get(id) ?? 0) + 1);
  }
}

interface Size {
  /** Conversions; every fifth has no consent. */
  readonly conversions: number;
  readonly kills: number;
  /** Longest duration in milliseconds. */
  readonly patienceMs: number;
}

/** Tests that every conversion with consent is sent, and counted once, despite killed workers and bad platforms. */
export const testKilledSenders = ({ conversions, kills, patienceMs }: Size): void =>
  onEachDatabase((dialect) => {
    let test: TestDatabase;
    let product: Fixture;
    const platforms = new Platforms();
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      product = await makeProduct(test.db);
      const url = await platforms.start();
      const sealed = new SealedSecrets(SECRET, undefined, 'conversion sender');
      const now = Date.now();
      await test.db.write(async (tx) => {
        await tx.execute("UPDATE cv_setting SET order_key = 'order'");
        await insertRows(
          tx,
          'conversion_sender',
          [
            ...['version', 'created_at', 'updated_at', 'product_id', 'platform', 'name', 'credentials'],
            ...[
              'sealed_credentials',
              'send_when',
              'value_kind',
              'consent_required',
              'test_mode',
              'status',
              'base_url',
            ],
          ],
          SENDERS.map(({ platform, credentials }) => [
            ...[1, now, now, product.productId, platform, platform],
            JSON.stringify({ ...credentials, token: '***' }),
            sealed.seal(product.productId, JSON.stringify({ token: TOKEN })),
            ...[1, 1, 1, 0, 1, url],
          ]),
        );
      });
      const events = new Events(product);
      const all = Array.from({ length: conversions }, (_, n) =>
        events.conversion(`cv${n}`, now - 60_000 - n, `v${n}`, {
          door: 's2s',
          args: `order=${n % 5 === 0 ? 'n' : 'c'}${n}`,
          match: {
            consent: n % 5 === 0 ? (n % 2 === 0 ? 'denied' : null) : 'granted',
            hashedEmail: HASH,
            hashedPhone: null,
            hashedPhoneDigits: null,
            fbp: null,
            lySu: null,
            lyR: null,
            clickIds: undefined,
          },
        }),
      );
      for (let start = 0; start < all.length; start += 500)
        await test.db.write((tx) => ingest(tx, all.slice(start, start + 500)));
    });
    afterAll(async () => {
      platforms.stop();
      await test.drop();
    });

    it('loses nothing, counts nothing twice and sends nothing without consent', async () => {
      const output: string[] = [];
      const program = resolve(__dirname, 'sender-process.ts');
      const start = (): ChildProcess => {
        const worker = spawn(process.execPath, ['--import', 'tsx', program, test.url, SECRET], {
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        worker.stdout.on('data', (piece) => output.push(String(piece)));
        worker.stderr.on('data', (piece) => output.push(String(piece)));
        return worker;
      };
      const consenting = conversions - Math.ceil(conversions / 5);
      const settled = async () =>
        Number(
          (
            await test.db.read<{ n: number }>(
              "SELECT COUNT(*) AS n FROM conversion_send WHERE state <> 'waiting' AND due_at IS NULL",
            )
          )[0]?.n,
        );
      const confirmed = () => platforms.confirmed.reduce((sum, { size }) => sum + size, 0);
      const workers = [start(), start()];
      try {
        const until = async (enough: () => Promise<boolean> | boolean) => {
          for (const deadline = Date.now() + patienceMs; !(await enough());) {
            if (Date.now() > deadline)
              throw new Error(`${await settled()} settled\n${output.join('').slice(0, 2000)}`);
            await pause(50);
          }
        };
        for (let kill = 1; kill <= kills; kill += 1) {
          await until(() => confirmed() > (kill * SENDERS.length * consenting) / (kills + 2));
          workers[kill % 2]?.kill('SIGKILL');
          workers[kill % 2] = start();
          // A circuit that opened would only delay the test.
          await test.db.write((tx) => tx.execute('DELETE FROM postback_host'));
        }
        await until(async () => {
          await test.db.write((tx) => tx.execute('DELETE FROM postback_host'));
          return (await settled()) === SENDERS.length * conversions;
        });
      } finally {
        workers.forEach((worker) => worker.kill('SIGKILL'));
      }
      const rows = await test.db.read<{ state: string; n: number }>(
        'SELECT state, COUNT(*) AS n FROM conversion_send GROUP BY state ORDER BY state',
      );
      expect(rows.map(({ state, n }) => [state, Number(n)])).toEqual([
        ['accepted', 2 * consenting],
        ['no_consent', SENDERS.length * (conversions - consenting)],
        ['sent', consenting],
      ]);
      // Each platform confirmed each conversion under one transaction id.
      for (const { size } of platforms.confirmed) expect(size).toBe(consenting);
      expect([...platforms.seen].filter((id) => id.includes('n'))).toEqual([]);
      expect(platforms.seen.size).toBe(consenting);
      const tables: string[] = [];
      for (const table of [
        'conversion_send',
        'conversion_batch',
        'conversion_attempt',
        'bad_event',
        'audit_change',
      ])
        tables.push(JSON.stringify(await test.db.read(`SELECT * FROM ${table}`)));
      for (const text of [...tables, output.join('')]) {
        expect(text).not.toContain(TOKEN);
        expect(text).not.toContain(HASH);
      }
    });
  });
