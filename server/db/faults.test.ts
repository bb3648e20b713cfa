import { Events, makeProduct, type Fixture } from '../journeys/testing/fixture';
import type { IncomingEvent } from '../journeys';
import { DatabaseSink } from '../tracking/spool/database-sink';
import { IngestQueue } from '../tracking/ingest-queue';
import { openTestDatabase, onEachDatabase, type TestDatabase } from './testing/databases';
import { failAt } from './testing/fail-once';
import { MYSQL_FAULTS, SQLITE_FAULTS, type Fault } from './testing/faults';

jest.setTimeout(120_000);

const DAY = 86_400_000;
const START = Date.UTC(2025, 5, 1, 3);

const MOST = 400;

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

  /** Returns a click and a conversion of a new visitor. */
  const journey = (): IncomingEvent[] => {
    number += 1;
    const events = new Events(fixture);
    const time = START + (number % 20) * DAY;
    return [
      events.click(`c${number}`, time, `v${number}`),
      events.conversion(`k${number}`, time + 60_000, `v${number}`),
    ];
  };

  /** Returns how often each event is stored. */
  const stored = async (events: readonly IncomingEvent[]) =>
    Promise.all(
      events.map(async ({ type, id }) => {
        const [table, column] = type === 'click' ? ['interaction', 'id'] : ['conversion', 'event_id'];
        const [row] = await test.db.read<{ n: number | string }>(
          `SELECT COUNT(*) AS n FROM ${table} WHERE product_id = ? AND ${column} = ?`,
          [fixture.productId, id],
        );
        return Number(row?.n);
      }),
    );

  /** Runs `act` with each statement failing in turn, and `check` after each run. */
  const failEachStatement = async <T>(
    fault: Fault,
    act: (events: IncomingEvent[]) => Promise<T>,
    check: (events: IncomingEvent[], outcome: T | undefined) => Promise<void>,
  ) => {
    let tried = 0;
    for (let at = 0; at < MOST; at += 1) {
      const events = journey();
      const { undo, failed } = failAt(at, fault);
      const outcome = await act(events)
        .catch(() => undefined)
        .finally(undo);
      await check(events, outcome);
      if (!failed()) break;
      tried += 1;
    }
    expect(tried).toBeGreaterThan(1);
    expect(await test.db.canWrite()).toBe(true);
  };

  it.each(faults)(
    'stores acknowledged events of /collect and /s2s, and repeated ones once: %s',
    async (_, fault) => {
      const send = (events: readonly IncomingEvent[]) => {
        const deliveries = events.map((event) => ({ event, text: event.id }));
        return new IngestQueue(test.db, Date.now, 20_000).store({
          door: 's2s',
          ip: null,
          deliveries,
          refused: [],
        });
      };
      await failEachStatement(fault, send, async (events, acknowledged) => {
        if (acknowledged) expect(await stored(events)).toEqual([1, 1]);
        await send(events);
        expect(await stored(events)).toEqual([1, 1]);
      });
    },
  );

  it.each(faults)('stores events of the spool once, together with their offset: %s', async (_, fault) => {
    const sink = new DatabaseSink(test.db, 'spool', Date.now);
    const store = (events: readonly IncomingEvent[], offset: number) =>
      sink
        .store(
          events.map((event) => ({ kind: 'event' as const, event })),
          { segment: 1, offset },
        )
        .then(() => true);
    let offset = 1;
    await failEachStatement(
      fault,
      (events) => store(events, (offset += 1)),
      async (events) => {
        // Like the drainer, from the stored offset.
        if ((await sink.position())?.offset !== offset) await store(events, offset);
        expect(await stored(events)).toEqual([1, 1]);
        expect(await sink.position()).toEqual({ segment: 1, offset });
      },
    );
  });
});
