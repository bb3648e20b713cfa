import { addMonths, dayOf, monthOf, monthRange } from '../../../shared/domain/calendar';
import { ownEvaluation } from '../../../shared/domain/journey';
import type { NewAndExistingEvaluation } from '../../../shared/catalog';
import { createTrafficYield } from '../../backpressure/yield-to-traffic';
import type { Database } from '../../db/database';
import { NO_FILTERS } from '../report/filters';
import { readCredited } from './credited-columns';
import { readPaths } from './frequent-paths';

/** Whole months before the current one. With it they cover a year and the start of the next. */
const MONTHS = 12;

interface BusiestProduct {
  id: number;
  separated: number | boolean;
  evaluation: NewAndExistingEvaluation;
}

/**
 * Preloads a year of CV information for the product with the most conversions, so that the first user after a
 * start does not wait. Yields to traffic. Months of smaller products load quickly on request.
 */
export async function preloadCvInfo(db: Database, now: number, signal: AbortSignal): Promise<void> {
  const present = monthOf(dayOf(now));
  const [product] = await db.read<BusiestProduct>(
    `SELECT p.id, p.new_existing_separation AS separated, p.new_existing_evaluation AS evaluation
     FROM rollup_log_day d JOIN product p ON p.id = d.product_id WHERE d.day >= ?
     GROUP BY p.id, p.new_existing_separation, p.new_existing_evaluation ORDER BY SUM(d.conversion_count) DESC LIMIT 1`,
    [monthRange(addMonths(present, -MONTHS)).from],
  );
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
