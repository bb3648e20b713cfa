import { AttributionModel, CvType, enumValues, type Acquired } from '../../../shared/catalog';
import { PATH_CLASS } from '../../../shared/domain/journey';
import type { Condition } from '../../records/condition';

const SHARES = enumValues(AttributionModel)
  .map((model) => `t.share_${model}`)
  .join(', ');
/** The contacts of a path that acquired a customer. */
const CONTACTS = `t.product_id, t.ad_id, t.device, t.redirect_id, t.lpo_entry_id, t.is_last, ${SHARES}`;

/** The month of a day as a number that counts on over the years; both databases divide it without a rest. */
const monthNumber = (day: string): string =>
  `((${day} - ${day} % 10000) / 10000 * 12 + (${day} % 10000 - ${day} % 100) / 100)`;

/**
 * Conversions of customers that were acquired on some days, under the contacts of the paths that acquired them: these
 * conversions themselves and later ones, as touches are kept, so that every condition on touches is one on them. It is
 * what the rollups of cohorts are made of.
 */
export function cohortRows(productId: number, { from, to, customers, after }: Acquired): Condition {
  const acquiring = `t.class = ${PATH_CLASS.FIRST} AND t.cv_type = ${CvType.LAST_CV}`;
  const acquired = {
    sql: `SELECT t.day, t.conversion_id, t.amount_sen, ${CONTACTS} FROM conversion_touch t
      WHERE t.product_id = ? AND t.day BETWEEN ? AND ? AND ${acquiring}`,
    params: [productId, from, to],
  };
  const since = after
    ? {
        sql: ` AND ${monthNumber('l.day')} - ${monthNumber('l.acquired_day')} BETWEEN ? AND ?`,
        params: [after.from, after.to],
      }
    : { sql: '', params: [] };
  const later = {
    sql: `SELECT l.day, l.conversion_id, l.amount_sen, ${CONTACTS}
      FROM later_conversion l JOIN conversion_touch t ON t.product_id = l.product_id AND t.day = l.acquired_day AND t.conversion_id = l.acquired_by AND ${acquiring}
      WHERE l.product_id = ? AND l.acquired_day BETWEEN ? AND ?${customers ? ' AND l.first_of_month = 1' : ''}${since.sql}`,
    params: [productId, from, to, ...since.params],
  };
  const rows = after && after.from > 0 ? [later] : [acquired, later];
  return {
    sql: `(${rows.map(({ sql }) => sql).join('\n      UNION ALL ')})`,
    params: rows.flatMap(({ params }) => params),
  };
}
