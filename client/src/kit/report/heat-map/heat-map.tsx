import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons';
import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeasureUnit } from '../../../../../shared/catalog';
import { useKeptBox } from '../../scroll-restoration';
import { Placeholder } from '../../placeholder';
import { totalWidth } from '../../table/column-width';
import type { Sort } from '../../table/measure-column';
import { walkFigures } from '../../table/metric-keys';
import { FigureLink } from '../../table/metric-link';
import { figureText } from '../../table/number-cell';
import { sheetsOf, sheetWidth } from '../../table/sheets';
import { paperZoom, usePrinting } from '../../use-printing';
import styles from './heat-map.module.css';
import { heatOf, heatTop, type Heat } from './heat-scale';

/** A cell: its value, and how far a forecast may be off. */
export interface HeatCell extends Heat {
  /** The forecast with its error on top; null where none is known. */
  readonly high: number | null;
  /** Stands out: what one looks for. */
  readonly marked?: boolean;
  /** All of it in words. */
  readonly words: string;
  /** Where the rows behind it are; absent: it opens nothing. */
  readonly to?: string | undefined;
}

/** A column before the coloured ones. */
export interface HeatLead {
  readonly key: string;
  readonly title: string;
  readonly width: number;
  /** Stays in sight while the table scrolls sideways. */
  readonly pinned?: boolean;
  readonly align?: 'start' | 'end';
  /** By what the rows are ordered; absent: they can't be. */
  readonly sortBy?: string;
}

export interface HeatRow {
  readonly key: string;
  readonly leads: readonly ReactNode[];
  readonly cells: readonly HeatCell[];
}

export interface HeatColumn {
  readonly key: string;
  readonly title: string;
  /** Its name where it stands alone. */
  readonly name: string;
}

export interface HeatMapProps {
  label: string;
  leads: readonly HeatLead[];
  columns: readonly HeatColumn[];
  /** What stands over the coloured columns. */
  band: string;
  /** Undefined while they are on their way. */
  rows: readonly HeatRow[] | undefined;
  /** How many are likely to come. */
  toCome?: number;
  /** Under all others. */
  total?: HeatRow | undefined;
  unit: MeasureUnit;
  /** The first column that decides about colours. */
  scaleFrom?: number;
  /** The rows answer an earlier question: they keep their place and may not be read. */
  stale?: boolean;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
}

/** How wide the coloured cells are at least, and what of it stands around a figure. */
const CELL = { width: 92, around: 22 };
/** On paper, with less around the figure: a year stands on one sheet. */
const PAPER_CELL = { width: 83, around: 14 };
const ROWS_TO_COME = 8;

/** Where each pinned column stands; undefined for those that scroll. */
function placesOf(leads: readonly HeatLead[]): (number | undefined)[] {
  let left = 0;
  return leads.map(({ pinned, width }) => {
    if (!pinned) return undefined;
    const place = left;
    left += width;
    return place;
  });
}

/**
 * A table whose cells are coloured by their values; forecasts are grey and hatched, with their error below. On paper as
 * many tables below each other as its columns need to be read.
 */
export function HeatMap(props: HeatMapProps) {
  const { leads, columns, rows, total, unit, scaleFrom = 0 } = props;
  const printing = usePrinting();
  const top = rows
    ? heatTop(
        rows.map(({ cells }) => cells),
        scaleFrom,
      )
    : null;
  const ofLeads = leads.reduce((sum, { width }) => sum + width, 0);
  const figures = [...(rows ?? []), ...(total ? [total] : [])].flatMap(({ cells }) =>
    cells.map(({ value }) => value),
  );
  const { width, around } = printing ? PAPER_CELL : CELL;
  const cellWidth = Math.max(width, totalWidth(figures, unit) + around);
  const sizes = columns.map(() => cellWidth);
  const all = printing ? sheetsOf(ofLeads, sizes) : [{ from: 0, to: columns.length }];
  // What nothing is known of takes no paper.
  const sheets = all.filter(
    ({ from, to }) =>
      from === 0 || rows?.some(({ cells }) => cells.slice(from, to).some(({ value }) => value !== null)),
  );
  const widest = Math.max(...sheets.map((sheet) => sheetWidth(ofLeads, sizes, sheet)));
  return sheets.map((sheet) => (
    <HeatBox
      key={sheet.from}
      {...props}
      columns={columns.slice(sheet.from, sheet.to)}
      from={sheet.from}
      top={top}
      width={sheetWidth(ofLeads, sizes, sheet)}
      cellWidth={cellWidth}
      paper={printing ? { widest, whole: sheets.length === 1 } : undefined}
    />
  ));
}

interface HeatBoxProps extends HeatMapProps {
  /** Which of all cells of a row stands in the first of its columns. */
  from: number;
  top: number | null;
  width: number;
  cellWidth: number;
  /** What the sheets of a printed table have in common: the width of the widest, and whether there is only one; undefined on a screen. */
  paper: { widest: number; whole: boolean } | undefined;
}

function HeatBox(props: HeatBoxProps) {
  const {
    label,
    leads,
    columns,
    band,
    rows,
    toCome = ROWS_TO_COME,
    total,
    unit,
    stale = false,
    sort,
    onSort,
    from,
    top,
    width,
    cellWidth,
    paper,
  } = props;
  const box = useRef<HTMLDivElement>(null);
  useKeptBox(box, label);
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const walked = table.current;
    walked?.addEventListener('keydown', walkFigures);
    return () => walked?.removeEventListener('keydown', walkFigures);
  }, []);
  const places = placesOf(leads);
  const lastPinned = leads.findLastIndex(({ pinned }) => pinned);
  const pin = (index: number) => ({
    className: `${places[index] === undefined ? '' : styles.pinned} ${index === lastPinned ? styles.lastPinned : ''} ${leads[index]?.align === 'end' ? '' : styles.atStart}`,
    style: places[index] === undefined ? {} : { insetInlineStart: places[index] },
  });
  const line = ({ leads: first, cells }: HeatRow) => (
    <>
      {first.map((content, index) =>
        index === 0 ? (
          <th key={leads[index]?.key} scope="row" {...pin(index)}>
            {content}
          </th>
        ) : (
          <td key={leads[index]?.key} data-column={leads[index]?.key} {...pin(index)}>
            {content}
          </td>
        ),
      )}
      {columns.map(({ key }, index) => (
        <Cell key={key} column={key} cell={cells[from + index]} unit={unit} top={top} />
      ))}
    </>
  );
  return (
    <div
      ref={box}
      className={`${styles.box} ${stale ? styles.stale : ''}`}
      role="region"
      aria-label={label}
      // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
      tabIndex={0}
      data-scroll-box
      style={paper && paperZoom(paper.widest)}
    >
      <table
        ref={table}
        className={styles.table}
        style={paper?.whole === false ? { width } : { minWidth: width }}
        aria-busy={!rows || stale}
      >
        <colgroup>
          {leads.map((lead) => (
            <col key={lead.key} style={{ width: lead.width }} />
          ))}
          {columns.map(({ key }) => (
            <col key={key} style={{ width: cellWidth }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {leads.map((lead, index) => (
              <th
                key={lead.key}
                scope="col"
                rowSpan={2}
                aria-sort={ariaSort(sort, lead.sortBy)}
                {...pin(index)}
              >
                <Heading title={lead.title} sortBy={lead.sortBy} sort={sort} onSort={onSort} />
              </th>
            ))}
            <th scope="colgroup" colSpan={columns.length} className={styles.band}>
              <span>{band}</span>
            </th>
          </tr>
          <tr className={styles.second}>
            {columns.map(({ key, title, name }) => (
              <th key={key} scope="col" aria-sort={ariaSort(sort, key)}>
                <Heading title={title} name={name} sortBy={onSort && key} sort={sort} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => <tr key={row.key}>{line(row)}</tr>)
            : Array.from({ length: toCome }, (_, row) => (
                <tr key={row}>
                  {[...leads, ...columns].map(({ key }, index) => (
                    <td key={key} {...(index < leads.length ? pin(index) : {})}>
                      <Placeholder width={48} height={12} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>{line(total)}</tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

const ariaSort = (sort: Sort | undefined, key: string | undefined): 'ascending' | 'descending' | undefined =>
  sort === undefined || key === undefined || sort.key !== key
    ? undefined
    : sort.ascending
      ? 'ascending'
      : 'descending';

interface HeadingProps {
  title: string;
  name?: string;
  sortBy: string | undefined;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

/** A heading that orders the rows, the largest first. */
function Heading({ title, name = title, sortBy, sort, onSort }: HeadingProps) {
  const { t } = useTranslation();
  if (sortBy === undefined || !onSort) return <span title={name}>{title}</span>;
  const sorted = sort?.key === sortBy ? sort.ascending : undefined;
  const next = { key: sortBy, ascending: sorted === false };
  return (
    <button
      type="button"
      className={styles.sort}
      title={name}
      aria-label={`${name}: ${t(next.ascending ? 'report.sortAscending' : 'report.sortDescending')}`}
      onClick={() => onSort(next)}
    >
      {sorted !== undefined && (
        <span aria-hidden="true">{sorted ? <CaretUpFilled /> : <CaretDownFilled />}</span>
      )}
      {title}
    </button>
  );
}

/** The strength of a cell's colour, as its stylesheet takes it. */
const heatStyle = (heat: number): CSSProperties => {
  const style: CSSProperties & { '--heat': string } = { '--heat': `${heat}%` };
  return style;
};

function Cell({
  column,
  cell,
  unit,
  top,
}: {
  column: string;
  cell: HeatCell | undefined;
  unit: MeasureUnit;
  top: number | null;
}) {
  if (!cell) return <td />;
  const { value, forecast, high, marked, words, to } = cell;
  const text = (figure: number | null): string => figureText(figure, { unit, unitInHeader: true });
  const heat = forecast ? 0 : heatOf(value, top);
  const empty = value === null || value === 0;
  return (
    <td
      className={`${styles.cell} ${forecast ? styles.forecast : ''} ${empty ? styles.empty : ''} ${marked ? styles.marked : ''}`}
      style={heatStyle(heat)}
      title={words}
      data-forecast={forecast || undefined}
      data-drawn
      data-column={column}
    >
      {to === undefined || empty ? (
        <span>{text(value)}</span>
      ) : (
        // Reached by the arrow keys: hundreds of cells are no hundreds of stops.
        <FigureLink to={to} tabIndex={-1}>
          {text(value)}
        </FigureLink>
      )}
      {value !== null && high !== null && (
        <span className={styles.range}>
          ±{figureText(high - value, { unit, unitInHeader: true, showZero: true })}
        </span>
      )}
    </td>
  );
}
