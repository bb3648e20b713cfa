import { monthOf } from '../../shared/domain/calendar';
import { insertRows, placeholders, type Tx } from '../db/database';
import { adMonthsHold } from './ad-months';
import { logFacts, type Statement } from './log-facts';
import { rewriteAdMonth, rewriteMonth } from './rewrite-month';
import { coarseFromFine, insertSelect } from './rolled-facts';
import { FACT_KINDS, openDays, rollupColumns, rollupTable, type RollupTable } from './tables';

/** Days rewritten by one set of statements: a year's rebuild needs few statements and small sorts. */
const DAYS_AT_ONCE = 31;

async function insertInDatabase(tx: Tx, table: RollupTable, select: Statement): Promise<void> {
  const insert = insertSelect(table, select);
  await tx.execute(insert.sql, insert.params);
}

async function insertThroughMemory(tx: Tx, table: RollupTable, select: Statement): Promise<void> {
  const columns = rollupColumns(table);
  const rows = await tx.query<Record<string, number>>(select.sql, select.params);
  await insertRows(
    tx,
    table.name,
    columns,
    rows.map((row) => columns.map((column) => row[column])),
  );
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
 * @param sealed touches of earlier days are deleted
 * @param kinds kinds of facts to compute; other facts stay
 */
export async function rewriteDays(
  tx: Tx,
  productId: number,
  all: readonly number[],
  isClosed: IsClosed,
  sealed = 0,
  kinds = FACT_KINDS,
): Promise<void> {
  for (const kind of kinds) {
    const days = openDays(kind, all, sealed);
    const fine = rollupTable(kind, 'fine', 'day');
    const coarse = rollupTable(kind, 'coarse', 'day');
    for (const { part, inside } of splitDays(tx, days, isClosed)) {
      for (const { name } of [fine, coarse]) {
        await tx.execute(`DELETE FROM ${name} WHERE product_id = ? AND day IN (${placeholders(part)})`, [
          productId,
          ...part,
        ]);
      }
      await (inside ? insertInDatabase : insertThroughMemory)(tx, fine, logFacts(kind, productId, part));
      await insertInDatabase(tx, coarse, coarseFromFine(coarse, fine, productId, part));
    }
    for (const month of new Set(days.map(monthOf))) await rewriteMonth(tx, kind, productId, month);
  }
  if (!kinds.some(adMonthsHold)) return;
  for (const month of new Set(all.map(monthOf))) await rewriteAdMonth(tx, productId, month);
}
