import { join } from 'node:path';

/** Start time of every test run, unless TEST_CLOCK sets another: a Wednesday in the middle of a month. */
const DEFAULT_INSTANT = '2026-06-17T12:00:00+09:00';

/**
 * Sets the clock of this process's children to a fixed time. From there it runs on. Processes of one run
 * share one offset, so they agree on the time.
 */
export const startTestClock = (): void => {
  const { env } = process;
  if (env.TEST_CLOCK_OFFSET !== undefined) return;
  const start = Date.parse(env.TEST_CLOCK ?? DEFAULT_INSTANT);
  if (Number.isNaN(start)) throw new Error(`TEST_CLOCK: not a date-time: ${env.TEST_CLOCK}`);
  env.TEST_CLOCK_OFFSET = String(start - Date.now());
  env.NODE_OPTIONS = [env.NODE_OPTIONS, `--require "${join(__dirname, 'shift-clock.cjs')}"`]
    .filter(Boolean)
    .join(' ');
};
