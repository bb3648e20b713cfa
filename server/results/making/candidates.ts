import { CvType, isEnumValue, NewAndExistingEvaluation, ResultFlag } from '../../../shared/catalog';
import { ownEvaluation, PATH_CLASS, repeatClassOf } from '../../../shared/domain/journey';
import { pathResults, type CreditTouch, type ResultType } from '../../../shared/domain/results';
import type { Tx } from '../../db/database';
import { groupBy } from '../../platform/group-by';
import { selectIn } from '../../db/chunks';
import { readEffectiveSettings, type EffectiveSettings } from '../effective-settings';
import { isOpen, type DueConversion } from './due-conversions';

interface TouchRow {
  readonly conversion_id: number;
  readonly class: number;
  readonly pos: number;
  readonly interaction_id: string;
  readonly ad_id: number;
  readonly device: number;
  readonly redirect_id: number;
  readonly lpo_entry_id: number;
}

interface Touch extends CreditTouch {
  readonly row: TouchRow;
}

/** A result to create, before its approval rules are evaluated. */
export interface Candidate {
  readonly conversion: DueConversion;
  readonly touch: TouchRow;
  readonly type: ResultType;
  readonly settings: EffectiveSettings;
}

/**
 * Returns the path class of repeat conversions under the product's evaluation; null if it leaves them out.
 */
async function repeatClass(tx: Tx, productId: number): Promise<number | null> {
  const [product] = await tx.query<{ separated: number; evaluation: number }>(
    'SELECT new_existing_separation AS separated, new_existing_evaluation AS evaluation FROM product WHERE id = ?',
    [productId],
  );
  const { NEW_AND_EXISTING_WITH_HISTORY } = NewAndExistingEvaluation;
  const own =
    product && isEnumValue(NewAndExistingEvaluation, product.evaluation)
      ? product.evaluation
      : NEW_AND_EXISTING_WITH_HISTORY;
  return repeatClassOf(ownEvaluation(product?.separated === 1, own));
}

/** Returns the CV settings whose MIDDLE conversions also create results. */
async function middleSettings(tx: Tx, productId: number): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>(
    'SELECT id FROM cv_setting WHERE product_id = ? AND result_flag = 1',
    [productId],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the results that the ads of the conversions' paths create, under the product's current evaluation.
 * @returns candidates in the order of the conversions
 */
export async function candidatesOf(
  tx: Tx,
  productId: number,
  conversions: readonly DueConversion[],
): Promise<Candidate[]> {
  const repeat = await repeatClass(tx, productId);
  const middles = await middleSettings(tx, productId);
  const classOf = ({ repeated }: DueConversion) => (repeated === 0 ? PATH_CLASS.FIRST : repeat);
  const eligible = conversions.filter(
    (one) =>
      isOpen(one) &&
      (one.cv_type === CvType.LAST_CV || middles.has(one.cv_setting_id)) &&
      classOf(one) !== null,
  );
  const sql =
    'SELECT conversion_id, class, pos, interaction_id, ad_id, device, redirect_id, lpo_entry_id FROM conversion_touch WHERE conversion_id IN';
  const touches = groupBy(
    await selectIn<TouchRow>(
      tx,
      sql,
      [],
      eligible.map(({ id }) => id),
      'AND pos > 0',
    ),
    (touch) => touch.conversion_id,
  );
  const inForce = await readEffectiveSettings(
    tx,
    [...touches.values()].flat().map((touch) => touch.ad_id),
  );
  return eligible.flatMap((conversion) => {
    const path = (touches.get(conversion.id) ?? [])
      .filter((touch) => touch.class === classOf(conversion))
      .sort((a, b) => a.pos - b.pos)
      .map((row): Touch => ({
        row,
        adId: row.ad_id,
        isPerformance: row.interaction_id === conversion.performance_interaction_id,
      }));
    return pathResults(path, (adId) => inForce(adId)?.flag ?? ResultFlag.INVALID).flatMap(
      ({ touch, type }): Candidate[] => {
        const settings = inForce(touch.adId);
        return settings ? [{ conversion, touch: touch.row, type, settings }] : [];
      },
    );
  });
}
