import { firstDayOfMonth, type Month } from '../../../shared/domain/calendar';
import type { Database } from '../../db/database';
import { select } from '../../db/statements';
import { contactsFrom } from './live';
import { lineKey, linesOf, type JourneyLine } from '../../../shared/domain/attribution';
import { computeMonth, readStoredText } from './store';

/** Stored journeys of a path in a month that differ from the logs. */
interface JourneyDifference {
  readonly table: 'journey_month';
  readonly key: Readonly<Record<string, number | string>>;
  readonly column: 'journeys' | 'amount_sen' | 'ages';
  readonly expected: number | string;
  readonly actual: number | string;
}

/** Compares the stored journeys of months with the logs, if these are complete and have not changed since. */
export async function verifyMonths(
  db: Database,
  productId: number,
  months: readonly Month[],
): Promise<JourneyDifference[]> {
  const from = await contactsFrom(db, productId);
  const stored = await select<{ month: Month }>(db)`SELECT month FROM journey_month_mark
    WHERE product_id = ${productId} AND stored_marks = marks AND month IN ${months}`;
  const differences: JourneyDifference[] = [];
  for (const { month } of stored) {
    if (firstDayOfMonth(month) < from) continue;
    const byKey = (rows: readonly JourneyLine[]) => new Map(rows.map((row) => [lineKey(row), row]));
    const expected = byKey((await computeMonth(db, productId, month)) ?? []);
    const actual = byKey(linesOf(await readStoredText(db, productId, month)));
    for (const key of new Set([...expected.keys(), ...actual.keys()])) {
      const [due, is] = [expected.get(key), actual.get(key)];
      const column = (['journeys', 'amount_sen', 'ages'] as const).find(
        (name) => String(due?.[name] ?? 0) !== String(is?.[name] ?? 0),
      );
      const row = due ?? is;
      if (column && row)
        differences.push({
          table: 'journey_month',
          key: { month, class: row.class, path: row.path },
          column,
          expected: due?.[column] ?? 0,
          actual: is?.[column] ?? 0,
        });
    }
  }
  return differences;
}
