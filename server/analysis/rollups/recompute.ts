import { addDays, dayOf, monthOf } from '../../../shared/domain/calendar';
import { insertRows, marks, type Tx } from '../../db/database';
import { logFacts } from './log-facts';
import { coarseFromFine, insertSelect, monthFromDays } from './rolled-facts';
import { rollupColumns, rollupTable, type FactKind } from './tables';

const KINDS: readonly FactKind[] = ['touch', 'cv'];
/** Days recomputed by one set of statements: keeps a year's rebuild to few statements and small sorts. */
const DAYS_AT_ONCE = 31;

/** Sorted, each once. */
const distinct = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b);

function* chunks(values: readonly number[]): Generator<number[]> {
  for (let start = 0; start < values.length; start += DAYS_AT_ONCE) yield values.slice(start, start + DAYS_AT_ONCE);
}

async function fillFromLogs(tx: Tx, kind: FactKind, productId: number, days: readonly number[], live: boolean): Promise<void> {
  const table = rollupTable(kind, 'fine', 'day');
  const select = logFacts(kind, productId, days);
  if (live) {
    // On MariaDB INSERT ... SELECT locks the log rows that it reads, and the gaps where today's events
    // are about to be written. A plain SELECT locks nothing.
    const columns = rollupColumns(table);
    const rows = await tx.query<Record<string, number>>(select.sql, select.params);
    await insertRows(tx, table.name, columns, rows.map((row) => columns.map((column) => row[column])));
  } else {
    const insert = insertSelect(table, select);
    await tx.execute(insert.sql, insert.params);
  }
}

/**
 * Computes whole Tokyo days of a product again from the logs: fine rows from interactions, views and stored
 * touches, coarse rows from the fine ones. A rollup row is a pure function of the logs, so running it twice
 * changes nothing. Months are not touched: see `recomputeMonths`.
 *
 * @param days yyyymmdd, in any order
 * @param now the present instant; days still being written are read without locks
 */
export async function recomputeDays(tx: Tx, productId: number, days: readonly number[], now = Date.now()): Promise<void> {
  const yesterday = addDays(dayOf(now), -1);
  const all = distinct(days);
  const closed = tx.dialect === 'sqlite' ? all : all.filter((day) => day < yesterday);
  const live = all.filter((day) => !closed.includes(day));
  for (const kind of KINDS) {
    const fine = rollupTable(kind, 'fine', 'day');
    const coarse = rollupTable(kind, 'coarse', 'day');
    for (const part of [...chunks(closed), ...chunks(live)]) {
      for (const table of [fine, coarse]) {
        await tx.execute(`DELETE FROM ${table.name} WHERE product_id = ? AND day IN (${marks(part)})`, [productId, ...part]);
      }
      await fillFromLogs(tx, kind, productId, part, live.includes(part[0]));
      const insert = insertSelect(coarse, coarseFromFine(coarse, fine, productId, part));
      await tx.execute(insert.sql, insert.params);
    }
  }
}

/** Adds the day rows of whole months (yyyymm) up again into the month rows, coarse and fine. */
export async function recomputeMonths(tx: Tx, productId: number, months: readonly number[]): Promise<void> {
  for (const kind of KINDS) {
    for (const grain of ['coarse', 'fine'] as const) {
      const table = rollupTable(kind, grain, 'month');
      for (const month of distinct(months)) {
        await tx.execute(`DELETE FROM ${table.name} WHERE product_id = ? AND month = ?`, [productId, month]);
        const insert = insertSelect(table, monthFromDays(table, rollupTable(kind, grain, 'day'), productId, month));
        await tx.execute(insert.sql, insert.params);
      }
    }
  }
}

/** Days and then the months that they stand in: what a stale day asks for. */
export async function recomputeRollups(tx: Tx, productId: number, days: readonly number[], now = Date.now()): Promise<void> {
  await recomputeDays(tx, productId, days, now);
  await recomputeMonths(tx, productId, days.map(monthOf));
}
