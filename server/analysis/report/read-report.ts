import { axisKeys, baseKeysOf, defaultAxes, type AxisKey, type BaseValues } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import type { Database } from '../../db/database';
import { compileMetrics } from '../compile-measures';
import { readLabels } from '../../facts/labels';
import type { ReportInput, ReportResult, ReportRow } from '../input';
import { readMetricsVersion } from '../../rollups';
import { sortRows } from './order';
import { customMeasureCalculator } from './custom-measures';
import { groupsOf, readReportAds, readTables } from './read-groups';
import type { Extension, Report } from './report';
import { resolveRequest } from './request';
import { NO_NAME, rowBuilder, rowNamer } from './rows';

const NO_EXTENSION: Extension = { measures: [], keys: [], extend: () => undefined };

/** Axes whose labels must be read. Ads bring their names; devices need none. */
export const withoutAdNames = (axes: readonly AxisKey[]): AxisKey[] =>
  axes.filter((axis) => axis !== 'ad' && axis !== 'device');

/**
 * Reads, groups, names, compares, sorts and pages the rows of a report from the rollups.
 *
 * @throws Failure FORBIDDEN, BAD_USER_INPUT (see resolveRequest)
 */
async function readReport(
  this: Report,
  db: Database,
  actor: Actor,
  input: ReportInput,
  now = Date.now(),
): Promise<ReportResult> {
  const request = await resolveRequest(db, actor, this, input, now);
  const { axes, nameAxes, requestedFields, model, page, pageSize } = request;
  // Read the version first: a change during the read then causes a re-read, and is not missed.
  const version = await readMetricsVersion(db, request.productId, request.range);
  const extension = (await this.extension?.({ db, actor, request, input })) ?? NO_EXTENSION;
  const measures = [...new Set([...requestedFields.measures('figures'), ...extension.measures])];
  const measuresBefore = requestedFields.measures('previous');
  const customMeasures = customMeasureCalculator(request.customMeasures, model);
  const compared =
    requestedFields.has('previous') ||
    requestedFields.has('models.previous') ||
    (customMeasures?.keys.length ?? 0) > 0
      ? request.previous
      : null;
  const keys = [...baseKeysOf(measures, model), ...extension.keys, ...(customMeasures?.keys ?? [])];
  const pendingAds = readReportAds(db, request);
  const [facts, factsBefore, ads, byAxis] = await Promise.all([
    readTables(db, request, { range: request.range, keys }, pendingAds),
    compared &&
      readTables(
        db,
        request,
        { range: compared, keys: [...keys, ...baseKeysOf(measuresBefore, model)] },
        pendingAds,
      ),
    pendingAds,
    readLabels(db, request.productId, withoutAdNames(nameAxes)),
  ]);
  const { groups, total } = groupsOf(facts, axes);
  const before = factsBefore && groupsOf(factsBefore, axes);
  const computeMetrics = compileMetrics(measures, model);
  const computePrevious = compileMetrics(measuresBefore, model);
  const finish = (row: ReportRow, sums: BaseValues, earlier: BaseValues | null | undefined): ReportRow => {
    if (earlier !== undefined) row.previous = earlier && computePrevious(earlier);
    extension.extend(row, sums, earlier);
    if (customMeasures) row.customFigures = customMeasures.of(sums, earlier);
    return row;
  };
  const earlier = before && new Map(before.groups.map(({ name, sums }) => [name, sums]));
  const buildRow = rowBuilder(nameAxes);
  const nameOf = rowNamer(request, { ads, byAxis });
  const rows = groups.map((group) => {
    const row = buildRow(nameOf(group), group.noAd, computeMetrics(group.sums));
    return finish(row, group.sums, earlier ? (earlier.get(group.name) ?? null) : undefined);
  });
  const totalRow = finish(
    rowBuilder([])(NO_NAME, false, computeMetrics(total)),
    total,
    before ? before.total : undefined,
  );
  await extension.complete?.(rows, totalRow);
  const sorted = sortRows(rows, axes, request.sortBy, request.sortAsc);
  const from = pageSize === null ? 0 : (page - 1) * pageSize;
  return {
    results: pageSize === null && page === 1 ? sorted : sorted.slice(from, from + (pageSize ?? 0)),
    count: sorted.length,
    page,
    pageSize: pageSize ?? sorted.length,
    total: totalRow,
    dateFrom: request.range.from,
    dateTo: request.range.to,
    previousFrom: request.previous?.from ?? null,
    previousTo: request.previous?.to ?? null,
    attributionModel: model,
    evaluation: request.evaluation,
    version,
    asOf: new Date(now),
    ...extension.resultFields,
  };
}

/** Defaults of most reports: every measure by any axes, over a range of days. */
export const plainReport = {
  axes: axisKeys,
  defaultAxes,
  period: true,
  comparison: false,
  hasMeasures: true,
  args: {},
  fields: {},
  resultFields: {},
  leadingColumns: [],
  columns: [],
  extraColumns: [],
  argumentColumns: [],
  read: readReport,
} as const satisfies Partial<Report>;
