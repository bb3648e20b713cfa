import { addMonths, dayOf, monthOf, monthRange } from '../../../shared/domain/calendar';
import { ownEvaluation } from '../../../shared/domain/journey';
import type { NewAndExistingEvaluation } from '../../../shared/catalog';
import { createTrafficYield } from '../../backpressure/traffic-load';
import { select } from '../../db/statements';
import type { Database } from '../../db/database';
import type { Position } from '../../records/cursor';
import { NO_FILTERS } from '../report/filters';
import { readCredited, type CreditedColumns } from './credited-columns';
import { readPaths } from './frequent-paths';

/** Whole months before the current one. With it they cover a year and the start of the next. */
const MONTHS = 12;

interface BusiestProduct {
  id: number;
  companyId: number;
  separated: number | boolean;
  evaluation: NewAndExistingEvaluation;
}

/** Returns the product with the most conversions of the last year; undefined if there are none. */
export async function busiestProduct(
  db: Pick<Database, 'read'>,
  now: number,
): Promise<BusiestProduct | undefined> {
  const [product] = await db.read<BusiestProduct>(
    `SELECT p.id, p.company_id AS companyId, p.new_existing_separation AS separated, p.new_existing_evaluation AS evaluation
     FROM rollup_log_day d JOIN product p ON p.id = d.product_id WHERE d.day >= ?
     GROUP BY p.id, p.company_id, p.new_existing_separation, p.new_existing_evaluation ORDER BY SUM(d.conversion_count) DESC LIMIT 1`,
    [monthRange(addMonths(monthOf(dayOf(now)), -MONTHS)).from],
  );
  return product;
}

/**
 * Preloads a year of CV information for the product with the most conversions, so that the first user after a
 * start does not wait. Yields to traffic. Months of smaller products load quickly on request.
 */
export async function preloadCvInfo(db: Database, now: number, signal: AbortSignal): Promise<void> {
  const present = monthOf(dayOf(now));
  const product = await busiestProduct(db, now);
  if (!product) return;
  const evaluation = ownEvaluation(Boolean(product.separated), product.evaluation);
  const yieldNow = createTrafficYield();
  for (let back = 1; back <= MONTHS && !signal.aborted; back += 1) {
    const month = {
      productId: product.id,
      range: monthRange(addMonths(present, -back)),
      evaluation,
      filters: NO_FILTERS,
    };
    await readCredited(db, month);
    await readPaths(db, month);
    await yieldNow();
  }
}

/** Numbers of a conversion that rows can be sorted by, and their columns in the cached conversions. */
const COLUMNS = {
  touches: 'touches',
  latency: 'latencies',
  amount: 'amounts',
  lastCvAdId: 'ads',
} as const satisfies Record<string, keyof CreditedColumns>;
type NumberOrder = keyof typeof COLUMNS;

/** Field of ad names. Rows sort by it like a number: a product has few ads, and each has a rank by name. */
export const AD_NAME = 'lastCvAd';
export type CachedOrder = NumberOrder | typeof AD_NAME;
export const isCachedOrder = (field: string): field is CachedOrder =>
  field === AD_NAME || Object.hasOwn(COLUMNS, field);

/**
 * Ranks the ad of each conversion by its current name. Ads with the same name share a rank; no ad comes
 * first.
 */
export async function adPlaces(
  db: Database,
  productId: number,
  { ads }: CreditedColumns,
): Promise<Float64Array> {
  const rows = await select<{ id: number; place: number }>(db)`SELECT id, DENSE_RANK() OVER (ORDER BY
    ad_name) AS place FROM ad WHERE product_id = ${productId}`;
  const places = new Map(rows.map(({ id, place }) => [id, place]));
  return Float64Array.from(ads, (ad) => places.get(ad) ?? 0);
}

/** Returns the sort value of each conversion. */
export const sortValuesOf = (columns: CreditedColumns, order: NumberOrder): Float64Array =>
  Float64Array.from(columns[COLUMNS[order]]);

/** A conversion of the report: its number in the log, its path data, and its place in the sort order. */
export interface Head {
  readonly id: number;
  readonly touches: number;
  readonly latency_ms: number;
  readonly place: Position;
}

/** Binary search for the first index from `low` that is not before the target. */
function lowerBound(isBefore: (at: number) => boolean, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the index of each value in ascending order; equal values keep their order. Uses the native sort, so
 * that a year of conversions does not block other work.
 */
function sortAscending(values: Float64Array): { readonly sorted: Float64Array; readonly rows: Int32Array } {
  const sorted = values.slice().sort();
  const placedCount = new Int32Array(values.length);
  const rows = new Int32Array(values.length);
  values.forEach((value, row) => {
    const first = lowerBound((at) => sorted[at]! < value, 0, sorted.length);
    rows[first + placedCount[first]!++] = row;
  });
  return { sorted, rows };
}

/** Conversions sorted by a number, then by day and id. Every page costs the same. */
export class NumberedConversions {
  private readonly sorted: Float64Array;
  private readonly rows: Int32Array;

  constructor(
    private readonly columns: CreditedColumns,
    numbers: Float64Array,
  ) {
    const { sorted, rows } = sortAscending(numbers);
    this.sorted = sorted;
    this.rows = rows;
  }

  /**
   * Returns some conversions after a place in the requested order, or from its start, without the first
   * `offset`.
   */
  part({
    asc,
    behind,
    limit,
    offset,
  }: {
    asc: boolean;
    behind: Position | null;
    limit: number;
    offset: number;
  }): Head[] {
    const count = this.rows.length;
    const skipped =
      behind === null ? 0 : asc ? this.countBefore(behind, true) : count - this.countBefore(behind, false);
    const begin = Math.min(skipped + offset, count);
    const length = Math.min(limit, count - begin);
    return Array.from({ length }, (_, index) => this.head(asc ? begin + index : count - 1 - begin - index));
  }

  private head(at: number): Head {
    const { ids, days, touches, latencies } = this.columns;
    const row = this.rows[at]!;
    return {
      id: ids[row]!,
      touches: touches[row]!,
      latency_ms: latencies[row]!,
      place: [this.sorted[at]!, days[row]!, ids[row]!],
    };
  }

  /** Counts the conversions before a place, or with `itself` also the one at it. */
  private countBefore(place: Position, inclusive: boolean): number {
    const [value = 0, day = 0, id = 0] = place.map(Number);
    const { ids, days } = this.columns;
    return lowerBound(
      (at) => {
        const row = this.rows[at]!;
        const apart = this.sorted[at]! - value || days[row]! - day || ids[row]! - id;
        return apart < 0 || (inclusive && apart === 0);
      },
      0,
      this.rows.length,
    );
  }
}
