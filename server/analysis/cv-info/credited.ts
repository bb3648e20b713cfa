import { pathClassesOf } from '../../../shared/domain/journey';
import { allOf, oneOf, type Condition } from '../../db/condition';
import type { ReportRequest } from '../report/request';

/** Parts of a request that decide which conversions it counts. */
export type ConversionScope = Pick<ReportRequest, 'productId' | 'range' | 'evaluation' | 'filters'>;

/**
 * Returns the condition for a report's conversions, each as the touch `t` it is credited to: the last of its
 * evaluated path, or the row without an ad of a direct one. Filters apply to that touch, as in every report.
 */
export function creditedCondition({ productId, range, evaluation, filters }: ConversionScope): Condition {
  const { ads, redirectIds, devices, cvSettingIds } = filters;
  const ofAds = Object.entries(ads).flatMap(([column, values]) =>
    values ? [oneOf(`a.${column}`, values)] : [],
  );
  return allOf([
    { sql: 't.product_id = ? AND t.day BETWEEN ? AND ?', params: [productId, range.from, range.to] },
    oneOf('t.class', pathClassesOf(evaluation)),
    { sql: 't.is_last = 1', params: [] },
    ...(ofAds.length > 0 ? [adIsOneOf(productId, ofAds)] : []),
    ...(redirectIds ? [oneOf('t.redirect_id', redirectIds)] : []),
    ...(devices ? [oneOf('t.device', devices)] : []),
    ...(cvSettingIds ? [oneOf('t.cv_setting_id', cvSettingIds)] : []),
  ]);
}

function adIsOneOf(productId: number, conditions: readonly Condition[]): Condition {
  const { sql, params } = allOf(conditions);
  return {
    sql: `t.ad_id IN (SELECT a.id FROM ad a WHERE a.product_id = ? AND ${sql})`,
    params: [productId, ...params],
  };
}
