import type { Database } from '../db/database';
import { countWaiting } from '../analysis/rollups';
import { journeysSweep, settle } from '../jobs';
import type { ResultHold } from '../results';
import { progressBar } from './progress';

const LOOK_EVERY_MS = 500;

/**
 * Brings journeys, results and reports up to date with all that is stored, with a progress bar over what waits. What a load
 * kept back is released when all journeys are derived, so that its results are made in the order of their time.
 */
export const deriveAll = async (db: Database, hold: ResultHold): Promise<void> => {
  const waiting = async (): Promise<number> => {
    const { visitors, days } = await countWaiting(db);
    return visitors + days;
  };
  // Days become stale while visitors are worked off, so the whole is known only as it grows.
  let most = await waiting();
  let lookedAt = Date.now();
  let look = Promise.resolve();
  console.error('Deriving journeys and reports ...');
  const bar = progressBar('derived', most);
  const onStep = () => {
    if (Date.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = Date.now();
    look = waiting().then(
      (left) => {
        most = Math.max(most, left);
        bar.update(most - left, `${left} left`);
        // A look that fails costs one picture of the bar; the work itself tells what is wrong.
      },
      () => undefined,
    );
  };
  await settle(db, onStep, [journeysSweep]);
  await hold.release();
  await settle(db, onStep);
  await look;
  bar.update(most);
  bar.finish();
};
