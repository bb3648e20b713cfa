import {
  AttributionModel,
  CvType,
  enumValues,
  LATER_CONVERSIONS,
  type AcquisitionFilter,
} from '../../../shared/catalog';
import { PATH_CLASS } from '../../../shared/domain/journey';
import type { Condition } from '../../db/condition';

const SHARES = enumValues(AttributionModel)
  .map((model) => `t.share_${model}`)
  .join(', ');
/** The contacts of the path that acquired a customer. */
const CONTACTS = `t.product_id, t.ad_id, t.device, t.redirect_id, t.lpo_entry_id, t.is_last, ${SHARES}`;

/** Returns SQL for the month of a day as a consecutive number; both databases divide without remainder. */
const monthNumber = (day: string): string =>
  `((${day} - ${day} % 10000) / 10000 * 12 + (${day} % 10000 - ${day} % 100) / 100)`;

/**
 * Returns the conversions of customers acquired on some days, under the contacts of the acquiring paths.
 * The result includes the acquiring conversions and later ones. It has the columns of touches, so all
 * conditions on touches apply.
 */
export function cohortRows(productId: number, { from, to, customers, after }: AcquisitionFilter): Condition {
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
      FROM ${LATER_CONVERSIONS}
      WHERE l.product_id = ? AND l.acquired_day BETWEEN ? AND ?${customers ? ' AND l.first_of_month = 1' : ''}${since.sql}`,
    params: [productId, from, to, ...since.params],
  };
  const rows = after && after.from > 0 ? [later] : [acquired, later];
  return {
    sql: `(${rows.map(({ sql }) => sql).join('\n      UNION ALL ')}) f`,
    params: rows.flatMap(({ params }) => params),
  };
}
