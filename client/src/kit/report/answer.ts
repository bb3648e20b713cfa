import { axisOf, type AxisKey, type MeasureKey } from '../../../../shared/catalog';
import { isRecord, recordsIn, type UnknownRecord } from '../../../../shared/records';
import type { Watch } from './use-report-data';
import { ignored } from '../ignored';

/**
 * Row of a report: its identity on each axis and its metric values. Only this file knows the GraphQL shape;
 * other code uses the functions below.
 */
export type ReportRow = UnknownRecord & {
  readonly figures?: Readonly<Partial<Record<MeasureKey, number | null>>> | undefined;
  readonly customFigures?: readonly CustomMeasureValue[] | undefined;
};

/** Value of a custom measure in a row. */
interface CustomMeasureValue {
  readonly id: number;
  readonly value?: number | null;
  readonly previous?: number | null;
}

/** Returns the value of a custom measure in a row; null if the row has none. */
export const customMeasureValue = ({ customFigures }: ReportRow, id: number): number | null =>
  customFigures?.find((one) => one.id === id)?.value ?? null;

/** Returns the value of a measure in a row; null for anything but a finite number. */
export function metricValue(row: { readonly figures?: unknown }, key: MeasureKey): number | null {
  const value = isRecord(row.figures) ? row.figures[key] : null;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Returns the value of a measure under one attribution model; null if the report did not request it. */
export function metricValueUnderModel(row: ReportRow, model: number, key: MeasureKey): number | null {
  const credit = recordsIn(row.models).find((one) => one.attributionModel === model);
  return credit ? metricValue(credit, key) : null;
}

/** Returns whether a row holds the conversions without an ad. */
export const isWithoutAd = (row: ReportRow): boolean => row.noAd === true;

/** Returns a row's filter id (as text) and name on one axis; null if it has none. */
export function rowOnAxis(row: ReportRow, axis: AxisKey): { id: string | null; label: string | null } {
  const label = row[axis];
  const id = row[axisOf(axis).idKey ?? axis];
  return {
    id: id === null || id === undefined ? null : String(id),
    label: typeof label === 'string' ? label : null,
  };
}

/** Returns the period of a trend row as the server names it; null for other rows. */
export const periodOf = (row: ReportRow): string | null =>
  typeof row.period === 'string' ? row.period : null;

/** Returns how many values a "rest" row sums up; null for an ordinary row. */
export const joinedIn = (row: ReportRow): number | null =>
  typeof row.restCount === 'number' ? row.restCount : null;

/** Returns the key that identifies a row within one report. */
export function rowKey(row: ReportRow, rowAxes: readonly AxisKey[]): string {
  const ids = rowAxes.map((axis) => rowOnAxis(row, axis).id ?? '');
  const period = periodOf(row);
  const kind = joinedIn(row) !== null ? 'rest' : isWithoutAd(row) ? 'none' : 'ad';
  return `${period === null ? '' : `${period}|`}${kind}|${ids.join('|')}`;
}

/** Rows that conditions on metric values left out. */
export interface ExcludedRows {
  readonly rows: number;
  readonly adCost: number;
}

/** Data of a report screen. */
export interface ReportData {
  rows: readonly ReportRow[] | undefined;
  total: ReportRow | undefined;
  previousRows: readonly ReportRow[] | undefined;
  previousTotal: ReportRow | undefined;
  /** Rows left out by conditions on metric values, and their cost in yen. */
  excluded?: ExcludedRows | undefined;
  /** Total number of rows while only the top rows are loaded. */
  onTopOf?: number | undefined;
  /** The report includes all data received up to this ISO 8601 instant. */
  asOf: string | undefined;
  /** Metric values of today, if shown beside the finished days. */
  today?: ReportRow | undefined;
  /** The raw report, for fields that only one screen reads. */
  beside?: object | undefined;
  /** Data version of the metric values. */
  version?: number | undefined;
  /** Polls for changes of the data. */
  watch?: Watch | undefined;
  /** Attribution model and evaluation in use. */
  model: number | undefined;
  evaluation: number | undefined;
  loading: boolean;
  error: unknown;
  refetch: () => void;
}

/** Row with its values of the comparison period; null if there was nothing. */
type ComparedRow = ReportRow & {
  readonly previous?: ReportRow['figures'] | null;
  readonly models?: readonly {
    readonly attributionModel: number;
    readonly figures: object;
    readonly previous: object | null;
  }[];
};

/** Result of a report document. */
export interface ReportAnswer {
  report: {
    count?: number;
    results: readonly ComparedRow[];
    total: ComparedRow;
    version: number;
    asOf: string;
    attributionModel: number;
    evaluation: number;
    excluded?: ExcludedRows | null;
  };
  today?: { total: ReportRow; version: number };
}

/** Returns the row with the values of the comparison period. */
const previousRow = (row: ComparedRow): ReportRow[] => {
  const { previous, models, customFigures } = row;
  if (!previous) return [];
  return [
    {
      ...row,
      figures: previous,
      customFigures: customFigures?.map(({ id, previous: value }) => ({ id, value: value ?? null })),
      models: models?.map(({ attributionModel, previous: figures }) => ({ attributionModel, figures })),
    },
  ];
};

/** The part of Apollo's hook result that reports use. */
interface HookResult {
  data?: ReportAnswer | undefined;
  loading: boolean;
  error?: unknown;
  refetch: () => Promise<unknown>;
}

/** Returns the total number of rows if only some were requested. */
export const totalCountIfPartial = ({ count, results }: ReportAnswer['report']): number | undefined =>
  count !== undefined && count > results.length ? count : undefined;

/**
 * Returns rows and total with their comparison values. The total always has a comparison value if the report
 * has a comparison.
 */
function rowsOf(
  report: ReportAnswer['report'] | undefined,
): Pick<ReportData, 'rows' | 'total' | 'previousRows' | 'previousTotal' | 'onTopOf'> {
  const [previousTotal] = report ? previousRow(report.total) : [];
  return {
    rows: report?.results,
    total: report?.total,
    previousRows: previousTotal && report?.results.flatMap(previousRow),
    previousTotal,
    onTopOf: report && totalCountIfPartial(report),
  };
}

/** Converts a hook result for the report screen. A failed refetch only shows through `error`. */
export function reportData({ data, loading, error, refetch }: HookResult): ReportData {
  return {
    ...rowsOf(data?.report),
    today: data?.today?.total,
    beside: data?.report,
    excluded: data?.report.excluded ?? undefined,
    version: data && data.report.version + (data.today?.version ?? 0),
    asOf: data?.report.asOf,
    model: data?.report.attributionModel,
    evaluation: data?.report.evaluation,
    loading,
    error,
    refetch: () => void refetch().catch(ignored),
  };
}
