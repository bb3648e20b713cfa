import { DataSource } from 'typeorm';
import { readCohortRows } from '../../analysis/reports/transitions/cohorts';
import { readFacts } from '../../facts/read-facts';
import { verifyDays } from '../../rollups';
import { hasProductDays } from '../../rollups/combined';
import { settle } from '../../sweeps';
import { ingest, type IncomingEvent } from '../../journeys';
import { Events, makeProduct, type Fixture } from '../../journeys/testing/fixture';
import { EXCLUDED_IP, randomEvents } from '../../journeys/testing/random-events';
import { mysqlOptions, sqliteOptions } from '../data-source';
import { insertRows, type Database } from '../database';
import type { Value } from '../engines/sqlite-driver';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../testing/databases';
import { injectFaults, MYSQL_FAULTS, SQLITE_FAULTS } from '../testing/faults';
import { Initial1700000000001 } from './0001-initial';
import { EVENT_TABLES, ROLLUP_TABLES } from './0001-initial/event-tables';
import { SETTINGS_TABLES } from './0001-initial/settings-tables';
import { AD_MONTH_COLUMNS } from './0002-release-0-2-0/rollup-tables';

jest.setTimeout(120_000);

const START = Date.UTC(2026, 0, 1);
/** Tables of 0.1.0 with data. Its marks of days have another form. */
const TABLES = [...SETTINGS_TABLES, ...EVENT_TABLES, ...ROLLUP_TABLES].filter(
  ({ name }) => name !== 'setting_revision' && name !== 'stale_day',
);

/** Replaces a database by an empty one of 0.1.0, and opens it as the next start would. */
async function emptyRelease010(db: Database): Promise<void> {
  const { target } = db;
  const options = target.kind === 'sqlite' ? sqliteOptions(target, []) : await mysqlOptions(target, []);
  const source = await new DataSource({ ...options, migrations: [Initial1700000000001] }).initialize();
  await source.dropDatabase();
  await source.runMigrations();
  await source.destroy();
  // Tables get the collation that the database had when their connection was opened.
  await db.close();
  await db.connect();
}

async function copyRows(from: Database, to: Database): Promise<void> {
  for (const { name, columns = [] } of TABLES) {
    const names = columns.map((column) => column.name);
    const rows = await from.read<Record<string, Value>>(`SELECT ${names.join(', ')} FROM ${name}`);
    const values = rows.map((row) => names.map((column) => row[column]));
    await to.write((tx) => insertRows(tx, name, names, values));
  }
}

/** Reads rows in a fixed order, without the rounding errors of sums. */
async function readRows(db: Database, table: string, columns = '*'): Promise<string[]> {
  const rows = await db.read<Record<string, Value>>(`SELECT ${columns} FROM ${table}`);
  const rounded = (value: Value) => (typeof value === 'number' ? Math.round(value * 1e5) / 1e5 : value);
  return rows
    .map((row) => JSON.stringify(Object.entries(row).map(([name, value]) => [name, rounded(value)])))
    .sort();
}

/** Repeats an upgrade that fails some statements later in each run, until it completes. Returns the failures. */
async function upgradeWithFailures(db: Database): Promise<number> {
  const fault = db.dialect === 'sqlite' ? SQLITE_FAULTS['full disk'] : MYSQL_FAULTS['full disk'];
  for (let failures = 0; ; failures += 1) {
    let left = failures * (db.dialect === 'sqlite' ? 30 : 4);
    const undo = injectFaults((sql) =>
      /^\s*(CREATE|ALTER|DROP|INSERT|DELETE|UPDATE)/.test(sql) && !sql.includes('migration') && left-- === 0
        ? fault
        : undefined,
    );
    try {
      await db.migrate();
      return failures;
    } catch (error) {
      if (left >= 0) throw error;
    } finally {
      undo();
    }
  }
}

onEachDatabase((dialect) => {
  let current: TestDatabase;
  let upgraded: TestDatabase;
  let fixture: Fixture;
  let days: number[];

  beforeAll(async () => {
    // TypeORM logs each failed migration.
    jest.spyOn(console, 'log').mockReturnValue();
    current = await openTestDatabase(dialect);
    upgraded = await openTestDatabase(dialect);
    const { db } = current;
    fixture = await makeProduct(db, { trackingTerm: 2, excludedIps: EXCLUDED_IP });
    const events = randomEvents(fixture, new Events(fixture), 5, 300).map((event): IncomingEvent => {
      const later = { ...event, time: START + (event.time - START) * 10 };
      if (later.type === 'conversion') return { ...later, amount: 1200.5 };
      return later.type === 'click' ? { ...later, xclid: later.id.repeat(50).slice(0, 255) } : later;
    });
    await db.write((tx) => ingest(tx, events));
    await settle(db);
    days = (
      await db.read<{ day: number }>(
        'SELECT day FROM interaction UNION SELECT day FROM access UNION SELECT day FROM conversion',
      )
    )
      .map(({ day }) => day)
      .sort((a, b) => a - b);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await current.drop();
    await upgraded.drop();
  });

  /** Replaces `upgraded` by a database of 0.1.0 with the events of `current` and a day to roll up. */
  const createRelease010 = async (): Promise<void> => {
    const { db } = upgraded;
    await emptyRelease010(db);
    await copyRows(current.db, db);
    await db.write(async (tx) => {
      await tx.execute('UPDATE ad SET redirect_flag = 0');
      for (const table of ['rollup_touch_day', 'rollup_cv_day'])
        await tx.execute(`DELETE FROM ${table} WHERE day = ?`, [days[3]]);
      const mark = [fixture.productId, days[3]];
      await insertRows(tx, 'stale_day', ['product_id', 'day'], [mark, mark]);
    });
  };

  const expectSameRows = async (...tables: [table: string, columns?: string][]): Promise<void> => {
    for (const [table, columns] of tables) {
      const rows = await readRows(current.db, table, columns);
      expect([table, rows.length > 10]).toEqual([table, true]);
      expect([table, await readRows(upgraded.db, table, columns)]).toEqual([table, rows]);
    }
  };

  /** Starts on a database whose ads and marks show whether the upgrade ran. */
  const expectStartWithoutChange = async (db: Database): Promise<void> => {
    await db.write((tx) => tx.execute('UPDATE ad SET redirect_flag = 0'));
    await db.migrate();
    expect(await db.read('SELECT DISTINCT redirect_flag FROM ad')).toEqual([{ redirect_flag: 0 }]);
    expect(await db.read('SELECT day FROM stale_day')).toEqual([]);
  };

  it.each([
    ['in one run', async (db: Database) => db.migrate()],
    ['after failed runs', async (db: Database) => expect(await upgradeWithFailures(db)).toBeGreaterThan(3)],
  ])('upgrades data of 0.1.0 %s', async (_, upgrade) => {
    await createRelease010();
    const { db } = upgraded;
    await upgrade(db);
    const drift = await db.write((tx) => tx.manager.connection.driver.createSchemaBuilder().log());
    expect(drift.upQueries).toEqual([]);
    expect(await db.read('SELECT DISTINCT redirect_flag FROM ad')).toEqual([{ redirect_flag: 1 }]);
    expect(await db.read('SELECT DISTINCT version FROM figure_version')).toEqual([{ version: 1 }]);
    await expectSameRows(
      ['access_ref', 'product_id, interaction_ref, access_id, visitor_id, time'],
      ['later_conversion'],
      // The worker computes the facts of later releases.
      ['rollup_ad_month', AD_MONTH_COLUMNS],
      ['interaction', 'id, xclid'],
    );

    // Uses a separate database, because complete totals of a product stay complete.
    const hasTotals = () => hasProductDays({ read: (...args) => db.read(...args) }, fixture.productId);
    expect(await hasTotals()).toBe(false);
    // Reports read the model that the upgrade adds from the touches, until the worker has computed its sums.
    const fresh = ({ db: known }: TestDatabase): Database => Object.create(known);
    const credit = async (from: Database) => {
      const facts = await readFacts(from, {
        productId: fixture.productId,
        range: { from: days[0]!, to: days.at(-1)! },
        groupBy: ['ad_id', 'month'],
        keys: ['cvFinal', 'attrCv5', 'attrCv6', 'attrAmount6'],
        evaluation: 3,
        cvSettingIds: null,
        only: {},
      });
      const sums = new Map<string, number>();
      for (const { keys, facts: rows } of facts)
        for (const row of rows)
          for (const key of keys) {
            const name = `${row.ad_id}/${row.month}/${key}`;
            sums.set(name, (sums.get(name) ?? 0) + (row[key] ?? 0));
          }
      return new Map(
        [...sums].filter(([, sum]) => sum !== 0).map(([name, sum]) => [name, Math.round(sum * 1e6)]),
      );
    };
    const later = async (from: Database) => {
      const rows = await readCohortRows(from, {
        productId: fixture.productId,
        current: 203001,
        columns: ['ad_id'],
        model: 6,
        facts: ['cv', 'customers', 'amount'],
        only: {},
      });
      const text = ({ key, values, ...row }: (typeof rows)[number]) => ({
        ...row,
        ad: key.ad_id,
        ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Math.round(value * 1e6)])),
      });
      return rows
        .filter(({ values }) => values.cv > 0)
        .map((row) => JSON.stringify(text(row)))
        .sort();
    };
    const before = [await credit(fresh(upgraded)), await later(fresh(upgraded))];
    expect(before).toEqual([await credit(fresh(current)), await later(fresh(current))]);
    await settle(db);
    expect(await hasTotals()).toBe(true);
    expect([await credit(fresh(upgraded)), await later(fresh(upgraded))]).toEqual(before);
    expect(await verifyDays(db, fixture.productId, days)).toEqual([]);
    await expectSameRows(
      ['rollup_product_day'],
      ['rollup_touch_day'],
      ['rollup_cv_day'],
      ['rollup_ad_month'],
      ['rollup_cohort_month'],
    );

    const xclid = 'k8'.repeat(300);
    await db.write((tx) => ingest(tx, [new Events(fixture).click('long', START, 'v9', { xclid })]));
    expect(await db.read("SELECT xclid FROM interaction WHERE id = 'long'")).toEqual([{ xclid }]);
    await settle(db);
    await expectStartWithoutChange(db);
  });

  describe('with a development version between 0.1.0 and 0.2.0', () => {
    /** Makes `current` a database whose last migration is an unreleased one. */
    const setLast = (name: string) =>
      current.db.write((tx) =>
        tx.execute('UPDATE migrations SET name = ?, timestamp = ? WHERE timestamp > 1700000000001', [
          name,
          Number(name.slice(-13)),
        ]),
      );

    it('leaves a database with all its migrations alone', async () => {
      await setLast('AdMonths1700000000033');
      await expectStartWithoutChange(current.db);
    });

    it('refuses a database with a part of them', async () => {
      await current.db.write((tx) => tx.execute("DELETE FROM migrations WHERE name LIKE 'Release%'"));
      await setLast('Cohorts1700000000013');
      await expect(current.db.migrate()).rejects.toThrow('development version between 0.1.0 and 0.2.0');
    });
  });
});
