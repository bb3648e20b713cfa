import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertRows, type Database } from '../../server/db/database';
import { createLog } from '../../server/http/log';
import type { ClickEvent } from '../../server/journeys';
import { newEventId } from '../../server/tracking/http/event-id';
import { Spool } from '../../server/tracking/spool/spool';
import { eventLine } from '../../server/tracking/spool/spool-entry';
import type { Figure } from '../goals';
import type { BenchData } from '../history';
import { inTurns } from '../measure';

const CLICKS = 10_000;
/** Rows a transaction of the side that only inserts; the drainer's batches are as large. */
const TOGETHER = 1000;

const clicks = (productId: number, adId: number): ClickEvent[] =>
  Array.from({ length: CLICKS }, () => {
    const now = Date.now();
    return {
      type: 'click', door: 'redirect', productId, id: newEventId(now), time: now, ip: '203.0.113.9', ua: 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0.0.0 Safari/537.36',
      visitorId: newEventId(now), adId, redirectId: 0, lpoEntryId: 0, params: null, landingUrl: null, cost: null, xclid: null, ses: null, key1: null, key2: null, key3: null,
    };
  });

/** The columns of the click table, each with how a finished row fills it: no look-ups, no queue, no offset. */
const COLUMNS: Record<string, (click: ClickEvent) => string | number | null> = {
  product_id: (click) => click.productId,
  id: (click) => click.id,
  time: (click) => click.time,
  day: () => 20000101,
  ad_id: (click) => click.adId,
  claimed_visitor_id: (click) => click.visitorId,
  visitor_id: (click) => click.visitorId,
  door: (click) => click.door,
  device: () => 1,
  cost_sen: () => 0,
  tracking_term: () => 180,
  ip: (click) => click.ip,
  ua: (click) => click.ua,
  // Kept out of every report: these rows only cost time.
  excluded_reason: () => 'bench',
  counted: () => 0,
  first_touch: () => 0,
  stored_at: (click) => click.time,
};

const insertOnly = async (db: Database, events: ClickEvent[]): Promise<void> => {
  const columns = Object.keys(COLUMNS);
  const fills = Object.values(COLUMNS);
  for (let from = 0; from < events.length; from += TOGETHER) {
    const rows = events.slice(from, from + TOGETHER).map((event) => fills.map((fill) => fill(event)));
    await db.write((tx) => insertRows(tx, 'interaction', columns, rows));
  }
};

const append = async (spool: Spool, events: ClickEvent[]): Promise<void> => {
  const kept = events.map(
    (event) => new Promise<void>((resolve, reject) => spool.segments.append(eventLine(event), (error) => (error ? reject(error) : resolve()))),
  );
  await Promise.all(kept);
};

/** Clicks a second from the segment log into the database with everything that belongs to them, against bare inserts. */
export const measureDrain = async ({ db, small }: BenchData, where: string, rounds: number): Promise<Figure> => {
  const [ad] = await db.read<{ id: number }>('SELECT id FROM ad WHERE product_id = ? ORDER BY id LIMIT 1', [small]);
  const dataDir = mkdtempSync(join(tmpdir(), 'inflow-bench-'));
  const spool = new Spool({ dataDir, fsync: 'interval', db, log: createLog('silent'), now: Date.now });
  const rate = (work: (events: ClickEvent[]) => Promise<() => Promise<void>>) => async () => {
    const go = await work(clicks(small, ad!.id));
    const begun = performance.now();
    await go();
    return (CLICKS * 1000) / (performance.now() - begun);
  };
  const drained = rate(async (events) => {
    await append(spool, events);
    return () => spool.drain(120_000);
  });
  const inserted = rate((events) => Promise.resolve(() => insertOnly(db, events)));
  try {
    const { ours, base, ratio } = await inTurns(rounds, drained, inserted);
    return { goal: 'drain', where, value: ratio, detail: `${ours.median.toFixed(0)}/s / ${base.median.toFixed(0)}/s` };
  } finally {
    await spool.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
