import { logOfBaseMeasure } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import { badInput } from '../../auth/failure';
import type { Condition } from '../../db/condition';
import type { Database } from '../../db/database';
import { readMetricValue } from './drill-down-facts';
import { cellConditions, requireVisibleCell } from './metric-cell';

/**
 * Returns the conditions on media reports `m` behind a metric value.
 *
 * @throws Failure BAD_USER_INPUT naming `figure` if it is malformed or not a media metric value; FORBIDDEN
 * for a cell outside the actor's visibility
 */
export async function mediaBehind(
  db: Database,
  actor: Actor,
  productId: number,
  text: string,
): Promise<Condition[]> {
  const metricValue = readMetricValue(text);
  if (logOfBaseMeasure(metricValue.key) !== 'mediaCosts') throw badInput({ figure: { key: 'invalidInput' } });
  await requireVisibleCell(db, actor, metricValue, productId);
  return [
    { sql: 'm.day BETWEEN ? AND ?', params: [metricValue.from, metricValue.to] },
    ...cellConditions('m', metricValue, productId),
  ];
}
