import type { Day } from '../../shared/domain/calendar';
import type { Actor } from '../auth/actor';
import { requireEither, requireProduct } from '../auth/permissions';
import type { Database } from '../db/database';

/** How far a product's raw logs reach back. */
export interface LogHorizonFacts {
  readonly productId: number;
  /** Figures of days before it are closed, and events of theirs refused; null: of none. */
  readonly sealedBefore: Day | null;
  /** Raw logs of days before it are gone, only figures are left; null: none are. */
  readonly keptFrom: Day | null;
  readonly retentionMonths: number | null;
}

/** Says of which days a log has no rows any more. */
export class LogHorizonService {
  constructor(private readonly db: Database) {}

  /** @throws FORBIDDEN */
  async of(actor: Actor, productId: number): Promise<LogHorizonFacts> {
    // Results are read by who approves them too.
    requireEither(actor, ['logs', 'cv_approve'], 'view');
    requireProduct(actor, productId);
    const [row] = await this.db.read<{ months: number | null; sealed: Day | null; kept: Day | null }>(
      'SELECT p.log_retention_months AS months, h.sealed_before AS sealed, h.kept_from AS kept FROM product p LEFT JOIN log_horizon h ON h.product_id = p.id WHERE p.id = ?',
      [productId],
    );
    return {
      productId,
      sealedBefore: row?.sealed || null,
      keptFrom: row?.kept || null,
      retentionMonths: row?.months ?? null,
    };
  }
}
