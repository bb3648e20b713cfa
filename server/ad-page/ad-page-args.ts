import { isEnumValue, enumValues, NewAndExistingEvaluation, type Grant } from '../../shared/catalog';
import { isDay, type Day, type DayRange } from '../../shared/domain/calendar';
import { ownEvaluation } from '../../shared/domain/journey';
import type { Actor } from '../auth/actor';
import { badInput, notFound } from '../auth/failure';
import { requireProduct, requireRight } from '../auth/permissions';
import { requireVisible } from '../records/visibility';
import type { Database } from '../db/database';

/** An ad and a range of Tokyo days. */
export interface AdPageArgs {
  readonly productId: number;
  readonly adId: number;
  readonly dateFrom: Day;
  readonly dateTo: Day;
}

/**
 * Checks that the actor may see the metrics of the ad, and that the days are valid.
 *
 * @throws FORBIDDEN, BAD_USER_INPUT with the field
 */
export async function checkAdPageArgs(
  db: Database,
  actor: Actor,
  { productId, adId, dateFrom, dateTo }: AdPageArgs,
): Promise<{ grant: Grant; range: DayRange }> {
  const grant = requireRight(actor, 'analyze', 'view');
  requireProduct(actor, productId);
  if (!isDay(dateFrom)) throw badInput({ dateFrom: { key: 'mustBeDate' } });
  if (!isDay(dateTo)) throw badInput({ dateTo: { key: 'mustBeDate' } });
  if (dateFrom > dateTo) throw badInput({ dateFrom: { key: 'fromAfterTo' } });
  await requireVisible(db, actor, 'ad', [adId], productId);
  return { grant, range: { from: dateFrom, to: dateTo } };
}

/**
 * Returns the requested evaluation, or the product's own.
 * @throws BAD_USER_INPUT
 */
export async function evaluationOf(
  db: Database,
  productId: number,
  requested: number | null | undefined,
): Promise<NewAndExistingEvaluation> {
  if (requested != null) {
    if (!isEnumValue(NewAndExistingEvaluation, requested))
      throw badInput({
        evaluation: {
          key: 'mustBeOneOf',
          params: { values: enumValues(NewAndExistingEvaluation).join(', ') },
        },
      });
    return requested;
  }
  const [product] = await db.read<{ separated: number | boolean; evaluation: NewAndExistingEvaluation }>(
    'SELECT new_existing_separation AS separated, new_existing_evaluation AS evaluation FROM product WHERE id = ?',
    [productId],
  );
  if (!product) throw notFound();
  return ownEvaluation(Boolean(product.separated), product.evaluation);
}
