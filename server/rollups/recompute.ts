import DataLoader from 'dataloader';
import { monthOf, addDays, dayOf, type DayRange, type Month } from '../../shared/domain/calendar';
import type { FactKind } from '../../shared/catalog';
import { insertRows, placeholders, type Database, type Tx } from '../db/database';
import { chunksOf, execute, sql } from '../db/statements';
import { sealedBefore } from '../journeys';
import { adMonths, combinedFacts, holdsKind, productDays, type CombinedTable } from './combined';
import { countArchived, logFacts, refreshLogCounts, storeLogCounts, type Statement } from './log-facts';
import { archivedDays, archivedTouches, type FactRow } from './archived-days';
import {
  insertSelect,
  monthFromDays,
  narrowToAds,
  coarseFromFine,
  DAYS_AT_ONCE,
  GRAINS,
  rollupTable,
  FACT_KINDS,
  openDays,
  rollupColumns,
  type RollupTable,
} from './tables';

/** Days per statement. */
const AT_ONCE = 200;

/** Increments the version of days, in the transaction that changed their rollups. */
export async function incrementMetricsVersion(
  tx: Tx,
  productId: number,
  days: readonly number[],
): Promise<void> {
  const again =
    tx.dialect === 'sqlite' ? 'ON CONFLICT (product_id, day) DO UPDATE SET' : 'ON DUPLICATE KEY UPDATE';
  for (let start = 0; start < days.length; start += AT_ONCE) {
    const some = days.slice(start, start + AT_ONCE);
    await tx.execute(
      `INSERT INTO figure_version (product_id, day, version) VALUES ${some.map(() => '(?, ?, 1)').join(', ')} ${again} version = version + 1`,
      some.flatMap((day) => [productId, day]),
    );
  }
}

interface VersionKey extends DayRange {
  readonly productId: number;
}

/** Reads the versions of several ranges with one statement: fields of one GraphQL request need many. */
const versionLoader = (db: Pick<Database, 'read'>) =>
  new DataLoader<VersionKey, number>(
    async (keys) => {
      const rows = await db.read<{ place: number; version: number | null }>(
        keys
          .map(
            (_, place) =>
              `SELECT ${place} AS place, SUM(version) AS version FROM figure_version WHERE product_id = ? AND day BETWEEN ? AND ?`,
          )
          .join(' UNION ALL '),
        keys.flatMap(({ productId, from, to }) => [productId, from, to]),
      );
      const versions = new Map(rows.map(({ place, version }) => [Number(place), Number(version ?? 0)]));
      return keys.map((_, place) => versions.get(place) ?? 0);
    },
    { cache: false, maxBatchSize: 50 },
  );
const versionLoaders = new WeakMap<Pick<Database, 'read'>, ReturnType<typeof versionLoader>>();

/** Returns a number that grows when the rollups of the days change. Reads a few rows by key and no rollup. */
export function readMetricsVersion(
  db: Pick<Database, 'read'>,
  productId: number,
  { from, to }: DayRange,
): Promise<number> {
  const loader = versionLoaders.get(db) ?? versionLoader(db);
  versionLoaders.set(db, loader);
  return loader.load({ productId, from, to });
}

async function rewrite(
  tx: Tx,
  table: RollupTable,
  select: Statement,
  productId: number,
  periods: readonly number[],
  adIds?: readonly number[],
): Promise<void> {
  const narrowed = narrowToAds(table, adIds);
  await tx.execute(
    `DELETE FROM ${table.name} WHERE product_id = ? AND ${table.period} IN (${placeholders(periods)})${narrowed.sql}`,
    [productId, ...periods, ...narrowed.params],
  );
  const insert = insertSelect(table, select);
  await tx.execute(insert.sql, insert.params);
}

/** Recomputes the facts of a kind in a month (optionally of some ads) from its days. */
async function rewriteMonth(
  tx: Tx,
  kind: FactKind,
  productId: number,
  month: Month,
  adIds?: readonly number[],
): Promise<void> {
  for (const grain of GRAINS) {
    const table = rollupTable(kind, grain, 'month');
    await rewrite(
      tx,
      table,
      monthFromDays(table, rollupTable(kind, grain, 'day'), productId, month, adIds),
      productId,
      [month],
      adIds,
    );
  }
}

/**
 * Recomputes the combined rows of periods (optionally of some ads). Call it after all kinds of facts are
 * written.
 */
const rewriteCombined = (
  tx: Tx,
  table: CombinedTable,
  productId: number,
  periods: readonly number[],
  adIds?: readonly number[],
): Promise<void> =>
  rewrite(tx, table, combinedFacts(table, productId, periods, adIds), productId, periods, adIds);

async function insertInDatabase(tx: Tx, table: RollupTable, select: Statement): Promise<void> {
  const insert = insertSelect(table, select);
  await tx.execute(insert.sql, insert.params);
}

async function insertThroughMemory(tx: Tx, table: RollupTable, select: Statement): Promise<void> {
  const columns = rollupColumns(table);
  const rows = await tx.query<Record<string, number>>(select.sql, select.params);
  await insertRows(tx, table.name, columns, rows);
}

/** Whether all events of a day have arrived. Logs of other days are read without locks. */
type IsClosed = (day: number) => boolean;

function* splitDays(
  tx: Tx,
  days: readonly number[],
  isClosed: IsClosed,
): Generator<{ part: number[]; inside: boolean }> {
  // On MariaDB, INSERT ... SELECT locks the log rows it reads, and the gaps that new events go into.
  const inside = days.filter((day) => tx.dialect === 'sqlite' || isClosed(day));
  for (let start = 0; start < inside.length; start += DAYS_AT_ONCE)
    yield { part: inside.slice(start, start + DAYS_AT_ONCE), inside: true };
  for (const day of days) if (!inside.includes(day)) yield { part: [day], inside: false };
}

/**
 * Recomputes whole days and their months. This is the fast way for many days.
 * @param sealed touches of earlier days are not computed
 * @param kinds kinds of facts to compute; other facts stay
 * @param touches fine rows of the touches of archived days
 */
async function rewriteDays(
  tx: Tx,
  productId: number,
  all: readonly number[],
  isClosed: IsClosed,
  sealed = 0,
  kinds = FACT_KINDS,
  touches?: { readonly days: readonly number[]; readonly rows: readonly FactRow[] },
): Promise<void> {
  for (const kind of kinds) {
    const days = openDays(kind, all, sealed);
    const known = kind === 'touch' ? (touches?.days ?? []) : [];
    const fine = rollupTable(kind, 'fine', 'day');
    const coarse = rollupTable(kind, 'coarse', 'day');
    for (const { part, inside } of splitDays(tx, days, isClosed)) {
      for (const { name } of [fine, coarse]) {
        await execute(tx)`DELETE FROM ${sql(name)} WHERE product_id = ${productId} AND day IN ${part}`;
      }
      await (inside ? insertInDatabase : insertThroughMemory)(tx, fine, logFacts(kind, productId, part));
      await insertInDatabase(tx, coarse, coarseFromFine(coarse, fine, productId, part));
    }
    if (touches && known.length > 0) {
      for (const { name } of [fine, coarse])
        await execute(tx)`DELETE FROM ${sql(name)} WHERE product_id = ${productId} AND day IN ${known}`;
      await insertRows(tx, fine.name, rollupColumns(fine), touches.rows);
      await insertInDatabase(tx, coarse, coarseFromFine(coarse, fine, productId, known));
    }
    for (const month of new Set([...days, ...known].map(monthOf)))
      await rewriteMonth(tx, kind, productId, month);
  }
  for (const part of chunksOf(all, DAYS_AT_ONCE)) await rewriteCombined(tx, productDays, productId, part);
  if (!kinds.some((kind) => holdsKind(adMonths, kind))) return;
  for (const month of new Set(all.map(monthOf))) await rewriteCombined(tx, adMonths, productId, [month]);
}

/** Returns the ads of a day whose fine rows differ from the logs. */
function changedAds(
  table: RollupTable,
  expected: readonly FactRow[],
  existing: readonly FactRow[],
): number[] {
  const keyOf = (row: FactRow): string => table.key.map((column) => row[column]).join('/');
  const old = new Map(existing.map((row) => [keyOf(row), row]));
  const changed = new Set<number>();
  for (const row of expected) {
    const before = old.get(keyOf(row));
    old.delete(keyOf(row));
    if (!before || table.facts.some((column) => row[column] !== before[column])) changed.add(row.ad_id);
  }
  for (const gone of old.values()) changed.add(gone.ad_id);
  return [...changed];
}

async function refreshDay(tx: Tx, kind: FactKind, productId: number, day: number): Promise<number[]> {
  const fine = rollupTable(kind, 'fine', 'day');
  const coarse = rollupTable(kind, 'coarse', 'day');
  const columns = rollupColumns(fine);
  const select = logFacts(kind, productId, [day]);
  const expected = await tx.query<FactRow>(select.sql, select.params);
  const existing = await tx.query<FactRow>(
    `SELECT ${columns.join(', ')} FROM ${fine.name} WHERE product_id = ? AND day = ?`,
    [productId, day],
  );
  const ads = changedAds(fine, expected, existing);
  if (ads.length === 0) return ads;
  const narrowed = narrowToAds(fine, ads);
  for (const table of [fine, coarse]) {
    await tx.execute(`DELETE FROM ${table.name} WHERE product_id = ? AND day = ?${narrowed.sql}`, [
      productId,
      day,
      ...narrowed.params,
    ]);
  }
  const rows = expected.filter((row) => ads.includes(row.ad_id));
  await insertRows(tx, fine.name, columns, rows);
  const insert = insertSelect(coarse, coarseFromFine(coarse, fine, productId, [day], ads));
  await tx.execute(insert.sql, insert.params);
  return ads;
}

/**
 * Updates days and their months by writing only the ads whose metrics changed. Use it for days that still
 * receive events: it reads the logs without locks, and a few new events cost little even in a large month.
 * The result equals that of `rewriteDays`.
 *
 * @param sealed touches of earlier days are deleted
 * @returns the days whose metrics changed
 */
async function refreshDays(
  tx: Tx,
  productId: number,
  days: readonly number[],
  sealed = 0,
): Promise<number[]> {
  const changedDays = new Set<number>();
  const rewritten = new Map<number, Set<number>>();
  for (const kind of FACT_KINDS) {
    const adsOfMonth = new Map<number, Set<number>>();
    for (const day of openDays(kind, days, sealed)) {
      const month = adsOfMonth.get(monthOf(day)) ?? new Set();
      adsOfMonth.set(monthOf(day), month);
      for (const adId of await refreshDay(tx, kind, productId, day)) {
        month.add(adId);
        changedDays.add(day);
      }
    }
    for (const [month, changed] of adsOfMonth) {
      if (changed.size === 0) continue;
      await rewriteMonth(tx, kind, productId, month, [...changed]);
      if (holdsKind(adMonths, kind))
        rewritten.set(month, new Set([...(rewritten.get(month) ?? []), ...changed]));
    }
  }
  for (const [month, ads] of rewritten) await rewriteCombined(tx, adMonths, productId, [month], [...ads]);
  for (const part of chunksOf([...changedDays], DAYS_AT_ONCE))
    await rewriteCombined(tx, productDays, productId, part);
  return [...changedDays];
}

/** `live` writes only what changed, alongside requests; `bulk` rewrites everything, for commands. */
export type RecomputeMode = 'live' | 'bulk';

/**
 * Recomputes Tokyo days of a product and their months from the logs. It counts log rows, derives fine day
 * rows from interactions, views and stored touches, coarse rows from fine ones, and months and totals from days. A
 * rollup row is a pure function of the logs, so a second run changes nothing. `bulk` also repairs rows that
 * were tampered with. Touch facts of sealed days stay, because their interactions are deleted; conversion
 * facts follow the stored conversions.
 *
 * @param days yyyymmdd, in any order
 * @param now events of today and yesterday still arrive, so these days are not locked
 */
export async function recomputeRollups(
  tx: Tx,
  productId: number,
  days: readonly number[],
  mode: RecomputeMode = 'bulk',
  now = Date.now(),
): Promise<void> {
  const all = [...new Set(days)].sort((a, b) => a - b);
  const sealed = await sealedBefore(tx, productId);
  await refreshLogCounts(tx, productId, all, now);
  if (mode === 'live')
    return incrementMetricsVersion(tx, productId, await refreshDays(tx, productId, all, sealed));
  const yesterday = addDays(dayOf(now), -1);
  await rewriteDays(tx, productId, all, (day) => day < yesterday, sealed);
  await incrementMetricsVersion(tx, productId, all);
}

/** Recomputes the archived days of a range, and their months, from their files and the stored conversions. */
export async function recomputeArchived(db: Database, productId: number, range: DayRange): Promise<void> {
  for (const days of chunksOf(await archivedDays(db, productId, range), DAYS_AT_ONCE)) {
    const counts = await countArchived(db, productId, days);
    const touches = { days, rows: await archivedTouches(db, productId, days) };
    await db.write(async (tx) => {
      await storeLogCounts(tx, productId, days, counts);
      await rewriteDays(tx, productId, days, () => true, Infinity, FACT_KINDS, touches);
      await incrementMetricsVersion(tx, productId, days);
    });
  }
}

/** Recomputes the media facts of days and of their months. Touch and conversion facts stay. */
export async function recomputeMedia(
  tx: Tx,
  productId: number,
  days: readonly number[],
  now = Date.now(),
): Promise<void> {
  const all = [...new Set(days)].sort((a, b) => a - b);
  const yesterday = addDays(dayOf(now), -1);
  await rewriteDays(tx, productId, all, (day) => day < yesterday, 0, ['media']);
  await incrementMetricsVersion(tx, productId, all);
}
