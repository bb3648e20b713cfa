import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyDays } from '../rollups';
import { startApi } from '../composition/testing/api-server';
import { PASSWORD } from '../composition/testing/api-world';
import { settle } from '../sweeps';
import { Leases } from '../jobs/job';
import { SWEEPS } from '../sweeps/sweeps';
import { runSweep } from '../jobs/sweep-loop';
import { ingest } from '../journeys';
import { rebuildSettings } from '../journeys/rebuild-settings';
import { Events, makeProduct, type Fixture } from '../journeys/testing/fixture';
import { verifyJourneys } from '../journeys/verify-journeys';
import { importEvents } from '../import/import-events';
import { onEachDatabase, openTestDatabase, type TestDatabase } from './testing/databases';
import { failAt } from './testing/fail-once';
import { MYSQL_FAULTS, SQLITE_FAULTS, type Fault } from './testing/faults';

const DAY = 86_400_000;
const START = Date.UTC(2025, 5, 1, 3);
const ALL_DAYS = { from: 20_200_101, to: 20_991_231 };
const MOST = 600;
/** Maximum delay of a fault: an abandoned lease alone would take twenty seconds. */
const MAX_DELAY_MS = 12_000;

jest.setTimeout(1_800_000);

// Each statement of deriving, rebuilding, importing and refreshing a session fails once. The faults of the
// database take turns.
onEachDatabase((dialect) => {
  const faults: [string, Fault][] = Object.entries(dialect === 'sqlite' ? SQLITE_FAULTS : MYSQL_FAULTS);
  let test: TestDatabase;
  let fixture: Fixture;
  let number = 0;
  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    fixture = await makeProduct(test.db);
  });
  afterAll(() => test.drop());

  /** Runs `act` with this fault's statements failing in turn; `after` receives whether it was acknowledged. */
  const failEachStatement = async (
    fault: Fault,
    prepare: () => Promise<unknown>,
    act: () => Promise<unknown>,
    after: (acknowledged: boolean) => Promise<unknown>,
  ) => {
    let tried = 0;
    for (let at = faults.findIndex(([, one]) => one === fault); at < MOST; at += faults.length) {
      await prepare();
      const { undo, failed } = failAt(at, fault);
      const started = Date.now();
      const acknowledged = await act()
        .then(
          () => true,
          () => false,
        )
        .finally(undo);
      await after(acknowledged);
      expect(Date.now() - started).toBeLessThan(MAX_DELAY_MS);
      if (!failed()) break;
      tried += 1;
    }
    expect(tried).toBeGreaterThan(0);
  };

  const rowsOf = async (sql: string): Promise<number> => {
    const [row] = await test.db.read<{ n: number | string }>(sql, [fixture.productId]);
    return Number(row?.n);
  };
  const differences = async (): Promise<unknown[]> => {
    const journeyDifferences: unknown[] = [];
    for await (const part of verifyJourneys(test.db, fixture.productId, ALL_DAYS, () => settle(test.db)))
      journeyDifferences.push(...part.differences);
    const days = await test.db.read<{ day: number }>(
      'SELECT DISTINCT day FROM interaction WHERE product_id = ? ORDER BY day',
      [fixture.productId],
    );
    return [
      ...journeyDifferences,
      ...(await verifyDays(
        test.db,
        fixture.productId,
        days.map(({ day }) => day),
      )),
    ];
  };
  /** Returns a click and a conversion of a new visitor. */
  const journey = () => {
    number += 1;
    const events = new Events(fixture);
    const time = START + (number % 20) * DAY;
    return [
      events.click(`c${number}`, time, `v${number}`),
      events.conversion(`k${number}`, time + 60_000, `v${number}`),
    ];
  };
  const arrive = () => test.db.write((tx) => ingest(tx, journey()));
  const expectAllStored = async () => {
    expect(await differences()).toEqual([]);
    expect(await rowsOf('SELECT COUNT(*) AS n FROM interaction WHERE product_id = ?')).toBe(number);
    expect(await rowsOf('SELECT COUNT(*) AS n FROM conversion WHERE product_id = ?')).toBe(number);
    expect(await rowsOf('SELECT SUM(clicks) AS n FROM rollup_touch_day WHERE product_id = ?')).toBe(number);
  };

  it.each(faults)('a worker derives journeys and rollups in its next runs: %s', async (_, fault) => {
    const leases = new Leases(test.db);
    const loop = { stopping: () => false, onError: () => undefined };
    const work = async () => {
      for (const sweep of SWEEPS) await runSweep(test.db, sweep, loop, leases);
    };
    const isPending = async () =>
      (await Promise.all(SWEEPS.map((sweep) => sweep.waiting(test.db, 'live')))).flat().length > 0;
    await failEachStatement(fault, arrive, work, async () => {
      for (const started = Date.now(); (await isPending()) && Date.now() - started < MAX_DELAY_MS;)
        await work();
      expect(await isPending()).toBe(false);
    });
    await expectAllStored();
  });

  it.each(faults)('a derivation completes, at the latest in a second run: %s', async (_, fault) => {
    await failEachStatement(
      fault,
      arrive,
      () => settle(test.db),
      () => settle(test.db),
    );
    await expectAllStored();
  });

  it.each(faults)('a rebuild completes, at the latest in a second run: %s', async (_, fault) => {
    let terms = 30;
    const save = async () => {
      terms = terms === 30 ? 60 : 30;
      await test.db.write((tx) =>
        tx.execute('UPDATE product SET tracking_term = ? WHERE id = ?', [terms, fixture.productId]),
      );
    };
    const rebuild = async () => {
      await rebuildSettings(test.db, fixture.productId, ALL_DAYS);
      await settle(test.db);
    };
    const rebuilt = async () => {
      expect(
        await rowsOf(
          `SELECT COUNT(*) AS n FROM interaction WHERE product_id = ? AND tracking_term <> ${terms}`,
        ),
      ).toBe(0);
    };
    await failEachStatement(fault, save, rebuild, async (acknowledged) => {
      if (acknowledged) await rebuilt();
      await rebuild();
      await rebuilt();
    });
    await expectAllStored();
  });

  it.each(faults)(
    'an import completes, at the latest in a second run, and stores nothing twice: %s',
    async (_, fault) => {
      const dir = mkdtempSync(join(tmpdir(), 'inflow-faults-'));
      const file = join(dir, 'events.ndjson');
      const line = (event: object) => JSON.stringify(event);
      const write = async () => {
        number += 1;
        const time = new Date(START + (number % 20) * DAY).toISOString();
        const of = { product_id: fixture.productId, visitor_id: `v${number}`, time };
        writeFileSync(
          file,
          [
            line({ ...of, type: 'click', id: `c${number}`, ad_id: fixture.ads[0] }),
            line({ ...of, type: 'conversion', id: `k${number}`, cv_setting_id: fixture.cv.last }),
          ].join('\n'),
        );
      };
      const load = () => importEvents(test.db, { file, createAds: false });
      await failEachStatement(fault, write, load, async (acknowledged) => {
        const again = await load();
        expect(again.rejected).toBe(0);
        if (acknowledged) expect(again).toMatchObject({ accepted: 0, duplicates: 2 });
      });
      await settle(test.db);
      await expectAllStored();
      rmSync(dir, { recursive: true, force: true });
    },
  );

  it.each(faults)('a session refresh succeeds, at the latest in a second request: %s', async (_, fault) => {
    const api = await startApi(dialect);
    try {
      const { body: session } = await api.rest('/auth/signin/', {
        body: { email: 'manager@alpha.example', password: PASSWORD },
      });
      let refresh: string = session.refresh;
      const renew = async () => {
        const { status, body } = await api.rest('/auth/refresh/', { body: { refresh } });
        if (status !== 200) throw new Error(`refused with ${status}`);
        refresh = body.refresh;
      };
      await failEachStatement(
        fault,
        async () => undefined,
        renew,
        async (acknowledged) => {
          // Without a response, the client repeats the request with its old token.
          if (!acknowledged) await renew();
          api.clock.now += 60_000;
          await renew();
        },
      );
    } finally {
      await api.stop();
    }
  });
});
