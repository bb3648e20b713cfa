import type { MeasureDirection, MeasureUnit } from '../../../../shared/catalog';

const linksIn = (cell: Element | null | undefined): HTMLElement[] => [
  ...(cell?.querySelectorAll<HTMLElement>('a') ?? []),
];
const linkIn = (cell: Element | null | undefined): HTMLElement | null => linksIn(cell)[0] ?? null;

/** Returns the next link in the row. */
function nextLinkInRow(
  cell: Element,
  step: 'nextElementSibling' | 'previousElementSibling',
): HTMLElement | null {
  for (let next = cell[step]; next; next = next[step]) {
    const link = linkIn(next);
    if (link) return link;
  }
  return null;
}

/** Returns the comparison value's link below a value or vice versa, else the next link in the same column. */
function nextLinkInColumn(cell: Element, from: Element, step: 1 | -1): HTMLElement | null {
  const links = cell.matches('td') ? linksIn(cell) : [];
  const other = links[links.findIndex((link) => link === from) + step];
  if (other && links.length > 1) return other;
  const row = cell.closest('tr');
  const rows = [...(cell.closest('table')?.querySelectorAll('tr') ?? [])];
  const column = cell.getAttribute('data-column');
  const at = row ? rows.indexOf(row) : -1;
  for (let index = at + step; at >= 0 && rows[index]; index += step) {
    const links = linksIn(
      rows[index]?.querySelector(column ? `[data-column="${column}"]` : 'th[scope="row"]'),
    );
    const link = column && step < 0 ? links.at(-1) : links[0];
    if (link) return link;
  }
  return null;
}

/**
 * Moves between linked metric values by arrow keys, starting at a row name: hundreds of links must not be
 * hundreds of tab stops.
 */
export function moveBetweenMetrics(event: KeyboardEvent): void {
  const from = event.target instanceof Element && event.target.matches('a') ? event.target : null;
  const cell = from?.closest('td, th[scope="row"]');
  if (!from || !cell || event.altKey || event.ctrlKey || event.metaKey) return;
  const moves: Readonly<Record<string, () => HTMLElement | null>> = {
    ArrowRight: () => nextLinkInRow(cell, 'nextElementSibling'),
    ArrowLeft: () => nextLinkInRow(cell, 'previousElementSibling'),
    ArrowDown: () => nextLinkInColumn(cell, from, 1),
    ArrowUp: () => nextLinkInColumn(cell, from, -1),
  };
  const next = moves[event.key]?.();
  if (!next) return;
  event.preventDefault();
  next.focus();
}

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

/** Formats a sort for the URL: `name` or `-name`. */
export const sortText = ({ key, ascending }: Sort): string => `${ascending ? '' : '-'}${key}`;

/** Parses a sort of the URL. */
export function readSort(text: string | null): Sort | undefined {
  const match = /^(-?)([a-z]\w*)$/i.exec(text ?? '');
  return match?.[2] ? { key: match[2], ascending: match[1] === '' } : undefined;
}

/**
 * Returns the link to the rows behind a metric value of a row or the total; undefined if the value is
 * derived.
 */
export type MetricLinkOf<Row, Column extends MetricColumn<Row>> = (
  row: Row,
  column: Column,
) => string | undefined;
