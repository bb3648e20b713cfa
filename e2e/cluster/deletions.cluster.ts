import { makeApiWorld, type ApiWorld } from '../../server/composition/testing/api-world';
import { serveApi } from '../../server/composition/testing/api-server';
import { productDatabase } from '../../server/composition/open-database';
import { parseDatabaseUrl } from '../../server/config/config';
import type { Database } from '../../server/db/database';
import { galeraInstalled, startGalera, type GaleraCluster } from '../../server/db/testing/galera';
import { ingest, type IncomingEvent } from '../../server/journeys';
import { Events, makeProduct, type Fixture } from '../../server/journeys/testing/fixture';
import { eventually } from '../support/rest';

jest.setTimeout(240_000);

const ROUNDS = 150;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A setting with an event that depends on it. */
const SETTINGS = [
  {
    name: 'ad',
    path: ({ ads }: Fixture) => `/ads/${ads[0]}/`,
    eventOf: (own: Fixture, id: string): IncomingEvent => new Events(own).click(id, Date.now(), 'v'),
    orphans:
      'SELECT COUNT(*) AS n FROM interaction i LEFT JOIN ad s ON s.id = i.ad_id WHERE i.ad_id > 0 AND s.id IS NULL',
  },
  {
    name: 'CV setting',
    path: ({ cv }: Fixture) => `/cv_settings/${cv.last}/`,
    eventOf: (own: Fixture, id: string): IncomingEvent => new Events(own).conversion(id, Date.now(), 'v'),
    orphans:
      'SELECT COUNT(*) AS n FROM conversion c LEFT JOIN cv_setting s ON s.id = c.cv_setting_id WHERE s.id IS NULL',
  },
];

(galeraInstalled() ? describe : describe.skip)(
  'a setting deleted at one node while an event is stored at another',
  () => {
    let cluster: GaleraCluster;
    let first: Database;
    let second: Database;
    let world: ApiWorld;
    let api: Awaited<ReturnType<typeof serveApi>>;
    let token: string;

    beforeAll(async () => {
      cluster = await startGalera();
      const [one, two] = cluster.nodes;
      await one!.query('CREATE DATABASE inflow CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
      const open = async (node: typeof one): Promise<Database> => {
        const db = productDatabase(parseDatabaseUrl(cluster.url('inflow', [node!])));
        await db.connect();
        return db;
      };
      first = await open(one);
      await first.migrate();
      world = await makeApiWorld(first);
      second = await open(two);
      api = await serveApi({ db: second, url: '', drop: () => second.close() });
      token = await api.tokenOf('admin@alpha.example');
    });
    afterAll(async () => {
      await api?.stop();
      await first?.close();
      await cluster?.stop();
    });

    /** Creates a product with settings and waits until the other node knows them. */
    const create = async (path: (own: Fixture) => string): Promise<Fixture> => {
      const own = await makeProduct(first, { companyId: world.company });
      const known = () => api.rest(path(own), { token }).then(({ status }) => status);
      expect(await eventually(known, (status) => status === 200)).toBe(200);
      return own;
    };
    const remove = (path: string) => api.rest(path, { token, method: 'DELETE' }).then(({ status }) => status);

    it.each(SETTINGS)(
      'rejects the event if the $name goes before its COMMIT',
      async ({ path, eventOf, orphans }) => {
        const own = await create(path);
        let attempts = 0;
        const [outcome] = await first.write(async (tx) => {
          attempts += 1;
          const outcomes = await ingest(tx, [eventOf(own, 'late')]);
          if (attempts === 1) expect(await remove(path(own))).toBe(204);
          return outcomes;
        });
        expect([attempts, outcome?.status]).toEqual([2, 'rejected']);
        expect(await first.read(orphans)).toEqual([{ n: 0 }]);
      },
    );

    it.each(SETTINGS)(
      'ends like one node, however the two meet: $name',
      async ({ path, eventOf, orphans }) => {
        const ends = new Map<string, number>();
        for (let round = 0; round < ROUNDS; round += 1) {
          const own = await create(path);
          const store = async (): Promise<string> => {
            await pause((round % 12) * 2);
            const [outcome] = await first.write((tx) => ingest(tx, [eventOf(own, `e${round}`)]));
            return outcome?.status ?? 'none';
          };
          const [deleted, stored] = await Promise.all([remove(path(own)), store()]);
          const end = `${deleted} ${stored}`;
          ends.set(end, (ends.get(end) ?? 0) + 1);
        }
        console.info(Object.fromEntries(ends));
        expect([...ends.keys()].filter((end) => end !== '204 rejected' && end !== '409 accepted')).toEqual(
          [],
        );
        expect(await second.read(orphans)).toEqual([{ n: 0 }]);
      },
    );
  },
);
