import type { ReactNode } from 'react';
import type { AttributionModel, AxisKey, BaseKey, MeasureKey, MeasureUnit } from '../../../../shared/catalog';
import type { ChartSeries as Series } from '../chart/chart-rows';
import type { QuadrantWords, TargetLine } from '../chart/scatter-lines';
import type { MetricColumn } from '../table/measure-column';
import type { DayRange } from '../../../../shared/domain/calendar';
import type { NameColumn } from '../table/data-row';
import type { Order } from './visible';
import type { TrendBlock } from './trend-rows';
import type { ReportRow } from './answer';
import type { AxisFilters } from './axes';
import type { BlockProps } from './report-blocks';
import type { CompositionPart } from './composition';

/** Column of a report; `measure` is its measure, under `model` if that differs from the report's model. */
export interface ReportColumn extends MetricColumn<ReportRow> {
  measure?: MeasureKey;
  /** The base sum of the column, if it is no measure. */
  sum?: BaseKey;
  model?: AttributionModel;
  /** The two measures whose difference the column shows: the first minus the second. */
  against?: { readonly part: MeasureKey; readonly of: MeasureKey };
}

export type ChartSeries = Series<ReportRow>;

/** Column preset, a tab above the table. */
export interface ColumnPreset {
  /** Value in the URL. */
  value: string;
  label: string;
  columns: readonly string[];
}

/** Query of a report's data hook. */
export interface ReportQuery {
  productId: number;
  /** Tokyo days yyyymmdd, inclusive. */
  from: number;
  to: number;
  /** Days to compare with; undefined for no comparison. */
  previous: { from: number; to: number } | undefined;
  /** Today, if its values are shown beside those of finished days. */
  beside: number | undefined;
  axes: readonly AxisKey[];
  /** Visible attributes of the ad. */
  attributes: readonly AxisKey[];
  filters: AxisFilters;
  /** Conditions on the metric values of rows, as REST writes them. */
  figures?: readonly string[];
  model: number | undefined;
  evaluation: number | undefined;
  /** CV settings that the CVR counts; empty for all final ones. */
  cvSettingIds: readonly number[];
}

/** Metric that the bars can show. */
export interface ReportChart {
  key: string;
  label: string;
  unit: MeasureUnit;
  /** Whether values are additive, so the rest can be drawn as one bar. */
  additive: boolean;
  /** Rows that are drawn before others, whatever their rank. */
  keep?: (row: ReportRow) => boolean;
  series: readonly ChartSeries[];
}

/** Sortable column before the axes, such as the period of a trend. */
export interface ReportLead extends NameColumn<ReportRow>, Order {
  readonly key: string;
  /** Its text, for the search. */
  readonly textOf: (row: ReportRow) => string;
  /** Days that a row covers. */
  readonly daysOf: (row: ReportRow) => DayRange | undefined;
  /** Comparison days of a row. */
  readonly earlierDaysOf: (row: ReportRow) => DayRange | undefined;
}

/** A chart above the table, as data. report-blocks.tsx has the component of each kind. */
export type ReportBlock =
  | { kind: 'bar'; charts: readonly ReportChart[] }
  | {
      kind: 'scatter';
      title: string;
      hint: string;
      x: ReportColumn;
      y: ReportColumn;
      size: ReportColumn;
      /** Lines at which y is a multiple of x, such as target ROAS. */
      targetLines?: readonly TargetLine[];
      /** Words of the quadrants around the averages. */
      quadrants?: QuadrantWords;
    }
  | TrendBlock
  | { kind: 'difference'; title: string; hint: string; extra?: ReactNode; column: ReportColumn }
  /** `negative` is the text if a part is negative and there is no bar. */
  | {
      kind: 'composition';
      /** Rows that have their own part, whatever their share. */
      keep?: (row: ReportRow) => boolean;
      title: string;
      hint: string;
      negative: string;
      parts: readonly CompositionPart<ReportRow>[];
    }
  /** Largest rows of each chart and the rest as slices of a ring. */
  | {
      kind: 'donut';
      title: (measure: string) => string;
      negative: string;
      parts: readonly CompositionPart<ReportRow>[];
    }
  /** Chart of one screen only. */
  | { kind: 'own'; render: (props: BlockProps) => ReactNode };
