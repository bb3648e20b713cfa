import { addDays, startOfDay, type Day } from '../../shared/domain/calendar';
import { nextHorizon, UNSEALED, type Horizon } from '../../shared/domain/retention';
import type { Tx } from '../db/database';

/** A product with limited log retention: its stored horizon and the one due today. */
export interface Aging {
  readonly productId: number;
  readonly current: Horizon;
  readonly due: Horizon;
  /** First day with raw logs. */
  readonly rawLogsFrom: Day;
}

interface Row {
  id: number;
  company_id: number;
  months: number;
  tracking_term: number;
  sealed_before: Day | null;
  forget_before: Day | null;
  kept_from: Day | null;
  longest_term: number | null;
}

/**
 * Returns the longest tracking term that rows of open days may have. A row keeps the term of the time it was
 * stored, even if the product's term was shortened since. Rows are stored close to their own day.
 */
async function longestTermSince(
  tx: Pick<Tx, 'query'>,
  { id, company_id: companyId, tracking_term: term }: Row,
  day: Day,
): Promise<number> {
  const former = await tx.query<{ before_value: string | null }>(
    `SELECT c.before_value FROM audit_log l JOIN audit_change c ON c.audit_id = l.id
      WHERE l.company_id = ? AND l.entity = 'product' AND l.entity_id = ? AND l.at >= ? AND c.field = 'trackingTerm'`,
    [companyId, id, startOfDay(addDays(day, -1))],
  );
  return Math.max(term, ...former.map(({ before_value: before }) => Number(before)));
}

/** Reads the products with limited log retention, a few settings rows. */
export async function agingProducts(tx: Pick<Tx, 'query'>, today: Day): Promise<Aging[]> {
  const rows = await tx.query<Row>(
    `SELECT p.id, p.company_id, p.log_retention_months AS months, p.tracking_term, h.sealed_before, h.forget_before, h.kept_from, h.longest_term
      FROM product p LEFT JOIN log_horizon h ON h.product_id = p.id WHERE p.log_retention_months IS NOT NULL`,
  );
  const products: Aging[] = [];
  for (const row of rows) {
    const current: Horizon = {
      forgetBefore: row.forget_before ?? UNSEALED.forgetBefore,
      sealedBefore: row.sealed_before ?? UNSEALED.sealedBefore,
      longestTerm: row.longest_term ?? UNSEALED.longestTerm,
    };
    const { sealedBefore } = nextHorizon(current, row.months, row.tracking_term, today);
    const due = nextHorizon(current, row.months, await longestTermSince(tx, row, sealedBefore), today);
    products.push({ productId: row.id, current, due, rawLogsFrom: row.kept_from ?? 0 });
  }
  return products;
}

/** True if today's horizon is not stored yet. */
export const mustSeal = ({ current, due }: Aging): boolean =>
  due.sealedBefore > current.sealedBefore ||
  due.forgetBefore > current.forgetBefore ||
  due.longestTerm > current.longestTerm;

/** True if rows beyond the stored horizon may exist. */
export const mustForget = ({ current, rawLogsFrom }: Aging): boolean => rawLogsFrom < current.forgetBefore;
