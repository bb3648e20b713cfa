import type {
  AttributionModel,
  AxisFilterName,
  AxisKey,
  ComparedCredit,
  Figures,
  MeasureKey,
  NewAndExistingEvaluation,
} from '../../shared/catalog';
import type { Shares } from '../../shared/catalog/allocation';
import type { Simulated } from '../../shared/catalog/simulation';
import type { Day, DayRange } from '../../shared/domain/calendar';
import type { LpoRow } from './report/lpo-row';

import type { TransitionRow } from './reports/transitions/row';

/** Which facts a report counts: ids by axis (devices by name); several values of one filter are alternatives, an empty list is no filter. */
export type ReportFilters = {
  [F in AxisFilterName]?: readonly (F extends 'device' ? string : number)[] | null | undefined;
};

/** Comparisons that have a name; any other one is a range of its own. */
export const comparisons = ['previous', 'last_year'] as const;

/** What a report is asked. Absent and null mean the same: the default. */
export interface ReportInput {
  productId: number;
  /** Tokyo days yyyymmdd, both included. Without them the last 30 days, ending yesterday. */
  dateFrom?: Day | null | undefined;
  dateTo?: Day | null | undefined;
  /** Which days stand beside them; none by default. */
  compare?: string | null | undefined;
  /** Or any days to compare with, both or none. */
  compareFrom?: Day | null | undefined;
  compareTo?: Day | null | undefined;
  /** What rows stand for; several axes cross. Default: the ad. */
  axis?: readonly string[] | null | undefined;
  /** 1-5; default: the product's. */
  attributionModel?: number | null | undefined;
  /** 1-3; default: the product's, 3 while the product does not separate new and existing customers. */
  evaluation?: number | null | undefined;
  /** CV settings whose conversions make `cvr`; default: all final ones. Changes nothing else. */
  cvSettingIds?: readonly number[] | null | undefined;
  filters?: ReportFilters | null | undefined;
  /** What the ad effect report tells of each month: a name of `transitionMeasures`. */
  measure?: string | null | undefined;
  /** From 1. */
  page?: number | null | undefined;
  /** At most 9999; default: all rows. */
  pageSize?: number | null | undefined;
  /** A column in REST or GraphQL spelling, or an alias of a measure. Default: by the ids of the axes. */
  sortName?: string | null | undefined;
  sortAsc?: boolean | null | undefined;
  /** Of a trend: month, week or day; and how many values of the axes stand apart from the rest, by which measure. */
  unit?: string | null | undefined;
  top?: number | null | undefined;
  topBy?: string | null | undefined;
  /** Of allocation: which cost is changed (AdAnalyzeSimulationItem), in which rows by how much (see parseCostChanges), how results follow. */
  simulationItem?: number | null | undefined;
  changes?: string | null | undefined;
  elasticity?: number | null | undefined;
  /**
   * Paths of the fields of rows and total that will be read (`figures.cpa`, `roas.ratio`); default: those of all
   * columns. Others may be missing then: what nobody reads is not added up.
   */
  fields?: readonly string[] | null | undefined;
  /** Names of what will be read beside rows and total; default: all of it. */
  beside?: readonly string[] | null | undefined;
}

/** Labels of the asked axes in a row: `{axis}Id` and `{axis}`; `device` has no id. */
export type AxisFields = { [A in Exclude<AxisKey, 'device'> as `${A}Id`]?: number | null } & {
  [A in Exclude<AxisKey, 'device'>]?: string | null;
} & { device?: string | null };

/** What one model makes of a row. */
export interface ModelCredit {
  attributionModel: AttributionModel;
  figures: Partial<Figures>;
  previous?: Partial<Figures> | null;
}

/** A ratio that somebody of the company defined, of a row. */
export interface CustomFigure {
  id: number;
  value: number | null;
  /** Of the days compared with; null where there was nothing. */
  previous: number | null;
}

/** One row of a report. */
export type ReportRow = AxisFields &
  LpoRow &
  // Those of the reports that have them: attributed beside normal, and all models side by side.
  Partial<Record<MeasureKey, ComparedCredit>> & {
    /** The row of direct conversions, where an ad-derived axis is asked for. */
    noAd: boolean;
    /** The measures that were asked for. */
    figures: Figures;
    /** The same of the days compared with; null: there was nothing; absent: nothing is compared. */
    previous?: Figures | null;
    models?: ModelCredit[];
    /** Ratios of one's own, where they were asked for. */
    customFigures?: CustomFigure[];
    /** Of a trend: yyyyMM of a month, yyyy/MM/dd of a week's first day or a day; and how many values a row of the rest joins. */
    period?: string;
    restCount?: number;
    /** Of allocation: shares of the total, the same of the days compared with, and the row before and after a change of costs. */
    shares?: Shares;
    sharesBefore?: Shares;
    simulation?: Simulated & { readonly sharesAfter: Shares };
  } & Partial<TransitionRow>;

/** A report: one page of rows, and the total over all rows. */
export interface ReportResult {
  results: ReportRow[];
  /** Rows on all pages together. */
  count: number;
  page: number;
  pageSize: number;
  /** Everything that passes the filters; ratios are made from the sums. Has no axis fields. */
  total: ReportRow;
  dateFrom: Day;
  dateTo: Day;
  /** The days compared with. */
  previousFrom: DayRange['from'] | null;
  previousTo: DayRange['to'] | null;
  attributionModel: AttributionModel;
  evaluation: NewAndExistingEvaluation;
  /** Of the figures that it was made of: another one says that they have changed. */
  version: number;
  /** When the report was read. */
  asOf: Date;
}
