import type { ReactNode } from 'react';
import type { AttributionModel, AxisKey, BaseKey, MeasureKey, MeasureUnit } from '../../../../shared/catalog';
import type { ChartSeries as Series } from '../chart/chart-rows';
import type { FigureColumn } from '../table/measure-column';
import type { DayRange } from '../../../../shared/domain/calendar';
import type { NameColumn } from '../table/data-row';
import type { Order } from './visible-rows';
import type { TrendBlock } from './trend-rows';
import type { ReportRow } from './answer';
import type { AxisFilters } from './axes';
import type { BlockProps } from './report-blocks';
import type { CompositionPart } from './composition';

/** A column of a report; `measure` is what its values are, under `model` where not under the report's. */
export interface ReportColumn extends FigureColumn<ReportRow> {
  measure?: MeasureKey;
  /** The base sum that it is, where it is no measure. */
  sum?: BaseKey;
  model?: AttributionModel;
  /** The two measures that it is the difference of: the first less the second. */
  against?: { readonly part: MeasureKey; readonly of: MeasureKey };
}

export type ChartSeries = Series<ReportRow>;

/** Columns that are shown together, as a tab above the table. */
export interface ColumnPreset {
  /** As it stands in the address. */
  value: string;
  label: string;
  columns: readonly string[];
}

/** What a report asks its screen's data hook for. */
export interface ReportQuery {
  productId: number;
  /** Tokyo days yyyymmdd, included. */
  from: number;
  to: number;
  /** Days to compare with; undefined for no comparison. */
  previous: { from: number; to: number } | undefined;
  /** The day that runs, where its figures stand beside those of finished days. */
  beside: number | undefined;
  axes: readonly AxisKey[];
  /** Attributes of the ad that are shown beside them. */
  attributes: readonly AxisKey[];
  filters: AxisFilters;
  model: number | undefined;
  evaluation: number | undefined;
  /** CV settings whose conversions make the CVR; empty: all final ones. */
  cvSettingIds: readonly number[];
}

/** A figure that the bars can show. */
export interface ReportChart {
  key: string;
  label: string;
  unit: MeasureUnit;
  /** Whether values of rows may be added up, so that the rest can be drawn as one bar. */
  additive: boolean;
  series: readonly ChartSeries[];
}

/** A column before the axes by which rows can be ordered: of a trend, the period. */
export interface ReportLead extends NameColumn<ReportRow>, Order {
  readonly key: string;
  /** The same in words, to look for. */
  readonly textOf: (row: ReportRow) => string;
  /** The days that a row's figures are of. */
  readonly daysOf: (row: ReportRow) => DayRange | undefined;
  /** The days that these are compared with. */
  readonly earlierDaysOf: (row: ReportRow) => DayRange | undefined;
}

/** A view of the rows above their table, as data. Each kind has its component in blocks.tsx. */
export type ReportBlock =
  | { kind: 'bar'; charts: readonly ReportChart[] }
  | { kind: 'scatter'; title: string; hint: string; x: ReportColumn; y: ReportColumn; size: ReportColumn }
  | TrendBlock
  | { kind: 'difference'; title: string; hint: string; extra?: ReactNode; column: ReportColumn }
  /** `negative` stands where a part is below nothing, so that there is no bar. */
  | {
      kind: 'composition';
      title: string;
      hint: string;
      negative: string;
      parts: readonly CompositionPart<ReportRow>[];
    }
  /** Of each chart the largest rows and the rest as slices of a ring. */
  | {
      kind: 'donut';
      title: (measure: string) => string;
      negative: string;
      parts: readonly CompositionPart<ReportRow>[];
    }
  /** What only one screen shows. */
  | { kind: 'own'; render: (props: BlockProps) => ReactNode };
