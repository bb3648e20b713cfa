import type { Database } from '../db/database';
import { countWaiting } from '../analysis/rollups';
import { settle } from '../jobs';
import { progressBar } from './progress';

const LOOK_EVERY_MS = 500;

/** Brings journeys and reports up to date with all that is stored, with a progress bar over what waits. */
export const deriveAll = async (db: Database): Promise<void> => {
  const waiting = async (): Promise<number> => {
    const { visitors, days } = await countWaiting(db);
    return visitors + days;
  };
  // Days become stale while visitors are worked off, so the whole is known only as it grows.
  let most = await waiting();
  let lookedAt = Date.now();
  let look = Promise.resolve();
  console.error('Deriving journeys and reports ...');
  const bar = progressBar('derived', Math.max(1, most));
  await settle(db, () => {
    if (Date.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = Date.now();
    look = waiting().then((left) => {
      most = Math.max(most, left);
      bar.update(most - left, `${left} left`);
      // A look that fails costs one picture of the bar; the work itself tells what is wrong.
    }, () => undefined);
  });
  await look;
  bar.update(most);
  bar.finish();
};
