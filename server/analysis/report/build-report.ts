import type { AxisKey, BaseKey, BaseSums } from '../../../shared/catalog';
import type { Database } from '../../db/database';
import { readLabels } from '../facts/labels';
import type { AnalysisResult, AnalysisRow } from '../input';
import { rowMaker } from './compiled';
import { sortRows } from './order';
import { readGroups } from './read-groups';
import type { AnalysisRequest } from './request';
import { labelsOf } from './rows';

/** What a report makes of a row beyond the metrics that every report has. */
export interface ReportKind<R extends AnalysisRow> {
  /** Base sums beside those of the metrics. */
  readonly keys?: readonly BaseKey[];
  extend(row: AnalysisRow, sums: BaseSums): R;
}

const withoutAdNames = (axes: readonly AxisKey[]): AxisKey[] => axes.filter((axis) => axis !== 'ad' && axis !== 'device');

/** Reads, groups, names, sorts and pages the rows of a report. */
export async function buildReport<R extends AnalysisRow>(
  db: Database,
  request: AnalysisRequest,
  kind: ReportKind<R>,
  now: number,
): Promise<AnalysisResult<R>> {
  const { axes, measures, model, page, pageSize } = request;
  const [{ groups, total, ads }, byAxis] = await Promise.all([
    readGroups(db, request, kind.keys),
    readLabels(db, request.productId, withoutAdNames(axes)),
  ]);
  const totalRow = kind.extend(rowMaker([], measures, model)([], [], false, total), total);
  const makeRow = rowMaker(axes, measures, model);
  const labels = { ads, byAxis };
  const rows = groups.map((group) => kind.extend(makeRow(group.ids, labelsOf(group, axes, labels), group.noAd, group.sums), group.sums));
  const sorted = sortRows(rows, totalRow, axes, request.sortName, request.sortAsc);
  const from = pageSize === null ? 0 : (page - 1) * pageSize;
  return {
    results: pageSize === null && page === 1 ? sorted : sorted.slice(from, from + (pageSize ?? 0)),
    count: sorted.length,
    page,
    pageSize: pageSize ?? sorted.length,
    total: totalRow,
    dateFrom: request.range.from,
    dateTo: request.range.to,
    attributionModel: model,
    evaluation: request.evaluation,
    asOf: new Date(now),
  };
}
