import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays } from '../../shared/domain/calendar';
import { startApi, type ApiServer, type Json } from '../composition/testing/api-server';
import { Archive } from '../db/archive/archive';
import { onEachDatabase } from '../db/testing/databases';
import { withArchive } from '../db/archive/with-archive';
import { ingest, sealedBefore } from '../journeys';
import { Events } from '../journeys/testing/fixture';
import { randomEvents } from '../journeys/testing/random-events';
import { daysWithData, recomputeArchived, refreshLogCounts, verifyDays } from '../rollups';
import { settle } from '../sweeps';
import { ageLogs, productsToAge } from './age-logs';
import { archiveDay } from './archive-day';

jest.setTimeout(240_000);

const TERM = 3;
/** First day that stays in the database. */
const OPEN = 20260105;
const TODAY = addDays(OPEN, 31 + TERM);

const LOGS = {
  interactions: `id productId createdAt visitorId referenceId accessId adId ad { id label } device params aXclid
    clickIds cost trackingTerm firstTouch landingUrl referrer ipAddress ua excludedReason door storedAt`,
  accesses: `id productId accessTime visitorId interactionId adId ad { id label } ipAddress accessUrl title query
    referrer ua os osVer browser browserVer device lpoTitle excludedReason door storedAt`,
  references: 'id visitorId firstReferenceTime interactionId adId trackingTerm',
};
/** Requests over the boundary, by what they try. */
const ARGS = [
  'pageSize: 9999',
  'pageSize: 7, page: 4',
  'pageSize: 7, page: 9, sortAsc: true',
  'pageSize: 9999, sortAsc: true, keyword: "198.51"',
  'pageSize: 9999, sortName: "visitorId"',
  'pageSize: 5, page: 3, sortName: "adId", sortAsc: false',
  'pageSize: 5, page: 3, sortName: "ad"',
  'pageSize: 9, before: "end"',
  'pageSize: 9, count: none, page: 8',
  'pageSize: 9, count: capped, at: "2026-01-05T00:00:00+09:00"',
  'pageSize: 9999, timeFrom: "2026-01-03T05:00:00+09:00", timeTo: "2026-01-06T05:00:00+09:00"',
  'pageSize: 9999, timeTo: "2026-01-03T05:00:00+09:00"',
  'pageSize: 9999, filter: { visitorId: ["v1", "v3"] }',
  'pageSize: 4, page: 7, filter: { device: ["pc"] }',
];

onEachDatabase((dialect) => {
  describe('archived logs', () => {
    let api: ApiServer;
    let dir: string;
    let admin: string;
    const product = () => api.world.open.product;
    const ask = async (query: string): Promise<Json> => (await api.graphql(query, { token: admin })).body;
    const list = async (
      log: keyof typeof LOGS,
      args: string,
      of = `productId: ${product()}`,
    ): Promise<string> => {
      for (let tries = 1; ; tries += 1) {
        const fields = `count countExact next previous searchedTo results { ${LOGS[log]} }`;
        const text = JSON.stringify(await ask(`{ ${log}(${of}, ${args}) { ${fields} } }`));
        // A busy machine cuts a search short.
        if (tries === 20 || !text.includes('"searchedTo":"')) return text;
      }
    };
    const archiveAll = async (today = TODAY): Promise<void> => {
      const { db } = api.database;
      for (let steps = 0; (await productsToAge(db.readOnlyTx, today)).includes(product()); steps += 1) {
        if (steps > 500) throw new Error('archiving did not finish');
        if (await archiveDay(db, product(), today)) continue;
        expect(await db.write((tx) => ageLogs(tx, product(), today, 25))).toBe(true);
      }
      await settle(db);
    };
    const daysInDatabase = async (table: string): Promise<number[]> => {
      const sql = `SELECT DISTINCT day FROM ${table} WHERE product_id = ? ORDER BY day`;
      return (await api.database.db.read<{ day: number }>(sql, [product()])).map(({ day }) => day);
    };

    const daysInArchive = async (): Promise<number[]> =>
      (await api.database.db.read<{ day: number }>('SELECT day FROM archived_day ORDER BY day')).map(
        ({ day }) => day,
      );
    const filesOf = (): string[] =>
      readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.parquet'));

    beforeEach(async () => {
      api = await startApi(dialect);
      dir = mkdtempSync(join(tmpdir(), 'inflow-archive-'));
      Object.assign(api.database.db, { archive: new Archive({ dir, afterDays: 31 }) });
      admin = await api.tokenOf('admin@alpha.example');
      const { ads, cvSetting } = api.world.open;
      const fixture = {
        productId: product(),
        ads: [ads[0], ads[1], ads[0], ads[1]] as const,
        cv: { last: cvSetting, other: cvSetting, middle: cvSetting },
      };
      await api.database.db.write((tx) =>
        tx.execute(`UPDATE product SET tracking_term = ${TERM} WHERE id = ?`, [product()]),
      );
      const make = new Events(fixture);
      const UA =
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36';
      const events = randomEvents(fixture, make, 3, 240).map((event, n) =>
        n % 2 && event.type === 'view'
          ? { ...event, ua: UA, url: `https://a.example/${n % 5}?q=${n}` }
          : event,
      );
      const mine = { ip: '198.51.100.77', ua: UA };
      const SECOND_DAY = Date.UTC(2026, 0, 2, 3);
      await api.database.db.write((tx) =>
        ingest(tx, [
          ...events,
          make.click('solo-c', SECOND_DAY, 'solo', { ...mine, params: 'name=hanako' }),
          make.view('solo-p', SECOND_DAY + 1, 'solo', {
            ...mine,
            url: 'https://a.example/hanako',
            title: 'Hanako',
          }),
        ]),
      );
      await settle(api.database.db);
    });
    afterEach(async () => {
      await api.stop();
      rmSync(dir, { recursive: true, force: true });
    });

    it('answer every request as before', async () => {
      const requests = [
        ...(['interactions', 'accesses', 'references'] as const).flatMap((log) =>
          ARGS.map((args) => ({ log, args })),
        ),
        { log: 'accesses', args: 'pageSize: 9999, filter: { ipAddress: ["198.51.100.0/24"] }' },
        { log: 'accesses', args: 'pageSize: 9999, filter: { accessUrl: ["https://a.example/3"] }' },
        { log: 'accesses', args: 'pageSize: 9999, filter: { accessUrlContains: ["EXAMPLE/3"] }' },
        { log: 'accesses', args: 'pageSize: 9999, filter: { browser: ["Chrome"] }' },
        { log: 'interactions', args: 'pageSize: 9999, filter: { excludedReason: ["bot", "excluded_ip"] }' },
        { log: 'interactions', args: 'pageSize: 9999, keyword: "g1"' },
      ] as const;
      // One after the other: a search among many has too little time.
      const answers = async () => {
        const texts: string[] = [];
        for (const { log, args } of requests) texts.push(await list(log, args));
        return texts;
      };
      const others = async () => [
        await list('accesses', 'pageSize: 9999', `productIds: [${product()}, ${api.world.closed.product}]`),
        (await api.rest(`/logs/accesses/download/csv/?product_id=${product()}`, { token: admin })).body,
        JSON.stringify(
          await ask(
            `{ visitorStory(productId: ${product()}, visitorId: "v1", pageSize: 100) { next previous counts { kind count } results { kind time interaction { id ua } access { id accessUrl } } } }`,
          ),
        ),
      ];
      const before = [...(await answers()), ...(await others())];
      expect(before[0]).toContain('"v1"');
      await archiveAll();
      expect([await daysInDatabase('interaction'), await daysInDatabase('access')].flat().sort()[0]).toBe(
        OPEN,
      );
      const after = [...(await answers()), ...(await others())];
      for (const [index, answer] of after.entries())
        expect([requests[index], answer]).toEqual([requests[index], before[index]]);
    });

    it('are found by their id, and recounted behind a metric value', async () => {
      const { db } = api.database;
      const [row] = await db.read<{ id: string }>(
        'SELECT id FROM interaction WHERE product_id = ? AND counted = 1 ORDER BY time LIMIT 1',
        [product()],
      );
      const answers = async () => [
        (await api.rest(`/logs/interactions/${row?.id}/?product_id=${product()}`, { token: admin })).body,
        await ask(
          `{ figureTotal(productId: ${product()}, figure: "clicks;20260101-20260131") { value rows } }`,
        ),
      ];
      const before = await answers();
      expect(before[1].data.figureTotal.rows).toBeGreaterThan(0);
      await archiveAll();
      expect(await answers()).toEqual(before);
    });

    it('move piece by piece: no row is missing or listed twice in between', async () => {
      const { db } = api.database;
      const args = 'pageSize: 9999, filter: { visitorId: ["v0", "v1", "v2"] }';
      const before = await list('accesses', args);
      let steps = 0;
      for (; (await productsToAge(db.readOnlyTx, TODAY)).includes(product()); steps += 1) {
        if (!(await archiveDay(db, product(), TODAY)))
          await db.write((tx) => ageLogs(tx, product(), TODAY, 15));
        expect(await list('accesses', args)).toBe(before);
      }
      expect(steps).toBeGreaterThan(8);
    });

    it('stay complete if the process dies before it records the files, and if the step runs again', async () => {
      const { db } = api.database;
      const before = await list('accesses', 'pageSize: 9999');
      for (
        let steps = 0;
        steps < 50 && (await db.read('SELECT day FROM archived_day')).length === 0;
        steps += 1
      ) {
        const dies = archiveDay(db, product(), TODAY, async () => {
          throw new Error('killed');
        });
        if (
          await dies.then(
            () => true,
            () => false,
          )
        )
          await db.write((tx) => ageLogs(tx, product(), TODAY, 25));
        else {
          expect(await db.read('SELECT day FROM archived_day')).toEqual([]);
          expect(await list('accesses', 'pageSize: 9999')).toBe(before);
          expect(await archiveDay(db, product(), TODAY)).toBe(true);
        }
      }
      await archiveAll();
      expect(await list('accesses', 'pageSize: 9999')).toBe(before);
      expect(await archiveDay(db, product(), TODAY)).toBeUndefined();
    });

    it('keep reports and stored counts, which verify compares with the files', async () => {
      const { db } = api.database;
      const TABLES = [
        'rollup_log_day',
        'rollup_log_ad_day',
        'rollup_log_slot',
        'rollup_touch_fine_day',
        'rollup_cv_day',
      ];
      const rollups = async () => {
        const read = (table: string) => db.read(`SELECT * FROM ${table} WHERE product_id = ?`, [product()]);
        return (await Promise.all(TABLES.map(read))).map((rows) =>
          rows.map((row) => JSON.stringify(row)).sort(),
        );
      };
      const before = await rollups();
      await archiveAll();
      // Their journeys were stored before their contacts left the database.
      expect(
        await db.read('SELECT month FROM journey_month_mark WHERE product_id = ? AND stored_marks > 0', [
          product(),
        ]),
      ).toEqual([{ month: 202601 }]);
      await db.write((tx) => refreshLogCounts(tx, product(), [20260101, 20260102, 20260105], Date.now()));
      expect(await rollups()).toEqual(before);
      const sealed = await sealedBefore(db.readOnlyTx, product());
      expect(await verifyDays(db, product(), [20260101, 20260102, 20260105], sealed)).toEqual([]);
      await db.write((tx) => tx.execute('UPDATE rollup_log_day SET access_count = 1 WHERE day = 20260102'));
      expect(await verifyDays(db, product(), [20260101, 20260102], sealed)).toMatchObject([
        { table: 'rollup_log_day', key: { day: 20260102 }, column: 'access_count', actual: 1 },
      ]);
    });

    it('are the source of a rebuild, which mends every wrong row', async () => {
      const { db } = api.database;
      const range = { from: 20260101, to: 20260131 };
      const TABLES = ['log_day', 'log_ad_day', 'log_slot', 'touch_fine_day', 'touch_day', 'touch_month'];
      const rollups = async () => {
        const read = (name: string) =>
          db.read(`SELECT * FROM rollup_${name} WHERE product_id = ?`, [product()]);
        return (await Promise.all(TABLES.map(read))).map((rows) =>
          rows.map((row) => JSON.stringify(row)).sort(),
        );
      };
      const verify = async () => {
        const sealed = await sealedBefore(db.readOnlyTx, product());
        return verifyDays(db, product(), await daysWithData(db, product(), range), sealed);
      };
      await archiveAll();
      const before = await rollups();
      expect(await verify()).toEqual([]);
      for (const damage of [
        'UPDATE rollup_touch_fine_day SET clicks = clicks + 1 WHERE day = 20260102',
        'DELETE FROM rollup_touch_fine_day WHERE day = 20260103',
        'UPDATE rollup_touch_day SET cost_sen = cost_sen + 1 WHERE day = 20260101',
        'DELETE FROM rollup_log_ad_day WHERE day = 20260102',
        'UPDATE rollup_log_day SET interaction_count = 1 WHERE day = 20260101',
      ])
        await db.write((tx) => tx.execute(damage));
      expect((await verify()).length).toBeGreaterThan(5);
      await recomputeArchived(db, product(), range);
      expect(await verify()).toEqual([]);
      expect(await rollups()).toEqual(before);
    });

    it('explain the credit of conversions as before', async () => {
      const rows = await api.database.db.read<{ event_id: string; cv_setting_id: number }>(
        'SELECT event_id, cv_setting_id FROM conversion WHERE product_id = ? AND day < ? ORDER BY id',
        [product(), OPEN + 2],
      );
      const contacts = async () => {
        const all: Json[] = [];
        for (const { event_id: id, cv_setting_id: setting } of rows) {
          const { data } = await ask(
            `{ creditExplanation(productId: ${product()}, conversionId: ${JSON.stringify(id)}, cvSettingId: ${setting}) { windowFrom contacts { interactionId position leftOut share time } } }`,
          );
          const { windowFrom, contacts: found } = data.creditExplanation;
          // Older contacts are listed from the database alone.
          all.push(...found.filter(({ time }: Json) => time >= windowFrom));
        }
        return all;
      };
      const before = await contacts();
      expect(before.some(({ leftOut }) => leftOut !== null)).toBe(true);
      expect(before.some(({ position }) => position !== null)).toBe(true);
      await archiveAll();
      expect(await contacts()).toEqual(before);
    });

    it.each<[string, (path: string) => void]>([
      ['missing', (path) => rmSync(path)],
      ['damaged', (path) => truncateSync(path, 40)],
    ])('of a %s file answer 503 and name it; other days are listed', async (_name, harm) => {
      await archiveAll();
      const file = `access/product_id=${product()}/day=20260102`;
      harm(join(dir, file, 'rows.parquet'));
      const { errors } = JSON.parse(
        await list('accesses', 'pageSize: 5, timeTo: "2026-01-03T00:00:00+09:00"'),
      );
      expect(errors[0]).toMatchObject({
        message: `Archived logs can't be read (${file}). Ask the administrator of this server.`,
        extensions: { code: 'SERVICE_UNAVAILABLE' },
      });
      const others = ['timeFrom: "2026-01-03T00:00:00+09:00"', 'timeTo: "2026-01-01T23:00:00+09:00"'];
      for (const times of others)
        expect(
          JSON.parse(await list('accesses', `pageSize: 5, ${times}`)).data.accesses.count,
        ).toBeGreaterThan(0);
    });

    it('are deleted after the retention period, without a trace', async () => {
      const { db } = api.database;
      await archiveAll();
      await db.write((tx) =>
        tx.execute('UPDATE product SET log_retention_months = 2 WHERE id = ?', [product()]),
      );
      await archiveAll(20260304);
      expect((await daysInArchive())[0]).toBe(20260104);
      await archiveAll(20260904);
      expect([await daysInArchive(), filesOf(), await daysInDatabase('access')]).toEqual([[], [], []]);
    });

    it('of other products stay apart', async () => {
      await archiveAll();
      const beta = await api.tokenOf('admin@beta.example');
      const of = (productId: number) =>
        api.graphql(`{ accesses(productId: ${productId}) { count } }`, { token: beta });
      expect((await of(product())).body.errors[0].extensions.code).toBe('FORBIDDEN');
      const { body } = await api.graphql('{ accesses(pageSize: 9999) { results { productId } } }', {
        token: beta,
      });
      expect(body.data.accesses.results.map(({ productId }: Json) => productId)).not.toContain(product());
    });

    it('lose an erased person as the rows of the database do', async () => {
      const { db } = api.database;
      const args = 'pageSize: 9999, sortName: "id"';
      const rows = async (log: keyof typeof LOGS) => JSON.parse(await list(log, args)).data[log].results;
      const before = [await rows('interactions'), await rows('accesses')].flat();
      await archiveAll();
      const { body } = await api.graphql(
        `mutation { erasePerson(productId: ${product()}, visitorId: "solo") { status counts { interactions accesses } } }`,
        { token: admin },
      );
      expect(body.data.erasePerson).toEqual({ status: 'done', counts: { interactions: 1, accesses: 1 } });
      const after = [await rows('interactions'), await rows('accesses')].flat();
      const erased = after.filter((row, index) => row.visitorId !== before[index].visitorId);
      expect(after.filter((row) => !erased.includes(row))).toEqual(
        before.filter(({ visitorId }: Json) => visitorId !== 'solo'),
      );
      expect(erased).toMatchObject([
        { id: 'solo-c', ipAddress: null, ua: null, params: null, visitorId: erased[1].visitorId },
        { id: 'solo-p', ipAddress: null, ua: null, browser: null, title: null },
      ]);
      expect(JSON.stringify(after)).not.toMatch(/hanako|198\.51\.100\.77|"solo"/i);
      const archived = await withArchive(db, [product()]);
      for (const table of ['interaction', 'access'])
        expect(await archived.read(`SELECT e.id FROM ${table} e WHERE e.visitor_id = ?`, ['solo'])).toEqual(
          [],
        );
    });
  });
});
