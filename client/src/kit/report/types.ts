import type { AxisKey, MeasureDirection, MeasureKey, MeasureUnit } from '../../../../shared/catalog';
import type { AxisFilters } from './axes';

/** A row of a report as GraphQL gives it: axis fields, `noAd`, measures, and what is the report's own. */
export type ReportRow = Readonly<Record<string, unknown>> & {
  readonly figures?: Readonly<Partial<Record<MeasureKey, number | null>>> | undefined;
};

/** One column of figures. */
export interface ReportColumn {
  /** REST name: what address, CSV and saved choices know it by. */
  key: string;
  /** Short name for the header. */
  title: string;
  /** Name that also stands alone (in lists, chart titles); the title where absent. */
  longTitle?: string;
  unit: MeasureUnit;
  direction: MeasureDirection;
  /** One sentence, and how it is computed. */
  definition: string;
  formula?: string;
  /** Group in the chooser. */
  group: string;
  /** Heading over columns that belong together. */
  band?: string;
  value: (row: ReportRow) => number | null;
  /** Place in the fixed order of series colours, where the chart shows the column in it. */
  colourIndex?: number | undefined;
  /** Whether the value itself is a difference: signed and coloured by direction. */
  signed?: boolean;
  decimals?: number;
}

/** The value of a column, which may have columns that only some views show. */
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
  axes: readonly AxisKey[];
  filters: AxisFilters;
  model: number | undefined;
  evaluation: number | undefined;
}

/** What the data hook answers. */
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

/** A series of the chart: one measure over the shown rows. */
export interface ChartSeries {
  key: string;
  label: string;
  /** A name of the theme's palette, or the place in the fixed order of series colours. */
  colour: 'primary' | 'normal' | number;
  value: (row: ReportRow) => number | null;
}

/** A chart that the user can choose. */
export interface ReportChart {
  key: string;
  label: string;
  unit: MeasureUnit;
  /** Whether values of rows may be added up, so that the rest can be drawn as one bar. */
  additive: boolean;
  series: readonly ChartSeries[];
}

/** A second view of the rows beside the chart. */
export type SidePanel = { title: string; hint: string } & (
  | { kind: 'scatter'; x: ReportColumn; y: ReportColumn; size: ReportColumn }
  | { kind: 'difference'; column: ReportColumn }
);
