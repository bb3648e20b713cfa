import type { MeasureDirection, MeasureUnit } from '../../../../shared/catalog';

/** Description of a metric: names, unit, and which direction is good. */
export interface Metric {
  /** Short name for the header. */
  title: string;
  /** Name for use outside the table (lists, chart titles); defaults to the title. */
  longTitle?: string;
  unit: MeasureUnit;
  direction: MeasureDirection;
  /** One-sentence definition, and the formula. */
  definition: string;
  formula?: string;
  decimals?: number;
}

/** Column of metric values. */
export interface MetricColumn<Row> extends Metric {
  /** REST name, also used in the URL, CSV and stored choices. */
  key: string;
  /** Group in the column chooser. */
  group: string;
  /** Heading over related columns. */
  band?: string;
  value: (row: Row) => number | null;
  /** Displayed value, if it is rounded together with other rows. */
  displayed?: (row: Row) => number | null;
  /** Formula with the numbers and the result of a row; undefined if the row lacks any of them. */
  numbers?: (row: Row) => string | undefined;
  /** Ranking value if it differs from the value: a cost without results is the worst cost per result. */
  rank?: (row: Row) => number | null;
  /** Number of events that the value rests on; undefined if it rests on none. */
  base?: (row: Row) => number | null;
  /** Index into the series colours, if the chart shows the column. */
  colourIndex?: number | undefined;
  /** Tooltip of a small mark beside a row's value. */
  mark?: (row: Row) => string | undefined;
  /** Whether the value is a difference, shown with its sign and without a good or bad direction. */
  signed?: boolean;
  /** Whether the value has no comparison value. */
  alone?: boolean;
}

/** Returns whether a column shows comparison values. */
export const isCompared = <Row>({ signed, alone }: Pick<MetricColumn<Row>, 'signed' | 'alone'>): boolean =>
  !signed && !alone;

/** Below this number of earlier events, a change counts as chance. */
const FEW = 10;

/** Returns whether an earlier value rests on too few events to call its change good or bad. */
export const restsOnFew = <Row>(
  { base }: Pick<MetricColumn<Row>, 'base'>,
  earlier: Row | null | undefined,
): boolean => base !== undefined && earlier != null && (base(earlier) ?? 0) < FEW;

/** Sort column and direction. */
export interface Sort {
  key: string;
  ascending: boolean;
}

/**
 * Returns the link to the rows behind a metric value of a row or the total; undefined if the value is
 * derived.
 */
export type MetricLinkOf<Row, Column extends MetricColumn<Row>> = (
  row: Row,
  column: Column,
) => string | undefined;
