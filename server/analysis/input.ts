import type { AttributionModel, AxisKey, DeviceName, MeasureKey, NewAndExistingEvaluation } from '../../shared/catalog';
import type { Day } from '../../shared/domain/calendar';

/** Which facts a report counts; several values of one filter are alternatives, an empty list is no filter. */
export interface AnalysisFilters {
  adIds?: readonly number[] | null;
  aspIds?: readonly number[] | null;
  agencyIds?: readonly number[] | null;
  adCategoryIds?: readonly number[] | null;
  adType1Ids?: readonly number[] | null;
  adType2Ids?: readonly number[] | null;
  adType3Ids?: readonly number[] | null;
  redirectIds?: readonly number[] | null;
  /** pc, smartphone, tablet, other. */
  device?: readonly string[] | null;
}

/** What a report is asked. Absent and null mean the same: the default. */
export interface AnalysisInput {
  productId: number;
  /** Tokyo days yyyymmdd, both included. Without them the last 30 days, ending yesterday. */
  dateFrom?: Day | null;
  dateTo?: Day | null;
  /** What rows stand for; several axes cross. Default: the ad. */
  axis?: readonly string[] | null;
  /** 1-5; default: the product's. */
  attributionModel?: number | null;
  /** 1-3; default: the product's, 3 while the product does not separate new and existing customers. */
  evaluation?: number | null;
  /** CV settings whose conversions make `cvr`; default: all final ones. Changes nothing else. */
  cvSettingIds?: readonly number[] | null;
  filters?: AnalysisFilters | null;
  /** From 1. */
  page?: number | null;
  /** At most 9999; default: all rows. */
  pageSize?: number | null;
  /** A row key in REST or GraphQL spelling, or an alias of a measure. Default: by the ids of the axes. */
  sortName?: string | null;
  sortAsc?: boolean | null;
  /**
   * Names (REST or GraphQL) of the fields of rows and total that will be read; default: all. Others may be missing
   * then: what nobody reads is not added up.
   */
  fields?: readonly string[] | null;
}

/** A label of an axis in a row: `{axis}_id` and `{axis}`; `device` has no id. */
export type AxisFields = Partial<
  Record<Exclude<AxisKey, 'device'> | `${Exclude<AxisKey, 'device'>}_id`, string | number | null>
> & { device?: DeviceName | null };

/** One row of a report by its REST keys; `toCamelCase` of each key is the GraphQL name. */
export type AnalysisRow = AxisFields &
  Record<MeasureKey, number | null> & {
    /** The row of direct conversions, where an ad-derived axis is asked for. */
    no_ad: boolean;
  };

/** A report: one page of rows, and the total over all rows. */
export interface AnalysisResult<R extends AnalysisRow = AnalysisRow> {
  results: R[];
  /** Rows on all pages together. */
  count: number;
  page: number;
  pageSize: number;
  /** Everything that passes the filters; ratios are made from the sums. Has no axis fields. */
  total: R;
  dateFrom: Day;
  dateTo: Day;
  attributionModel: AttributionModel;
  evaluation: NewAndExistingEvaluation;
  /** When the report was read. */
  asOf: Date;
}
