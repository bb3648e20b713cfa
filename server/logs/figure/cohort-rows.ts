import { AttributionModel, CvType, enumValues, type Acquired } from '../../../shared/catalog';
import { PATH_CLASS } from '../../../shared/domain/journey';
import type { Condition } from '../../crud/condition';

const SHARES = enumValues(AttributionModel).map((model) => `t.share_${model}`).join(', ');
/** The contacts of a path that acquired a customer. */
const CONTACTS = `t.product_id, t.ad_id, t.device, t.redirect_id, t.lpo_entry_id, t.is_last, ${SHARES}`;

/**
 * Conversions of customers that were acquired on some days, under the contacts of the paths that acquired them: these
 * conversions themselves and later ones, as touches are kept, so that every condition on touches is one on them. It is
 * what the rollups of cohorts are made of.
 */
export function cohortRows(productId: number, { from, to, customers }: Acquired): Condition {
  const acquiring = `t.class = ${PATH_CLASS.FIRST} AND t.cv_type = ${CvType.LAST_CV}`;
  return {
    sql: `(SELECT t.day, t.conversion_id, t.amount_sen, ${CONTACTS} FROM conversion_touch t
      WHERE t.product_id = ? AND t.day BETWEEN ? AND ? AND ${acquiring}
      UNION ALL SELECT l.day, l.conversion_id, l.amount_sen, ${CONTACTS}
      FROM later_conversion l JOIN conversion_touch t ON t.product_id = l.product_id AND t.day = l.acquired_day AND t.conversion_id = l.acquired_by AND ${acquiring}
      WHERE l.product_id = ? AND l.acquired_day BETWEEN ? AND ?${customers ? ' AND l.first_of_month = 1' : ''})`,
    params: [productId, from, to, productId, from, to],
  };
}
