import { toCamelCase, type AxisKey } from '../../../../shared/catalog';

/**
 * A row of a report: what it stands for on each axis, and its figures. How GraphQL shapes it is this file's
 * business alone; everything else asks by the functions below.
 */
export type ReportRow = Readonly<Record<string, unknown>>;

/** A figure of a row by its camelCase name; null where it has none. */
export function figureOf(row: ReportRow, field: string): number | null {
  const value = row[field];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A figure of a row under one attribution model; null where the report did not ask for it. */
export function figureUnderModel(row: ReportRow, model: number, field: string): number | null {
  const credits = row.models;
  if (!Array.isArray(credits)) return null;
  const credit = (credits as ReportRow[]).find((one) => one.attributionModel === model);
  return credit ? figureOf(credit, field) : null;
}

/** Whether a row stands for conversions without any ad. */
export const isWithoutAd = (row: ReportRow): boolean => row.noAd === true;

/** What a row is on one axis: the id that filters choose by, as text, and its name; null where it has none. */
export function rowOnAxis(row: ReportRow, axis: AxisKey): { id: string | null; label: string | null } {
  const label = row[toCamelCase(axis)];
  const id = axis === 'device' ? label : row[`${toCamelCase(axis)}Id`];
  return {
    id: id === null || id === undefined ? null : String(id),
    label: typeof label === 'string' ? label : null,
  };
}

/** Identity of a row among the rows of one report. */
export function rowKey(row: ReportRow, rowAxes: readonly AxisKey[]): string {
  const ids = rowAxes.map((axis) => rowOnAxis(row, axis).id ?? '');
  return `${isWithoutAd(row) ? 'none' : 'ad'}|${ids.join('|')}`;
}

/** What a report's screen has of its data. */
export interface ReportData {
  rows: readonly ReportRow[] | undefined;
  total: ReportRow | undefined;
  previousRows: readonly ReportRow[] | undefined;
  previousTotal: ReportRow | undefined;
  /** The report holds everything that had arrived by then, ISO 8601. */
  asOf: string | undefined;
  /** Model and evaluation that were used. */
  model: number | undefined;
  evaluation: number | undefined;
  loading: boolean;
  error: unknown;
  refetch: () => void;
}

/** One period of a report document. */
interface Part {
  results: readonly ReportRow[];
  total: ReportRow;
}

/** What a report document answers. */
interface ReportAnswer {
  current: Part & { asOf: string; attributionModel: number; evaluation: number };
  previous?: Part | null | undefined;
}

/** The result of Apollo's hook, as far as reports need it. */
interface HookResult {
  data?: ReportAnswer | undefined;
  loading: boolean;
  error?: unknown;
  refetch: () => Promise<unknown>;
}

/** A hook's result as the report screen takes it; a failed refetch is shown by the error alone. */
export function reportData({ data, loading, error, refetch }: HookResult): ReportData {
  return {
    rows: data?.current.results,
    total: data?.current.total,
    previousRows: data?.previous?.results,
    previousTotal: data?.previous?.total,
    asOf: data?.current.asOf,
    model: data?.current.attributionModel,
    evaluation: data?.current.evaluation,
    loading,
    error,
    refetch: () => void refetch().catch(() => undefined),
  };
}
