import { serveApi, type ApiServer } from '../composition/testing/api-server';
import { makeApiWorld, EVENT_TIME } from '../composition/testing/api-world';
import { ENTITIES } from '../composition/entities';
import { verifyJourneys } from '../journeys/verify-journeys';
import { verifyDays } from '../rollups';
import type { Database } from './database';
import { onEachDatabase, openTestDatabase } from './testing/databases';

jest.setTimeout(120_000);

/** Above the 32 bits of an INT, and of an unsigned one. */
const FIRST = 5_000_000_001;

/** Tables whose rows people create one by one. */
const CREATED_BY_PEOPLE = [
  ...['ad', 'ad_category', 'ad_fee', 'ad_type', 'agency', 'alert', 'allocation_scenario', 'api_key', 'asp'],
  ...['analyze_setting', 'app_user', 'company', 'crossdomain', 'custom_measure', 'cv_setting', 'erasure'],
  ...['lpo_entry', 'media_name', 'media_source', 'note', 'passkey', 'postback_source', 'product'],
  ...[
    'query_run',
    'read_token',
    'report_share',
    'client_report',
    'outside_recipient',
    'recovery_code',
    'redirect',
    'report_schedule',
    'saved_view',
    'scim_token',
  ],
  'target',
  'conversion_sender',
  'experiment',
];

const generated = (db: Database) =>
  db.reader.entityMetadatas.flatMap(({ tableName, generatedColumns }) =>
    generatedColumns.map(({ type }) => ({ table: tableName, long: type === 'int8' })),
  );

/** Lets the generated ids of all logs and queues begin beyond 32 bits. */
async function raiseIds(db: Database): Promise<void> {
  const tables = generated(db).filter(({ long }) => long);
  await db.write(async (tx) => {
    for (const { table } of tables)
      if (tx.dialect === 'mysql') await tx.execute(`ALTER TABLE ${table} AUTO_INCREMENT = ${FIRST}`);
      else {
        await tx.execute('DELETE FROM sqlite_sequence WHERE name = ?', [table]);
        await tx.execute('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [table, FIRST - 1]);
      }
  });
}

onEachDatabase((dialect) => {
  describe('ids beyond 32 bits', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      const database = await openTestDatabase(dialect);
      await raiseIds(database.db);
      const world = await makeApiWorld(database.db);
      api = { ...(await serveApi(database, { now: EVENT_TIME + 3_600_000 })), world };
      token = await api.tokenOf('admin@alpha.example');
    });
    afterAll(() => api.stop());

    const graphql = async (query: string) => {
      const { body } = await api.graphql(`{ ${query} }`, { token });
      expect(body.errors).toBeUndefined();
      return body.data;
    };
    const get = async (path: string) => (await api.rest(path, { token })).body;
    const range = { from: 20260101, to: 20261231 };
    const settled = async () => undefined;
    const productId = () => api.world.open.product;

    it('are those of every table without a bound', () => {
      const short = generated(api.database.db).filter(({ long }) => !long);
      expect(short.map(({ table }) => table).sort()).toEqual([...CREATED_BY_PEOPLE].sort());
      expect(ENTITIES.length).toBeGreaterThan(short.length);
    });

    it('are stored with everything that refers to them', async () => {
      for (const [table, column] of [
        ['conversion', 'id'],
        ['conversion_touch', 'conversion_id'],
        ['result', 'conversion_id'],
        ['result_history', 'id'],
        ['bad_event', 'id'],
        ['refresh_token', 'id'],
      ] as const) {
        const [row] = await api.database.db.read<{ least: number }>(
          `SELECT MIN(${column}) AS least FROM ${table}`,
        );
        expect([table, Number(row?.least) >= FIRST]).toEqual([table, true]);
      }
    });

    it('derive journeys and rollups without a difference', async () => {
      const { db } = api.database;
      const days = await db.read<{ day: number }>(
        'SELECT DISTINCT day FROM conversion WHERE product_id = ?',
        [productId()],
      );
      expect(
        await verifyDays(
          db,
          productId(),
          days.map(({ day }) => day),
        ),
      ).toEqual([]);
      for await (const { differences } of verifyJourneys(db, productId(), range, settled))
        expect(differences).toEqual([]);
    });

    it('answer conversions with their paths over GraphQL, REST and files', async () => {
      const arguments_ = `productId: ${productId()}, dateFrom: "2026-01-01", dateTo: "2026-01-31"`;
      const { cvInfo } = await graphql(
        `cvInfo(${arguments_}, sortName: "amount") { count results { eventId path { interactionId } } }`,
      );
      expect(cvInfo.count).toBeGreaterThan(0);
      expect(cvInfo.results).toHaveLength(cvInfo.count);
      expect(cvInfo.results[0].path.length).toBeGreaterThan(0);
      const { results } = await get(`/logs/results/?product_id=${productId()}`);
      const { history } = await get(`/logs/results/${results[0].id}/`);
      expect(history.length).toBeGreaterThan(0);
      const file = await get(`/logs/conversions/download/csv/?product_id=${productId()}`);
      expect(file.trim().split('\n').length - 1).toBe(cvInfo.count);
    });

    it('identify rejected events and entries of the audit trail', async () => {
      const loaded = await api.rest('/logs/refused_events/load/', {
        token,
        body: { product_id: productId(), ids: api.world.open.refused },
      });
      expect(Number(api.world.open.refused[0])).toBeGreaterThanOrEqual(FIRST);
      expect(loaded.body.results.map(({ outcome }: { outcome: string }) => outcome)).not.toContain('gone');
      await api.rest('/agencies/', { token, body: { agency_name: 'New' } });
      const { auditLogs } = await graphql('auditLogs { results { id changes { field } } }');
      const [entry] = auditLogs.results;
      expect(entry.id).toBeGreaterThanOrEqual(FIRST);
      expect(entry.changes.length).toBeGreaterThan(0);
      expect(await get(`/audit-logs/${entry.id}/`)).toMatchObject({ id: entry.id, entity: 'agency' });
    });

    it('renew sessions', async () => {
      const { body } = await api.rest('/auth/signin/', {
        body: { email: 'manager@alpha.example', password: 'Password1!' },
      });
      expect((await api.rest('/auth/refresh/', { body: { refresh: body.refresh } })).status).toBe(200);
    });
  });
});
