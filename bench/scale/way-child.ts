import 'reflect-metadata';
import { Database } from '../../server/db/database';
import { parseDatabaseUrl } from '../../server/db/data-source';
import { loadHistory } from '../../server/db/demo/history/load';
import { syntheticPlan } from '../../server/db/demo/synthetic-plan';
import { settle } from '../../server/jobs';
import { lastWholeDay } from '../history';
import { timed } from '../measure';

/** A product whose year is to be made, and where. */
export interface Errand {
  url: string;
  productId: number;
  clicks: number;
}

/** How long it took, and the most memory that it needed. */
export interface Walked {
  loadMs: number;
  deriveMs: number;
  memoryMb: number;
  /** Events made, each a row of a log. */
  rows: number;
}

const KB = 1024;

/** From nothing to reports that say all of it, as the commands do it, in a process whose memory can be measured. */
const walk = async ({ url, productId, clicks }: Errand): Promise<Walked> => {
  const db = new Database(parseDatabaseUrl(url), { readLimitMs: null });
  await db.connect();
  const now = Date.now();
  const plan = await syntheticPlan(
    db,
    { productId, clicks, months: 12, random: 42, until: lastWholeDay(now) },
    now,
  );
  let rows = 0;
  const loadMs = await timed(async () => {
    rows = (await loadHistory(db, plan)).events;
  });
  const deriveMs = await timed(() => settle(db));
  await db.close();
  return { loadMs, deriveMs, memoryMb: process.resourceUsage().maxRSS / KB, rows };
};

process.once('message', (errand: Errand) => {
  walk(errand).then(
    (walked) => process.send?.(walked, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
