import { Histogram } from 'prom-client';
import {
  axisKeys,
  baseKeys,
  baseKeysOf,
  defaultAxes,
  emptyValues,
  type AxisKey,
  type BaseValues,
} from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import type { Database } from '../../db/database';
import type { CustomerCode } from '../../logs/customer-code';
import { readMetricsVersion } from '../../rollups';
import { readLabels } from '../../facts/labels';
import type { ReportInput, ReportResult, ReportRow } from '../input';
import { compileAdder, compileMetrics } from '../compile-measures';
import type { Report, Extension } from './report';
import { EXCLUDED, meetsAll } from './figure-filter';
import { sortRows, NO_NAME, rowBuilder, rowNamer } from './rows';
import { customMeasureCalculator } from './custom-measures';
import { groupsOf, readReportAds, readTables } from './read-groups';
import { resolveRequest } from './request';

/**
 * Reads at most this often while metrics change. The last result then carries an older version, so clients
 * request it again.
 */
const MAX_ATTEMPTS = 3;

const reportTime = new Histogram({
  name: 'inflow_report_seconds',
  help: 'Seconds to read a report.',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** Days of a read, and the metrics version before its first statement. */
type VersionedRead = Pick<ReportResult, 'version' | 'dateFrom' | 'dateTo'>;

/** Something that reads metrics: a report, or days. */
interface Reading<I, R> extends Pick<Report, 'versionDays'> {
  read(db: Database, actor: Actor, input: I, now: number, customerCode?: CustomerCode): Promise<R>;
}

/**
 * Reads a report, and again until all of its metrics come from one data version. A read takes several
 * statements, and a rollup may change between them: a conversion could appear without its click.
 *
 * @throws Failure as the report does
 */
export async function readConsistentReport<I extends Pick<ReportInput, 'productId'>, R extends VersionedRead>(
  db: Database,
  report: Reading<I, R>,
  actor: Actor,
  input: I,
  now: number,
  customerCode?: CustomerCode,
): Promise<R> {
  const stopTimer = reportTime.startTimer();
  for (let attempt = 1; ; attempt += 1) {
    const result = await report.read(db, actor, input, now, customerCode);
    const days = report.versionDays ?? { from: result.dateFrom, to: result.dateTo };
    if (
      attempt === MAX_ATTEMPTS ||
      (await readMetricsVersion(db, input.productId, days)) === result.version
    ) {
      stopTimer();
      return result;
    }
  }
}

/** A report with streamed rows; `result` does not hold all of them. */
export interface OpenReport {
  readonly result: ReportResult;
  readonly rows: readonly ReportRow[] | AsyncIterable<ReportRow>;
}

/**
 * Opens a report for a file. Its metrics come from one data version. Rows that don't fit in memory are read
 * while they are written, each with its own metrics. Right and filters are checked before the first row.
 *
 * @throws Failure as the report does
 */
export async function openReport(
  db: Database,
  report: Report,
  actor: Actor,
  input: ReportInput,
  now: number,
  customerCode: CustomerCode,
): Promise<OpenReport> {
  const rows = await report.rows?.(db, actor, input, now, customerCode);
  const result = await readConsistentReport(
    db,
    report,
    actor,
    rows ? { ...input, page: 1, pageSize: 1 } : input,
    now,
    customerCode,
  );
  return { result, rows: rows ?? result.allRows?.() ?? result.results };
}

const NO_EXTENSION: Extension = {
  measures: [],
  keys: [],
  totalNeedsNoRows: true,
  extend: () => undefined,
};

/** Axes whose labels must be read. Ads bring their names; devices need none. */
export const withoutAdNames = (axes: readonly AxisKey[]): AxisKey[] =>
  axes.filter((axis) => axis !== 'ad' && axis !== 'device');

const addAll = compileAdder(baseKeys);

/** Adds up sums; missing ones count as 0. */
function sumAll(list: readonly (BaseValues | null | undefined)[]): BaseValues {
  const sum = emptyValues();
  for (const sums of list) if (sums) addAll(sum, sums);
  return sum;
}

/**
 * Reads, groups, names, filters, compares, sorts and pages the rows of a report from the rollups. Conditions on
 * metric values choose rows after grouping. The total covers the rows that remain.
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
  const resolved = await resolveRequest(db, actor, this, input, now);
  // Read the version first: a change during the read then causes a re-read, and is not missed.
  const version = await readMetricsVersion(db, resolved.productId, resolved.range);
  const extension = (await this.extension?.({ db, actor, request: resolved, input, now })) ?? NO_EXTENSION;
  // The total is the same without axes, and reads no rows by ad.
  const request =
    input.totalOnly && extension.totalNeedsNoRows && resolved.conditions.length === 0
      ? { ...resolved, axes: [], nameAxes: [] }
      : resolved;
  const { axes, nameAxes, requestedFields, conditions, model, page, pageSize } = request;
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
  const totalOf = (sums: BaseValues, sumsBefore: BaseValues | undefined): ReportRow =>
    finish(rowBuilder([])(NO_NAME, false, computeMetrics(sums)), sums, sumsBefore);
  const whole = totalOf(total, before ? before.total : undefined);
  await extension.complete?.(rows, whole);
  const filtered = async () => {
    const met = rows.map((row) => meetsAll(row, conditions));
    const kept = groups.filter((_, index) => met[index]);
    const results = rows.filter((_, index) => met[index]);
    const totalRow = totalOf(
      sumAll(kept.map(({ sums }) => sums)),
      earlier ? sumAll(kept.map(({ name }) => earlier.get(name))) : undefined,
    );
    await extension.completeFiltered?.(results, totalRow);
    const excluded = rows.filter((_, index) => !met[index]);
    const adCost = excluded.reduce((sum, { figures }) => sum + (figures.adCost ?? 0), 0);
    return { results, total: totalRow, excluded: { rows: excluded.length, adCost } };
  };
  const { results, ...totals } = conditions.length > 0 ? await filtered() : { results: rows, total: whole };
  const sorted = sortRows(results, axes, request.sortBy, request.sortAsc);
  const from = pageSize === null ? 0 : (page - 1) * pageSize;
  return {
    results: pageSize === null && page === 1 ? sorted : sorted.slice(from, from + (pageSize ?? 0)),
    count: sorted.length,
    page,
    pageSize: pageSize ?? sorted.length,
    ...totals,
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
  resultFields: { excluded: EXCLUDED },
  leadingColumns: [],
  columns: [],
  extraColumns: [],
  argumentColumns: [],
  read: readReport,
} as const satisfies Partial<Report>;
