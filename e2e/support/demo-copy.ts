import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { dayOf } from '../../shared/domain/calendar';

/** Where a run of many files keeps the demo that most of them begin with. Without it each start makes its own. */
const KEPT = process.env.INFLOW_E2E_DEMO;

/** The data folder of a day's demo; its history ends the day before, so that each day in Tokyo has its own. */
export const keptDemo = (folder: string, now = Date.now()): string => join(folder, `demo-${dayOf(now)}`);

/** Puts today's demo into an empty data folder if it is kept. */
export const copyKeptDemo = (dataDir: string): void => {
  const kept = KEPT && keptDemo(KEPT);
  if (kept && existsSync(kept)) cpSync(kept, dataDir, { recursive: true });
};
