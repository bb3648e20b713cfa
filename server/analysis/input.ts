import type {
  AttributionModel,
  AxisFilterName,
  AxisKey,
  axes,
  CreditComparison,
  MetricValues,
  MeasureKey,
  NewAndExistingEvaluation,
} from '../../shared/catalog';
import type { TargetKey } from '../../shared/catalog/target';
import type { Shares, Simulated } from '../../shared/catalog/simulation';
import type { Day, DayRange } from '../../shared/domain/calendar';
import type { ExcludedRows } from './report/figure-filter';
import type { TransitionRow } from './reports/transitions/cells';

/**
 * Fact filters: ids by axis (devices by name). Several values are alternatives; an empty list is no filter.
 */
export type ReportFilters = {
  [F in AxisFilterName]?: readonly (F extends 'device' ? string : number)[] | null | undefined;
} & {
  /** Conditions on the metric values of a row (see FigureCondition), judged after grouping. */
  figures?: readonly string[] | null | undefined;
};

/** Named comparisons; any other comparison gives its range. */
export const comparisons = ['previous', 'last_year'] as const;

/** Arguments of a report. Absent and null both mean the default. */
export interface ReportInput {
  productId: number;
  /** Relative period instead of the days: a name of periodPresets. */
  period?: string | null | undefined;
  /** Tokyo days yyyymmdd, both included. Default: the last 30 days, ending yesterday. */
  dateFrom?: Day | null | undefined;
  dateTo?: Day | null | undefined;
  /** Named comparison; none by default. */
  compare?: string | null | undefined;
  /** First and last comparison day, both or none. */
  compareFrom?: Day | null | undefined;
  compareTo?: Day | null | undefined;
  /** Axes to group rows by; several axes cross. Default: the ad. */
  axis?: readonly string[] | null | undefined;
  /** 1-5; default: the product's. */
  attributionModel?: number | null | undefined;
  /** 1-3; default: the product's. It is 3 if the product does not separate new and existing customers. */
  evaluation?: number | null | undefined;
  /** CV settings that `cvr` counts; default: all final ones. Other measures ignore it. */
  cvSettingIds?: readonly number[] | null | undefined;
  filters?: ReportFilters | null | undefined;
  /** Measure of the ad effect report: a key of `transitionMeasures`. */
  measure?: string | null | undefined;
  /** Whether rows of the ad effect report hold all acquisition months together instead of one each. */
  together?: boolean | null | undefined;
  /** From 1. */
  page?: number | null | undefined;
  /** At most 9999; default: all rows. */
  pageSize?: number | null | undefined;
  /** A column in REST or GraphQL spelling, or an alias of a measure. Default: by the ids of the axes. */
  sortName?: string | null | undefined;
  sortAsc?: boolean | null | undefined;
  /** Whether rows carry the month's targets with pace and landing; see report/targets.ts. */
  targets?: boolean | null | undefined;
  /** Trend only: month, week or day; number of top values, and the measure that ranks them. */
  unit?: string | null | undefined;
  top?: number | null | undefined;
  topBy?: string | null | undefined;
  /**
   * Allocation only: the changed cost (AdAnalyzeSimulationItem), changes by row (see parseCostChanges), and
   * the elasticity of results.
   */
  simulationItem?: number | null | undefined;
  changes?: string | null | undefined;
  elasticity?: number | null | undefined;
  /**
   * Paths of the row and total fields to read (`figures.cpa`, `roas.ratio`). Default: the fields of all
   * columns. Other fields may be missing, because they are not computed.
   */
  fields?: readonly string[] | null | undefined;
  /** Names of the fields to read beside rows and total; default: all. */
  resultFields?: readonly string[] | null | undefined;
  /** Whether neither rows nor their number are read; they are then undefined. */
  totalOnly?: boolean | undefined;
}

/** Labels of the requested axes in a row: `{axis}Id` and `{axis}`. An axis whose values are names has no id. */
export type AxisFields = {
  [A in AxisKey as NonNullable<(typeof axes)[A]['idKey']>]?: number | null;
} & { [A in AxisKey]?: string | null };

/** Values of a row under one model. */
export interface ModelCredit {
  attributionModel: AttributionModel;
  figures: Partial<MetricValues>;
  previous?: Partial<MetricValues> | null;
}

/** Values by target. */
export type TargetValues = Record<TargetKey, number | null>;

/** Value of a custom measure in a row. */
export interface CustomMeasureValue {
  id: number;
  value: number | null;
  /** Of the comparison days; null if they have no facts. */
  previous: number | null;
}

/** Fields of an LPO row beside axes and metrics; only requested ones are set. */
export type LpoRow = {
  /** Current deliver ratio in whole percent; 0 for a retired variant; null if the row has no variant. */
  deliverRatio?: number | null;
  /** Percent of the redirect's clicks; null if the row has no variant or the redirect has no clicks. */
  deliverRatioActual?: number | null;
  cvTotal?: number;
  /** The conversions that `cvr` counts. */
  cvCount?: number;
  /** Confidence bounds of `cvr`. */
  cvrLow?: number | null;
  cvrHigh?: number | null;
  bestProbability?: number | null;
  /** A rate. */
  expectedLoss?: number | null;
};

/** A variant with its current settings. */
export interface LpoTestVariant {
  lpoTitleId: number;
  lpoTitle: string;
  url: string;
  deliverRatio: number;
  retired: boolean;
}

/** A redirect with its variants and their current settings. */
export interface LpoTest {
  redirectId: number;
  redirect: string;
  lpoFlag: boolean;
  /** Last change of rates or variants on or after the first day of the report. */
  deliveryChangedAt: Date | null;
  variants: LpoTestVariant[];
}

/** One row of a report. */
export type ReportRow = AxisFields &
  LpoRow &
  // Fields of single reports: attributed beside normal values, and all models side by side.
  Partial<Record<MeasureKey, CreditComparison>> & {
    /** Marks the row of direct conversions on ad-derived axes. */
    noAd: boolean;
    /** The requested measures. */
    figures: MetricValues;
    /** The same for the comparison days; null: no facts; absent: no comparison. */
    previous?: MetricValues | null;
    models?: ModelCredit[];
    /** Custom measures, if requested. */
    customFigures?: CustomMeasureValue[];
    /** The month's targets, if requested; null: none fits the row. */
    targets?: TargetValues | null;
    /** Expected values at the end of the month with their band, and relative to the targets. */
    landing?: TargetValues | null;
    landingLow?: TargetValues | null;
    landingHigh?: TargetValues | null;
    pace?: TargetValues | null;
    /**
     * Trend only: yyyyMM of a month, yyyy/MM/dd of a day or of a week's first day; and the number of values
     * merged into the row of the others.
     */
    period?: string;
    restCount?: number;
    /**
     * Allocation only: shares of the total, those of the comparison days, and the row before and after a
     * change of costs.
     */
    shares?: Shares;
    sharesBefore?: Shares;
    simulation?: Simulated & { readonly sharesAfter: Shares };
  } & Partial<TransitionRow>;

/** A report: one page of rows, and the total over all rows. */
export interface ReportResult {
  results: ReportRow[];
  /** All rows for a file, if the answer holds only a part although no page was requested. */
  allRows?: () => AsyncIterable<ReportRow>;
  /** Number of rows on all pages. */
  count: number;
  page: number;
  pageSize: number;
  /** Everything that passes the filters; ratios derive from the sums. Has no axis fields. */
  total: ReportRow;
  /** Rows that the conditions on metric values left out of rows and total; absent without conditions. */
  excluded?: ExcludedRows;
  dateFrom: Day;
  dateTo: Day;
  /** Comparison days. */
  previousFrom: DayRange['from'] | null;
  previousTo: DayRange['to'] | null;
  attributionModel: AttributionModel;
  evaluation: NewAndExistingEvaluation;
  /** Metrics version that the report was read at; a different one means that they changed. */
  version: number;
  /** When the report was read. */
  asOf: Date;
}
