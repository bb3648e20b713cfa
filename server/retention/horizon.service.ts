import type { Day } from '../../shared/domain/calendar';
import type { Actor } from '../auth/actor';
import { requireEither, requireProduct } from '../auth/permissions';
import { select } from '../db/statements';
import type { Database } from '../db/database';

/** Range of a product's raw logs. */
export interface LogHorizonView {
  readonly productId: number;
  /**
   * Days before it are sealed: their metrics are final and their events are rejected. Null if no day is
   * sealed.
   */
  readonly sealedBefore: Day | null;
  /** Raw logs of days before it are deleted; only metrics are left. Null if none are deleted. */
  readonly keptFrom: Day | null;
  readonly retentionMonths: number | null;
}

/** Reports the first day with raw logs of a product. */
export class LogHorizonService {
  constructor(private readonly db: Database) {}

  /** @throws FORBIDDEN */
  async of(actor: Actor, productId: number): Promise<LogHorizonView> {
    // Users who approve results read them too.
    requireEither(actor, ['logs', 'cv_approve'], 'view');
    requireProduct(actor, productId);
    const [row] = await select<{ months: number | null; sealed: Day | null; kept: Day | null }>(
      this.db,
    )`SELECT
      p.log_retention_months AS months, h.sealed_before AS sealed, h.kept_from AS kept FROM product p
      LEFT JOIN log_horizon h ON h.product_id = p.id WHERE p.id = ${productId}`;
    return {
      productId,
      sealedBefore: row?.sealed || null,
      keptFrom: row?.kept || null,
      retentionMonths: row?.months ?? null,
    };
  }
}
