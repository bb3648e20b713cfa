import { roundParts, shift } from '../../../../shared/format';
import { keptFirst, type ChartRow } from '../chart/chart-rows';

/** A measure drawn as one bar that its rows make up. */
export interface CompositionPart<Row> {
  key: string;
  label: string;
  value: (row: Row) => number | null;
}

export interface Segment {
  /** Key of the row; null for the rest. */
  key: string | null;
  /** Fraction of the bar. */
  share: number;
  /** Displayed percentage; those of a bar sum to 100. */
  percent: number;
}

/** One bar; its segments are null if a part is negative or the total is zero. */
export interface Composition {
  key: string;
  label: string;
  segments: readonly Segment[] | null;
  negative: boolean;
}

/** Maximum number of rows with a separate colour; the others form the rest. */
const MAX_ROWS = 7;
const DECIMALS = 1;

/** Returns the rows with the largest share of any bar, largest first. */
export function composedRows<Row, R extends ChartRow<Row>>(
  rows: readonly R[],
  parts: readonly CompositionPart<Row>[],
  keep: (row: Row) => boolean = () => false,
  most = MAX_ROWS,
): R[] {
  const totals = parts.map(({ value }) => rows.reduce((sum, { row }) => sum + (value(row) ?? 0), 0));
  const rankOf = ({ row }: R): number =>
    Math.max(0, ...parts.map(({ value }, index) => (totals[index] ? (value(row) ?? 0) / totals[index] : 0)));
  const ranked = rows
    .map((row) => ({ row, rank: rankOf(row) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ row }) => row);
  return keptFirst(ranked, keep).slice(0, most);
}

/** Returns one bar per measure with the same rows in the same order and the rest at the end. */
export function compositions<Row>(
  rows: readonly ChartRow<Row>[],
  topRows: readonly ChartRow<Row>[],
  parts: readonly CompositionPart<Row>[],
): Composition[] {
  const single = new Set(topRows.map(({ key }) => key));
  return parts.map(({ key, label, value }) => {
    const values = rows.map(({ row }) => value(row) ?? 0);
    const total = values.reduce((sum, one) => sum + one, 0);
    const negative = values.some((one) => one < 0);
    if (negative || total <= 0) return { key, label, segments: null, negative };
    const rest = rows.reduce((sum, row) => sum + (single.has(row.key) ? 0 : (value(row.row) ?? 0)), 0);
    const pieces = [...topRows.map((row) => [row.key, value(row.row) ?? 0] as const), [null, rest] as const];
    const percents = roundParts(
      pieces.map(([, one]) => shift(one / total, 2)),
      DECIMALS,
    );
    const segments = pieces.map(([piece, one], index): Segment => ({
      key: piece,
      share: one / total,
      percent: percents[index] ?? 0,
    }));
    return { key, label, segments: segments.filter(({ share }) => share > 0), negative };
  });
}
