import type { Database } from '../db/database';
import { countBacklog } from '../rollups';
import { journeysSweep, settle } from '../sweeps';
import type { ResultHold } from '../results';
import { progressBar } from './command';

const COUNT_INTERVAL_MS = 500;

/**
 * Updates journeys, results and reports from all stored events, with a progress bar. Results held back by an
 * import are released once all journeys are derived, so they are created in chronological order.
 */
export const deriveAll = async (db: Database, hold: ResultHold): Promise<void> => {
  const waiting = async (): Promise<number> => {
    const { visitors, days } = await countBacklog(db);
    return visitors + days;
  };
  // Processing visitors makes further days stale, so the total grows over time.
  let most = await waiting();
  let lookedAt = Date.now();
  let look = Promise.resolve();
  console.error('Deriving journeys and reports ...');
  const bar = progressBar('derived', most);
  const onStep = () => {
    if (Date.now() - lookedAt < COUNT_INTERVAL_MS) return;
    lookedAt = Date.now();
    look = waiting().then(
      (left) => {
        most = Math.max(most, left);
        bar.update(most - left, `${left} left`);
        // A failed count only skips one update of the bar. The work itself reports errors.
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
