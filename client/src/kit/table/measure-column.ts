import type { MeasureDirection, MeasureUnit } from '../../../../shared/catalog';

/** What a figure is: its names, its unit, which way is good. */
export interface Figure {
  /** Short name for the header. */
  title: string;
  /** Name that also stands alone (in lists, chart titles); the title where absent. */
  longTitle?: string;
  unit: MeasureUnit;
  direction: MeasureDirection;
  /** One sentence, and how it is computed. */
  definition: string;
  formula?: string;
  decimals?: number;
}

/** One column of figures. */
export interface FigureColumn<Row> extends Figure {
  /** REST name: what address, CSV and saved choices know it by. */
  key: string;
  /** Group in the chooser. */
  group: string;
  /** Heading over columns that belong together. */
  band?: string;
  value: (row: Row) => number | null;
  /** What is shown of it, where that is rounded together with other rows. */
  shown?: (row: Row) => number | null;
  /** The formula with the numbers of a row in it, and what comes out; undefined where the row does not hold them. */
  numbers?: (row: Row) => string | undefined;
  /** By what rows are ranked where that is not the value: a cost without any result is the worst cost a result. */
  rank?: (row: Row) => number | null;
  /** How many events the figure rests on; undefined where it is no figure of events. */
  base?: (row: Row) => number | null;
  /** Place in the fixed order of series colours, where the chart shows the column in it. */
  colourIndex?: number | undefined;
  /** What is to be said of a row's value beside it: drawn as a small mark. */
  mark?: (row: Row) => string | undefined;
  /** Whether the value itself is a difference: with its sign, neither good nor bad. */
  signed?: boolean;
  /** Whether the value stands without that of earlier days, which have none of their own. */
  alone?: boolean;
}

/** Whether a column's earlier values stand beside its values, where days are compared. */
export const isCompared = <Row>({ signed, alone }: Pick<FigureColumn<Row>, 'signed' | 'alone'>): boolean =>
  !signed && !alone;

/** Events of before below which a change is chance rather than news. */
const FEW = 10;

/** Whether an earlier figure rests on too few events for its change to be called good or bad. */
export const restsOnFew = <Row>(
  { base }: Pick<FigureColumn<Row>, 'base'>,
  earlier: Row | null | undefined,
): boolean => base !== undefined && earlier != null && (base(earlier) ?? 0) < FEW;

/** By which figure rows are in order, and which way. */
export interface Sort {
  key: string;
  ascending: boolean;
}

/** Where the rows behind a figure of a row (or of the total) are; undefined where it is made of others. */
export type FigureOpener<Row, Column extends FigureColumn<Row>> = (
  row: Row,
  column: Column,
) => string | undefined;
