import { nextHorizon, UNSEALED, type Horizon } from '../../shared/domain/retention';
import type { Day } from '../../shared/domain/calendar';
import type { Tx } from '../db/database';

/** A product whose logs are kept for a time, as it stands and as it should be today. */
export interface Aging {
  readonly productId: number;
  readonly stands: Horizon;
  readonly due: Horizon;
  /** Raw logs are there from this day on. */
  readonly keptFrom: Day;
}

interface Row {
  id: number;
  months: number;
  tracking_term: number;
  sealed_before: Day | null;
  forget_before: Day | null;
  kept_from: Day | null;
  longest_term: number | null;
}

/** The products whose logs are kept for a time only. A few rows of settings. */
export async function agingProducts(tx: Pick<Tx, 'query'>, today: Day): Promise<Aging[]> {
  const rows = await tx.query<Row>(
    `SELECT p.id, p.log_retention_months AS months, p.tracking_term, h.sealed_before, h.forget_before, h.kept_from, h.longest_term
      FROM product p LEFT JOIN log_horizon h ON h.product_id = p.id WHERE p.log_retention_months IS NOT NULL`,
  );
  return rows.map((row) => {
    const stands: Horizon = {
      forgetBefore: row.forget_before ?? UNSEALED.forgetBefore,
      sealedBefore: row.sealed_before ?? UNSEALED.sealedBefore,
      longestTerm: row.longest_term ?? UNSEALED.longestTerm,
    };
    return { productId: row.id, stands, due: nextHorizon(stands, row.months, row.tracking_term, today), keptFrom: row.kept_from ?? 0 };
  });
}

/** Whether today's horizon is not drawn yet. */
export const mustSeal = ({ stands, due }: Aging): boolean =>
  due.sealedBefore > stands.sealedBefore || due.forgetBefore > stands.forgetBefore || due.longestTerm > stands.longestTerm;

/** Whether rows beyond the drawn horizon may be left. */
export const mustForget = ({ stands, keptFrom }: Aging): boolean => keptFrom < stands.forgetBefore;
