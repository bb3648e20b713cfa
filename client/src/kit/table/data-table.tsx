import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, type CSSProperties, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useBoxScrollRestoration } from '../scroll-restoration';
import { useRowHighlight } from '../row-highlight';
import { paperZoom, useNarrow, usePrinting } from '../use-window';
import { ColumnHeaders, TotalRow } from './column-headers';
import { useFittedColumns } from './column-rail';
import { columnWidth, sheetsOf, sheetWidth } from './column-width';
import styles from './data-table.module.css';
import type { DataRow, NameColumn } from './data-row';
import { PlaceholderRow, Row } from './row';
import {
  moveBetweenMetrics,
  isCompared,
  type MetricColumn,
  type MetricLinkOf,
  type Sort,
} from './measure-column';

/** Pixels kept free below a box on long pages. */
const GAP = 16;
/** More content below than this is not the page's end. */
const MAX_ROOM = 240;

/** Height below the last box; the next box starts with it to keep its height stable. */
let last = 120;

/**
 * Returns the pixel height of the content below a scroll box: notes, page margin, footer. A box that leaves
 * this room keeps its header visible at the end of the page.
 */
function useRoomBelow(box: RefObject<HTMLElement | null>): number {
  const [below, setBelow] = useState(last);
  useEffect(() => {
    const measure = (): void => {
      if (!box.current) return;
      const { scrollHeight, clientHeight } = document.documentElement;
      // A page without scrolling has no end to scroll to.
      if (scrollHeight <= clientHeight) return;
      const measured = Math.round(scrollHeight - window.scrollY - box.current.getBoundingClientRect().bottom);
      last = measured <= MAX_ROOM ? Math.max(measured, GAP) : GAP;
      setBelow(last);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [box]);
  return below;
}

declare module 'react' {
  interface CSSProperties {
    '--row-height'?: string;
  }
}

/** Tables with more rows than this are virtualised. */
const VIRTUAL_ABOVE = 100;
const OVERSCAN = 12;
/** Number of placeholder rows while loading. */
const PLACEHOLDERS = 10;

/** Minimum pixel height of a table, even in low windows: header, total and some rows. */
const MIN_HEIGHT = 280;

/** Row heights in pixels; the first fits a value above its comparison, the second one line. */
export const ROW_HEIGHTS = { normal: 40, compact: 32 } as const;
export type Density = keyof typeof ROW_HEIGHTS;

export interface DataTableProps<R, C extends MetricColumn<R> = MetricColumn<R>> {
  label: string;
  /** Columns before the metrics that identify a row; the first `pinned` ones are sticky. */
  names: readonly NameColumn<R>[];
  pinned: number;
  columns: readonly C[];
  /** Undefined while loading. */
  rows: readonly DataRow<R>[] | undefined;
  total: R | undefined;
  previousTotal: R | undefined;
  /** Label of the total. */
  totalName: string;
  /** Whether the rows are stale and must be unreadable. */
  stale: boolean;
  compared: boolean;
  density: Density;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onHide: (key: string) => void;
  widths: Readonly<Record<string, number>>;
  onResize: (key: string, width: number) => void;
  /** Pixel height of the sticky area above the table. */
  above: number;
  onOpen?: ((row: DataRow<R>) => void) | undefined;
  canOpen?: ((row: DataRow<R>) => boolean) | undefined;
  /** Links to the rows behind a metric value and behind its comparison value. */
  opens?: MetricLinkOf<R, C> | undefined;
  opensEarlier?: MetricLinkOf<R, C> | undefined;
}

/** Table of metrics. Printing splits it into as many tables as its columns need. */
export function DataTable<R, C extends MetricColumn<R> = MetricColumn<R>>(props: DataTableProps<R, C>) {
  const { names, columns, rows, total, compared, widths } = props;
  const printing = usePrinting();
  const narrow = useNarrow();
  const sizes = useMemo(
    () =>
      columns.map((column) => {
        const shown = compared && isCompared(column) && (narrow ? 'change' : 'earlier');
        return widths[column.key] ?? columnWidth(column, shown, rows, total);
      }),
    [columns, widths, compared, narrow, rows, total],
  );
  const ofNames = names.reduce((sum, { width }) => sum + width, 0);
  const sheets = printing ? sheetsOf(ofNames, sizes) : [{ from: 0, to: columns.length }];
  const widest = Math.max(...sheets.map((sheet) => sheetWidth(ofNames, sizes, sheet)));
  return (
    <>
      {sheets.map(({ from, to }) => (
        <TableBox
          key={from}
          {...props}
          // Reuses the same array, because a new one would rerender every row.
          columns={sheets.length > 1 ? columns.slice(from, to) : columns}
          sizes={sheets.length > 1 ? sizes.slice(from, to) : sizes}
          paper={printing ? { widest, whole: sheets.length === 1 } : undefined}
        />
      ))}
    </>
  );
}

interface TableBoxProps<R, C extends MetricColumn<R>> extends DataTableProps<R, C> {
  sizes: readonly number[];
  /**
   * Shared by all sheets of a printed table: the largest width, and whether there is only one sheet;
   * undefined on screen.
   */
  paper: { widest: number; whole: boolean } | undefined;
}

/**
 * Header, total and rows share one table in one scroll box, so they always move together. Header and total
 * stick to the top, the first columns to the left.
 */
function TableBox<R, C extends MetricColumn<R>>(props: TableBoxProps<R, C>) {
  const {
    label,
    names,
    pinned,
    columns,
    sizes,
    paper,
    rows,
    total,
    previousTotal,
    totalName,
    stale,
    compared,
    density,
    onOpen,
    canOpen,
    opens,
    opensEarlier,
  } = props;
  const { t } = useTranslation();
  const highlight = useRowHighlight();
  const box = useRef<HTMLDivElement>(null);
  useBoxScrollRestoration(box, label);
  const below = useRoomBelow(box);
  const rowHeight = ROW_HEIGHTS[density];
  const count = rows?.length ?? 0;
  // Printing renders all rows.
  const virtual = count > VIRTUAL_ABOVE && !paper;
  const virtualizer = useVirtualizer({
    count: virtual ? count : 0,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
  });
  // The density changes the height of every row.
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const inSight = virtual ? virtualizer.getVirtualItems() : undefined;
  const from = inSight?.[0]?.index ?? 0;
  const to = inSight ? (inSight.at(-1)?.index ?? -1) + 1 : count;

  useEffect(
    () =>
      highlight.subscribe((key) => {
        for (const marked of box.current?.querySelectorAll(`.${styles.lit}`) ?? [])
          marked.classList.remove(styles.lit ?? '');
        if (key === null) return;
        box.current?.querySelector(`[data-row-key="${CSS.escape(key)}"]`)?.classList.add(styles.lit ?? '');
      }),
    [highlight],
  );
  useEffect(() => {
    const table = box.current;
    table?.addEventListener('keydown', moveBetweenMetrics);
    return () => table?.removeEventListener('keydown', moveBetweenMetrics);
  }, []);
  const enter = useCallback((key: string | null) => highlight.set(key), [highlight]);

  const wanted = useMemo(() => {
    const widths = [...names.map((name) => name.width), ...sizes];
    return { pinned: widths.slice(0, pinned), columns: widths.slice(pinned) };
  }, [names, sizes, pinned]);
  const fitted = useFittedColumns(box, wanted, paper !== undefined);
  const { width } = fitted;
  const fittedNames = useMemo(
    () => names.map((name, index) => ({ ...name, width: fitted.pinned[index] ?? name.width })),
    [names, fitted],
  );
  const span = names.length + columns.length;
  const place: CSSProperties = {
    '--row-height': `${rowHeight}px`,
    ...(paper
      ? paperZoom(paper.widest)
      : { maxHeight: `max(${MIN_HEIGHT}px, calc(100vh - ${props.above + below}px))` }),
    ...fitted.padding,
  };
  return (
    <div
      ref={box}
      className={`ic-line-top ic-text-13 ic-figures ${styles.box} ${styles[density]} ${stale ? styles.stale : ''}`}
      style={place}
      data-scroll-box
    >
      <div className="ic-relative" style={fitted.inner}>
        <table
          className={styles.table}
          style={paper?.whole === false ? { width } : { minWidth: width }}
          aria-label={label}
          aria-busy={stale || !rows}
          aria-rowcount={count + 2}
        >
          <colgroup>
            {[...fitted.pinned, ...fitted.columns].map((one, index) => (
              <col key={index} style={{ width: one }} />
            ))}
          </colgroup>
          <thead className={styles.head}>
            <ColumnHeaders {...props} names={fittedNames} />
            <TotalRow
              names={fittedNames}
              pinned={pinned}
              columns={columns}
              total={total}
              previousTotal={previousTotal}
              compared={compared}
              title={totalName}
              opens={stale ? undefined : opens}
              opensEarlier={stale ? undefined : opensEarlier}
            />
          </thead>
          <tbody>
            {from > 0 && <Gap height={from * rowHeight} span={span} />}
            {rows?.slice(from, to).map((row) => (
              <Row
                key={row.key}
                dataRow={row}
                names={fittedNames}
                pinned={pinned}
                columns={columns}
                compared={compared}
                onEnter={enter}
                opens={stale ? undefined : opens}
                opensEarlier={stale ? undefined : opensEarlier}
                onOpen={onOpen && (!canOpen || canOpen(row)) ? onOpen : undefined}
              />
            ))}
            {to < count && <Gap height={(count - to) * rowHeight} span={span} />}
            {!rows &&
              Array.from({ length: PLACEHOLDERS }, (_, index) => (
                <PlaceholderRow
                  key={index}
                  names={fittedNames}
                  pinned={pinned}
                  columns={columns}
                  label={index === 0 ? t('common.loading') : undefined}
                />
              ))}
          </tbody>
        </table>
        {fitted.rail}
      </div>
    </div>
  );
}

/** Spacer as high as the rows that are not rendered. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true" style={{ height }}>
      <td colSpan={span} className={styles.gap} />
    </tr>
  );
}
