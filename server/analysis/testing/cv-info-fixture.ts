import { parseDateTime } from '../../../shared/domain/calendar';
import type { Actor } from '../../auth/actor';
import { Failure } from '../../auth/failure';
import type { Dialect } from '../../db/database';
import { openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { cvInfo } from '../reports/cv-info';
import { recomputeRollups } from '../../rollups';
import type { CvInfoAnswer, CvInfoInput } from './cv-info-answer';
import { randomEvents } from './random-events';
import { daysOf, storeEvents, type Events } from './store-events';
import { actorOf, makeWorld, type World } from './world';

/** Current time of the tests. */
export const NOW = parseDateTime('2026-03-31T12:00:00') ?? 0;

export interface CvInfoFixture {
  readonly test: TestDatabase;
  readonly world: World;
  readonly events: Events;
  /** Reads CV information of the whole period. */
  ask(input?: CvInfoInput, actor?: Actor): Promise<CvInfoAnswer>;
  /** Returns the code and the field of a failure. */
  failureOf(work: Promise<unknown>): Promise<unknown>;
}

/** Stores random events before all tests of a suite, and drops their database afterwards. */
export function cvInfoFixture(dialect: Dialect): CvInfoFixture {
  let test: TestDatabase;
  let world: World;
  let events: Events;
  const ask = async (input: CvInfoInput = {}, actor: Actor = actorOf(world)): Promise<CvInfoAnswer> =>
    (await cvInfo.read(
      test.db,
      actor,
      { productId: world.productId, dateFrom: 20251101, dateTo: 20260331, ...input },
      NOW,
      (_, id) => `c-${id}`,
    )) as never;
  const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
    const error = await work.then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!(error instanceof Failure)) throw error ?? new Error('was not refused');
    return [error.code, Object.keys(error.details.fields ?? {})[0]];
  };

  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    world = await makeWorld(test.db);
    events = randomEvents(world, 11, 600);
    await test.db.write(async (tx) => {
      await storeEvents(tx, world.productId, events);
      await recomputeRollups(tx, world.productId, daysOf(events));
    });
  });
  afterAll(() => test.drop());
  return {
    ask,
    failureOf,
    get test() {
      return test;
    },
    get world() {
      return world;
    },
    get events() {
      return events;
    },
  };
}
