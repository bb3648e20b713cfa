import { monthOf } from '../../shared/domain/calendar';
import { chunksOf } from '../db/statements';
import { archivedDays, archivedTouches } from './archived-days';
import { type Database, placeholders } from '../db/database';
import { adMonths, combinedFacts, productDays } from './combined';
import { verifyMonths } from './journey-months/verify';
import { readLogCounts, logFacts, type Statement } from './log-facts';
import {
  coarseFromFine,
  DAYS_AT_ONCE,
  monthFromDays,
  FACT_KINDS,
  GRAINS,
  openDays,
  rollupTable,
  type RollupTable,
} from './tables';

/** A value of a rollup that differs from the logs, or from the rows it is summed from. */
export interface RollupDifference {
  readonly table: string;
  /** The row: period, ad and the finer keys. */
  readonly key: Readonly<Record<string, number | string>>;
  readonly column: string;
  readonly expected: number | string;
  readonly actual: number | string;
}

type FactRow = Record<string, number | string>;

/** Sums of shares depend on the order of addition in their last digits. */
const TOLERANCE = 1e-9;
const differs = (a: number, b: number): boolean =>
  Math.abs(a - b) > TOLERANCE * Math.max(1, Math.abs(a), Math.abs(b));

function compare(
  table: Pick<RollupTable, 'name' | 'period' | 'key' | 'facts'>,
  expected: readonly FactRow[],
  actual: readonly FactRow[],
): RollupDifference[] {
  const keyColumns = [table.period, ...table.key];
  const keyOf = (row: FactRow): string => keyColumns.map((column) => row[column]).join('/');
  const actualRows = new Map(actual.map((row) => [keyOf(row), row]));
  const expectedRows = new Map(expected.map((row) => [keyOf(row), row]));
  const differences: RollupDifference[] = [];
  for (const key of new Set([...expectedRows.keys(), ...actualRows.keys()])) {
    const expectedRow = expectedRows.get(key);
    const actualRow = actualRows.get(key);
    const row = expectedRow ?? actualRow ?? {};
    for (const column of table.facts) {
      const [a, b] = [Number(expectedRow?.[column] ?? 0), Number(actualRow?.[column] ?? 0)];
      // A superfluous row is a difference even if all its values are 0; it is reported once.
      const missing = (expectedRow === undefined || actualRow === undefined) && column === table.facts[0];
      if (!differs(a, b) && !missing) continue;
      // Addresses are personal data.
      const shown = keyColumns.filter((name) => name !== 'ip');
      const named = Object.fromEntries(shown.map((name) => [name, Number(row[name])]));
      differences.push({ table: table.name, key: named, column, expected: a, actual: b });
    }
  }
  return differences;
}

async function check(
  db: Database,
  table: RollupTable,
  expectedRows: Statement | readonly FactRow[],
  where: string,
  params: readonly number[],
): Promise<RollupDifference[]> {
  const expected =
    'sql' in expectedRows ? await db.read<FactRow>(expectedRows.sql, expectedRows.params) : expectedRows;
  const actual = await db.read<FactRow>(`SELECT * FROM ${table.name} WHERE ${where}`, params);
  return compare(table, expected, actual);
}

/**
 * Compares the rollups of these Tokyo days, their months and their stored journeys with the expected values: row counts and fine
 * days from the logs, coarse days from fine ones, months and totals from days. Writes nothing. The touches of
 * sealed days are checked only if they are archived: others are deleted.
 *
 * @returns every value that differs by more than 1e-9 relatively, and every missing or superfluous row
 */
export async function verifyDays(
  db: Database,
  productId: number,
  days: readonly number[],
  sealed = 0,
): Promise<RollupDifference[]> {
  const all: RollupDifference[][] = (await readLogCounts(db, productId, days)).map(
    ({ table, expected, actual }) => compare(table, expected, actual),
  );
  const months = [...new Set(days.map(monthOf))];
  const files = await archivedDays(db, productId, { from: Math.min(sealed, ...days), to: sealed - 1 });
  for (const kind of FACT_KINDS) {
    const fine = rollupTable(kind, 'fine', 'day');
    const coarse = rollupTable(kind, 'coarse', 'day');
    for (const part of chunksOf(days, DAYS_AT_ONCE)) {
      const where = `product_id = ? AND day IN (${placeholders(part)})`;
      const params = [productId, ...part];
      const open = openDays(kind, part, sealed);
      if (open.length > 0) {
        all.push(
          await check(
            db,
            fine,
            logFacts(kind, productId, open),
            `product_id = ? AND day IN (${placeholders(open)})`,
            [productId, ...open],
          ),
        );
      }
      const archived = kind === 'touch' ? files.filter((day) => part.includes(day)) : [];
      if (archived.length > 0)
        all.push(
          await check(
            db,
            fine,
            await archivedTouches(db, productId, archived),
            `product_id = ? AND day IN (${placeholders(archived)})`,
            [productId, ...archived],
          ),
        );
      all.push(await check(db, coarse, coarseFromFine(coarse, fine, productId, part), where, params));
    }
    for (const grain of GRAINS) {
      const table = rollupTable(kind, grain, 'month');
      for (const month of months) {
        const expectedSelect = monthFromDays(table, rollupTable(kind, grain, 'day'), productId, month);
        all.push(await check(db, table, expectedSelect, 'product_id = ? AND month = ?', [productId, month]));
      }
    }
  }
  for (const part of chunksOf(days, DAYS_AT_ONCE))
    all.push(
      await check(
        db,
        productDays,
        combinedFacts(productDays, productId, part),
        `product_id = ? AND day IN (${placeholders(part)})`,
        [productId, ...part],
      ),
    );
  for (const month of months)
    all.push(
      await check(db, adMonths, combinedFacts(adMonths, productId, [month]), 'product_id = ? AND month = ?', [
        productId,
        month,
      ]),
    );
  all.push(await verifyMonths(db, productId, months));
  return all.flat();
}
