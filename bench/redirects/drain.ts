import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { select } from '../../server/db/statements';
import type { Database } from '../../server/db/database';
import { createLog } from '../../server/http/request-log';
import type { ClickEvent } from '../../server/journeys';
import { clickRow, storeRows } from '../../server/journeys/ingest/rows';
import { SettingsInUse } from '../../server/journeys/ingest/current-settings';
import { newEventId } from '../../server/platform/event-id';
import { Spool } from '../../server/tracking/spool/spool';
import { eventLine } from '../../server/tracking/spool/spool-line';
import type { Measurement } from '../goals';
import type { BenchData } from '../history';
import { alternate } from '../measure';

const CLICKS = 10_000;
/** Rows in one transaction of the insert-only side, the same as in the drainer's batches. */
const BATCH_ROWS = 1000;

const clicks = (productId: number, adId: number): ClickEvent[] =>
  Array.from({ length: CLICKS }, () => {
    const now = Date.now();
    return {
      type: 'click',
      door: 'redirect',
      productId,
      id: newEventId(now),
      time: now,
      ip: '203.0.113.9',
      ua: 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0.0.0 Safari/537.36',
      visitorId: newEventId(now),
      adId,
      redirectId: 0,
      lpoEntryId: 0,
      params: null,
      landingUrl: null,
      cost: null,
      xclid: null,
      ses: null,
      key1: null,
      key2: null,
      key3: null,
    };
  });

/** Prepares the rows that a drain stores, because only the insert should count. */
const rowsOf = async (
  db: Database,
  productId: number,
  events: ClickEvent[],
): Promise<ReturnType<typeof clickRow>[]> => {
  const adIds = [...new Set(events.map(({ adId }) => adId))];
  const settings = await new SettingsInUse(db.readOnlyTx).of(productId, adIds);
  return events.map((event) =>
    clickRow(event, settings!.ads.get(event.adId)!, settings!, 'bench', Date.now()),
  );
};

const insertOnly = async (db: Database, rows: ReturnType<typeof clickRow>[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    await db.write((tx) => storeRows(tx, 'interaction', 'id', rows.slice(from, from + BATCH_ROWS)));
  }
};

const append = async (spool: Spool, events: ClickEvent[]): Promise<void> => {
  const appends = events.map(
    (event) =>
      new Promise<void>((resolve, reject) =>
        spool.append(eventLine(event), (error) => (error ? reject(error) : resolve())),
      ),
  );
  await Promise.all(appends);
};

/**
 * Measures clicks per second from the segment log into the database, derived marks included, against bare
 * inserts.
 */
export const measureDrain = async (
  { db, small }: BenchData,
  where: string,
  rounds: number,
): Promise<Measurement> => {
  const [ad] = await select<{ id: number }>(db)`SELECT id FROM ad WHERE product_id = ${small} ORDER BY id
    LIMIT 1`;
  const dataDir = mkdtempSync(join(tmpdir(), 'inflow-bench-'));
  const log = createLog('silent');
  const spool = new Spool({ dataDir, fsync: 'interval', segmentDays: 7, db, log, now: Date.now });
  const rate = (work: (events: ClickEvent[]) => Promise<() => Promise<void>>) => async () => {
    const run = await work(clicks(small, ad!.id));
    const start = performance.now();
    await run();
    return (CLICKS * 1000) / (performance.now() - start);
  };
  const drained = rate(async (events) => {
    await append(spool, events);
    return () => spool.drain(120_000);
  });
  const inserted = rate(async (events) => {
    const rows = await rowsOf(db, small, events);
    return () => insertOnly(db, rows);
  });
  try {
    const { ours, base, ratio } = await alternate(rounds, drained, inserted);
    return {
      goal: 'drain',
      where,
      value: ratio,
      detail: `${ours.median.toFixed(0)}/s / ${base.median.toFixed(0)}/s`,
    };
  } finally {
    await spool.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
