import {
  baseSources,
  CvType,
  ALL_CV_SETTINGS,
  type BaseKey,
  type CvFactColumn,
  type MetricCell,
  type NewAndExistingEvaluation,
} from '../../../shared/catalog';
import { pathClassesOf } from '../../../shared/domain/journey';
import { ApprovalStatus } from '../../../shared/domain/results';
import { oneOf, type Condition } from '../../db/condition';
import { pathConditions } from './path-conditions';

const sql = (text: string): Condition => ({ sql: text, params: [] });

/**
 * Conditions on the rows that count for a column of touches or results, with the alias `e` for logs and `f` for
 * path touches.
 */
const rowsOfColumn = {
  clicks: sql('e.counted = 1'),
  first_touches: sql('e.counted = 1 AND e.first_touch = 1'),
  // A medium's daily cost replaces the cost of its clicks; only the remaining clicks count as ad cost.
  cost_sen: sql(
    'e.counted = 1 AND e.cost_sen > 0 AND NOT EXISTS (SELECT 1 FROM media_cost m WHERE m.product_id = e.product_id AND m.day = e.day AND m.ad_id = e.ad_id)',
  ),
  pv: sql('e.ad_id > 0'),
  cv_cost_approved_sen: sql(`e.cv_cost_sen > 0 AND e.approval_status = ${ApprovalStatus.APPROVED}`),
  cv_cost_pending_sen: sql(`e.cv_cost_sen > 0 AND e.approval_status = ${ApprovalStatus.PENDING}`),
} as const;

const position = (column: string, name: 'pos' | 'n', prefix: string): string => {
  const k = column === `${prefix}first` ? 1 : Number(column.slice(prefix.length));
  return `f.${name} ${k < 6 ? '=' : '>='} ${k}`;
};

/**
 * Returns the condition on touches that count for a column: credited values are on the last touch, shares on
 * every touch with a share.
 */
function touchesOfColumn(column: CvFactColumn): string {
  if (column === 'indirect_total') return 'f.counts_indirect_total = 1';
  if (column.startsWith('indirect_'))
    return `f.counts_indirect = 1 AND ${position(column, 'pos', 'indirect_')}`;
  if (column === 'touch_sum' || column === 'latency_ms') return 'f.is_last = 1 AND f.ad_id > 0';
  if (column.startsWith('touch_')) return `f.is_last = 1 AND ${position(column, 'n', 'touch_')}`;
  if (column.startsWith('attr_')) return `f.share_${column.slice(-1)} > 0`;
  return 'f.is_last = 1';
}

/** Returns the conditions on conversions that a base measure counts. */
function conversionsOf({ key, cvSettingIds }: MetricCell): Condition[] {
  const source = baseSources[key];
  if (source.table !== 'cv') return [];
  if (cvSettingIds === ALL_CV_SETTINGS) return [];
  if (source.cv === 'chosen')
    return cvSettingIds.length > 0
      ? [oneOf('f.cv_setting_id', cvSettingIds)]
      : [oneOf('f.cv_type', [CvType.LAST_CV])];
  const { type, slot, pathed }: { type: CvType; slot?: number; pathed?: true } = source.cv;
  return [
    oneOf('f.cv_type', [type]),
    ...(slot ? [oneOf('f.cv_slot', [slot])] : []),
    ...(pathed ? [sql('f.ad_id > 0')] : []),
  ];
}

/** Returns the table that holds the facts of a base measure. @throws for fees, which have no events */
export function factTable(
  key: BaseKey,
): 'interaction' | 'access' | 'conversion_touch' | 'result' | 'media_cost' {
  const { table } = baseSources[key];
  if (table === 'fee') throw new Error('Fees have no events');
  if (table === 'media') return 'media_cost';
  if (table === 'touch') return key === 'pv' ? 'access' : 'interaction';
  return table === 'cv' ? 'conversion_touch' : 'result';
}

/** Returns the condition on touches with a share in an attributed metric value. */
export function sharedTouches({ key }: MetricCell): Condition {
  const source = baseSources[key];
  return sql(source.table === 'cv' ? touchesOfColumn(source.column) : '1 = 0');
}

/** Returns the conditions on the facts that a metric value counts or sums, in any cell. */
export function factRows(metricValue: MetricCell, evaluation: NewAndExistingEvaluation): Condition[] {
  const { key, along } = metricValue;
  const source = baseSources[key];
  if (source.table === 'fee' || source.table === 'media') return [];
  if (source.table !== 'cv') return [rowsOfColumn[source.column]];
  return [
    sql(touchesOfColumn(source.column)),
    oneOf('f.class', pathClassesOf(evaluation)),
    ...conversionsOf(metricValue),
    ...(along ? pathConditions(along) : []),
  ];
}
