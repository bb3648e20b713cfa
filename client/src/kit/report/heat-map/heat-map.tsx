import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons';
import { useEffect, useMemo, useRef, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeasureUnit } from '../../../../../shared/catalog';
import { useBoxScrollRestoration } from '../../scroll-restoration';
import { Placeholder } from '../../loading';
import { useFittedColumns } from '../../table/column-rail';
import { totalWidth, sheetsOf, sheetWidth } from '../../table/column-width';
import { type Sort, moveBetweenMetrics } from '../../table/measure-column';
import { MetricLink, metricText } from '../../table/number-cell';
import { paperZoom, usePrinting } from '../../use-window';
import styles from './heat-map.module.css';
import { heatOf, heatTop, type Heat } from './heat-scale';

/** Cell: its value, and the margin of a forecast. */
export interface HeatCell extends Heat {
  /** Forecast plus its error; null if unknown. */
  readonly high: number | null;
  /** Highlights the cell. */
  readonly marked?: boolean;
  /** Text alternative. */
  readonly words: string;
  /** Link to the rows behind the value; undefined for no link. */
  readonly to?: string | undefined;
}

/** Column before the coloured ones. */
export interface HeatLead {
  readonly key: string;
  readonly title: string;
  readonly width: number;
  /** Stays visible while the table scrolls sideways. */
  readonly pinned?: boolean;
  readonly align?: 'start' | 'end';
  /** Sort key; undefined if rows can't be sorted by the column. */
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
  /** Full name, used outside the header. */
  readonly name: string;
}

export interface HeatMapProps {
  label: string;
  leads: readonly HeatLead[];
  columns: readonly HeatColumn[];
  /** Heading over the coloured columns. */
  band: string;
  /** Undefined while loading. */
  rows: readonly HeatRow[] | undefined;
  /** Expected number of rows while loading. */
  toCome?: number;
  /** Total in the last row. */
  total?: HeatRow | undefined;
  unit: MeasureUnit;
  /** Index of the first column that determines the colour scale. */
  scaleFrom?: number;
  /** Whether the rows answer a previous query. They keep their place but are unreadable. */
  stale?: boolean;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
}

/** Minimum width of coloured cells, and the padding around a value. */
const CELL = { width: 92, around: 22 };
/** Narrower on paper, to fit a year on one sheet. */
const PAPER_CELL = { width: 83, around: 14 };
const ROWS_TO_COME = 8;

/**
 * Table with cells coloured by value. Forecasts are grey and hatched, with their error below. Printing splits
 * it into as many tables as its columns need.
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
  const values = [...(rows ?? []), ...(total ? [total] : [])].flatMap(({ cells }) =>
    cells.map(({ value }) => value),
  );
  const { width, around } = printing ? PAPER_CELL : CELL;
  const cellWidth = Math.max(width, totalWidth(values, unit) + around);
  const sizes = columns.map(() => cellWidth);
  const all = printing ? sheetsOf(ofLeads, sizes) : [{ from: 0, to: columns.length }];
  // Columns without any value are not printed.
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
  /** Index of the row's first cell on this sheet. */
  from: number;
  top: number | null;
  width: number;
  cellWidth: number;
  /**
   * Shared by all sheets of a printed table: the largest width, and whether there is only one sheet;
   * undefined on screen.
   */
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
  useBoxScrollRestoration(box, label);
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const walked = table.current;
    walked?.addEventListener('keydown', moveBetweenMetrics);
    return () => walked?.removeEventListener('keydown', moveBetweenMetrics);
  }, []);
  // Pinned columns come first.
  const pinned = leads.filter((lead) => lead.pinned).length;
  const count = columns.length;
  const wanted = useMemo(() => {
    const widths = [...leads.map((lead) => lead.width), ...Array<number>(count).fill(cellWidth)];
    return { pinned: widths.slice(0, pinned), columns: widths.slice(pinned) };
  }, [leads, count, cellWidth, pinned]);
  const fitted = useFittedColumns(box, wanted, paper !== undefined);
  const pin = (index: number) => ({
    className: `${index < pinned ? styles.pinned : ''} ${index === pinned - 1 ? styles.lastPinned : ''} ${leads[index]?.align === 'end' ? '' : styles.atStart}`,
    style:
      index < pinned
        ? { insetInlineStart: fitted.pinned.slice(0, index).reduce((sum, one) => sum + one, 0) }
        : {},
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
      className={`ic-relative ic-line-top ic-text-13 ic-figures ${styles.box} ${stale ? styles.stale : ''}`}
      role="region"
      aria-label={label}
      // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
      tabIndex={0}
      data-scroll-box
      style={paper ? paperZoom(paper.widest) : fitted.padding}
    >
      <div className="ic-relative" style={fitted.inner}>
        <table
          ref={table}
          className={styles.table}
          style={paper?.whole === false ? { width } : { minWidth: fitted.width }}
          aria-busy={!rows || stale}
        >
          <colgroup>
            {[...fitted.pinned, ...fitted.columns].map((one, index) => (
              <col key={index} style={{ width: one }} />
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
        {fitted.rail}
      </div>
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

/** Column heading that sorts, largest first. */
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

/** Passes the strength of a cell's colour to the stylesheet. */
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
  const text = (cellValue: number | null): string => metricText(cellValue, { unit, unitInHeader: true });
  const heat = forecast ? 0 : heatOf(value, top);
  const empty = value === null || value === 0;
  return (
    <td
      className={`${styles.cell} ${forecast ? styles.forecast : ''} ${empty ? 'ic-muted' : ''} ${marked ? styles.marked : ''}`}
      style={heatStyle(heat)}
      title={words}
      data-forecast={forecast || undefined}
      data-drawn
      data-column={column}
    >
      {to === undefined || empty ? (
        <span>{text(value)}</span>
      ) : (
        // Reached by arrow keys: hundreds of cells must not be hundreds of tab stops.
        <MetricLink to={to} tabIndex={-1}>
          {text(value)}
        </MetricLink>
      )}
      {value !== null && high !== null && (
        <span className={`ic-block ic-text-11 ${styles.range}`}>
          ±{metricText(high - value, { unit, unitInHeader: true, showZero: true })}
        </span>
      )}
    </td>
  );
}
