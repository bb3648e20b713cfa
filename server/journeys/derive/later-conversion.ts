import { dayOf, monthOf, type Day } from '../../../shared/domain/calendar';
import { insertRows, placeholders, type Tx } from '../../db/database';
import { chunksOf, selectIn } from '../../db/chunks';
import type { ConversionRow, NewConversionRow } from './rows';

/** Relation of a conversion to the one that acquired its customer: the customer's first LAST conversion. */
export interface Acquisition<R extends NewConversionRow> {
  /** The acquiring conversion of a later LAST conversion, else null. */
  readonly by: R | null;
  /** For the acquiring conversion: Tokyo days of the customer's later ones. */
  readonly laterDays: readonly Day[];
}

/** For excluded and MIDDLE conversions. */
export const NO_ACQUISITION: Acquisition<never> = { by: null, laterDays: [] };

const COLUMNS = [
  'product_id',
  'day',
  'conversion_id',
  'acquired_by',
  'acquired_day',
  'first_of_month',
  'amount_sen',
] as const;

/** A row of `later_conversion`. */
export type LaterConversion = Record<(typeof COLUMNS)[number], number>;

type Known = Pick<NewConversionRow, 'id' | 'day' | 'amount_sen'>;

interface Due {
  readonly row: ConversionRow;
  readonly facts: Pick<NewConversionRow, 'previous_time'>;
  readonly acquisition: Acquisition<ConversionRow>;
}

/**
 * Builds the row of a customer's later LAST conversion: the acquiring conversion, its day, and if this one is
 * the customer's first in its month, for counts of customers. Both conversions must have ids.
 *
 * @param previousTime time of the customer's previous LAST conversion
 */
export function laterConversion(
  productId: number,
  row: Known,
  previousTime: number | null,
  acquiring: Known,
): LaterConversion {
  return {
    product_id: productId,
    day: row.day,
    conversion_id: row.id ?? 0,
    acquired_by: acquiring.id ?? 0,
    acquired_day: acquiring.day,
    first_of_month: previousTime !== null && monthOf(dayOf(previousTime)) === monthOf(row.day) ? 0 : 1,
    amount_sen: row.amount_sen,
  };
}

/** Stores new rows. */
export async function insertLaterConversions(tx: Tx, rows: readonly LaterConversion[]): Promise<void> {
  await insertRows(
    tx,
    'later_conversion',
    COLUMNS,
    rows.map((row) => COLUMNS.map((column) => row[column])),
  );
}

/**
 * Writes the rows of later conversions that differ.
 * @returns the conversions whose row differed
 */
export async function writeLaterConversions<D extends Due>(
  tx: Tx,
  productId: number,
  due: readonly D[],
): Promise<D[]> {
  // Most customers buy once and need no read.
  const candidates = due.filter(({ row, acquisition }) => row.repeated === 1 || acquisition.by !== null);
  const stored = new Map(
    (
      await selectIn<LaterConversion>(
        tx,
        `SELECT ${COLUMNS.join(', ')} FROM later_conversion WHERE conversion_id IN`,
        [],
        candidates.map(({ row }) => row.id),
      )
    ).map((row) => [row.conversion_id, row] as const),
  );
  const dueRows = new Map<number, LaterConversion>();
  for (const {
    row,
    facts,
    acquisition: { by },
  } of candidates)
    if (by) dueRows.set(row.id, laterConversion(productId, row, facts.previous_time, by));
  const changed = candidates.filter(({ row: { id } }) => {
    const [is, should] = [stored.get(id), dueRows.get(id)];
    return is && should ? COLUMNS.some((column) => is[column] !== should[column]) : is !== should;
  });
  for (const chunk of chunksOf(changed.filter(({ row }) => stored.has(row.id)))) {
    await tx.execute(
      `DELETE FROM later_conversion WHERE conversion_id IN (${placeholders(chunk)})`,
      chunk.map(({ row }) => row.id),
    );
  }
  await insertLaterConversions(
    tx,
    changed.flatMap(({ row }) => dueRows.get(row.id) ?? []),
  );
  return changed;
}
