import { axisOf, type AxisKey, type MeasureKey } from '../../../../shared/catalog';
import { isRecord, recordsIn, type UnknownRecord } from '../../../../shared/records';
import type { Watch } from './use-watch';
import { ignored } from '../ignored';

/**
 * A row of a report: what it stands for on each axis, and its figures. How GraphQL shapes it is this file's
 * business alone; everything else asks by the functions below.
 */
export type ReportRow = UnknownRecord & {
  readonly figures?: Readonly<Partial<Record<MeasureKey, number | null>>> | undefined;
  readonly customFigures?: readonly OwnFigure[] | undefined;
};

/** A ratio of one's own in a row. */
interface OwnFigure {
  readonly id: number;
  readonly value?: number | null;
  readonly previous?: number | null;
}

/** The value of a ratio of one's own in a row; null where the row has none. */
export const ownFigureOf = ({ customFigures }: ReportRow, id: number): number | null =>
  customFigures?.find((one) => one.id === id)?.value ?? null;

/** A measure of a row; anything but a number is no value. */
export function figureOf(row: { readonly figures?: unknown }, key: MeasureKey): number | null {
  const value = isRecord(row.figures) ? row.figures[key] : null;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A measure of a row under one attribution model; null where the report did not ask for it. */
export function figureUnderModel(row: ReportRow, model: number, key: MeasureKey): number | null {
  const credit = recordsIn(row.models).find((one) => one.attributionModel === model);
  return credit ? figureOf(credit, key) : null;
}

/** Whether a row stands for conversions without any ad. */
export const isWithoutAd = (row: ReportRow): boolean => row.noAd === true;

/** What a row is on one axis: the id that filters choose by, as text, and its name; null where it has none. */
export function rowOnAxis(row: ReportRow, axis: AxisKey): { id: string | null; label: string | null } {
  const label = row[axis];
  const id = row[axisOf(axis).idKey ?? axis];
  return {
    id: id === null || id === undefined ? null : String(id),
    label: typeof label === 'string' ? label : null,
  };
}

/** The period that a row of a trend is of, as the server names it; null where it is of no period. */
export const periodOf = (row: ReportRow): string | null =>
  typeof row.period === 'string' ? row.period : null;

/** How many values a row of the rest joins; null where it is one. */
export const joinedIn = (row: ReportRow): number | null =>
  typeof row.restCount === 'number' ? row.restCount : null;

/** Identity of a row among the rows of one report. */
export function rowKey(row: ReportRow, rowAxes: readonly AxisKey[]): string {
  const ids = rowAxes.map((axis) => rowOnAxis(row, axis).id ?? '');
  const period = periodOf(row);
  const kind = joinedIn(row) !== null ? 'rest' : isWithoutAd(row) ? 'none' : 'ad';
  return `${period === null ? '' : `${period}|`}${kind}|${ids.join('|')}`;
}

/** What a report's screen has of its data. */
export interface ReportData {
  rows: readonly ReportRow[] | undefined;
  total: ReportRow | undefined;
  previousRows: readonly ReportRow[] | undefined;
  previousTotal: ReportRow | undefined;
  /** How many rows there are, where those that stand on top came before the others: only they are there yet. */
  onTopOf?: number | undefined;
  /** The report holds everything that had arrived by then, ISO 8601. */
  asOf: string | undefined;
  /** Figures of the day that runs, where they stand beside. */
  today?: ReportRow | undefined;
  /** The report as it was answered, for what only one screen reads beside its rows. */
  beside?: object | undefined;
  /** Of the figures that it was made of. */
  version?: number | undefined;
  /** How it is kept up to date. */
  watch?: Watch | undefined;
  /** Model and evaluation that were used. */
  model: number | undefined;
  evaluation: number | undefined;
  loading: boolean;
  error: unknown;
  refetch: () => void;
}

/** A row with its figures of the days compared with; null where there was nothing. */
type ComparedRow = ReportRow & {
  readonly previous?: ReportRow['figures'] | null;
  readonly models?: readonly {
    readonly attributionModel: number;
    readonly figures: object;
    readonly previous: object | null;
  }[];
};

/** What a report document answers. */
export interface ReportAnswer {
  report: {
    count?: number;
    results: readonly ComparedRow[];
    total: ComparedRow;
    version: number;
    asOf: string;
    attributionModel: number;
    evaluation: number;
  };
  today?: { total: ReportRow; version: number };
}

/** The row as it was in the days compared with. */
const earlierRow = (row: ComparedRow): ReportRow[] => {
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

/** The result of Apollo's hook, as far as reports need it. */
interface HookResult {
  data?: ReportAnswer | undefined;
  loading: boolean;
  error?: unknown;
  refetch: () => Promise<unknown>;
}

/** How many rows there are, if not all of them were asked for. */
export const moreThanThese = ({ count, results }: ReportAnswer['report']): number | undefined =>
  count !== undefined && count > results.length ? count : undefined;

/** Rows and total, and the same of the days compared with; the total has a past wherever there is a comparison. */
function rowsOf(
  report: ReportAnswer['report'] | undefined,
): Pick<ReportData, 'rows' | 'total' | 'previousRows' | 'previousTotal' | 'onTopOf'> {
  const [previousTotal] = report ? earlierRow(report.total) : [];
  return {
    rows: report?.results,
    total: report?.total,
    previousRows: previousTotal && report?.results.flatMap(earlierRow),
    previousTotal,
    onTopOf: report && moreThanThese(report),
  };
}

/** A hook's result as the report screen takes it; a failed refetch is shown by the error alone. */
export function reportData({ data, loading, error, refetch }: HookResult): ReportData {
  return {
    ...rowsOf(data?.report),
    today: data?.today?.total,
    beside: data?.report,
    version: data && data.report.version + (data.today?.version ?? 0),
    asOf: data?.report.asOf,
    model: data?.report.attributionModel,
    evaluation: data?.report.evaluation,
    loading,
    error,
    refetch: () => void refetch().catch(ignored),
  };
}
