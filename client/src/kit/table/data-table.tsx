import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptBox } from '../scroll-restoration';
import { useLitRow } from '../row-highlight';
import { paperZoom, usePrinting } from '../use-printing';
import { ColumnHeaders } from './column-headers';
import { columnWidth } from './column-width';
import styles from './data-table.module.css';
import type { DataRow, NameColumn } from './data-row';
import { PlaceholderRow, Row } from './row';
import { TotalRow } from './total-row';
import { sheetsOf, sheetWidth } from './sheets';
import { useRoomBelow } from './use-room-below';
import { walkFigures } from './metric-keys';
import { isCompared, type FigureColumn, type FigureOpener, type Sort } from './measure-column';

declare module 'react' {
  interface CSSProperties {
    '--row-height'?: string;
  }
}

/** More rows than this are drawn only where they are in sight. */
const VIRTUAL_ABOVE = 100;
const OVERSCAN = 12;
/** Rows drawn while the first ones are on their way. */
const PLACEHOLDERS = 10;

/** Pixels that a table has however low the window is: its head, its total and some rows. */
const LEAST_HEIGHT = 280;

/** Pixels of a row; one figure above another fits the first, one line the second. */
export const ROW_HEIGHTS = { normal: 40, compact: 32 } as const;
export type Density = keyof typeof ROW_HEIGHTS;

export interface DataTableProps<R, C extends FigureColumn<R> = FigureColumn<R>> {
  label: string;
  /** What rows are, in columns before the figures; the first ones stay in sight. */
  names: readonly NameColumn<R>[];
  pinned: number;
  columns: readonly C[];
  /** Undefined while the first ones are on their way. */
  rows: readonly DataRow<R>[] | undefined;
  total: R | undefined;
  previousTotal: R | undefined;
  /** What the total is called. */
  totalName: string;
  /** The rows are still the old ones: no figure of theirs can be read. */
  stale: boolean;
  compared: boolean;
  density: Density;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onHide: (key: string) => void;
  widths: Readonly<Record<string, number>>;
  onResize: (key: string, width: number) => void;
  /** Pixels of the window that other things keep above the table. */
  above: number;
  onOpen?: ((row: DataRow<R>) => void) | undefined;
  canOpen?: ((row: DataRow<R>) => boolean) | undefined;
  /** Where the rows behind a figure are, and behind the one of before that stands below it. */
  opens?: FigureOpener<R, C> | undefined;
  opensEarlier?: FigureOpener<R, C> | undefined;
}

/** A table of figures; on paper as many tables below each other as its columns need to be read. */
export function DataTable<R, C extends FigureColumn<R> = FigureColumn<R>>(props: DataTableProps<R, C>) {
  const { names, columns, rows, total, compared, widths } = props;
  const printing = usePrinting();
  const sizes = useMemo(
    () =>
      columns.map(
        (column) => widths[column.key] ?? columnWidth(column, compared && isCompared(column), rows, total),
      ),
    [columns, widths, compared, rows, total],
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
          // The same columns as long as they are: a row is drawn again only for others.
          columns={sheets.length > 1 ? columns.slice(from, to) : columns}
          sizes={sheets.length > 1 ? sizes.slice(from, to) : sizes}
          paper={printing ? { widest, whole: sheets.length === 1 } : undefined}
        />
      ))}
    </>
  );
}

interface TableBoxProps<R, C extends FigureColumn<R>> extends DataTableProps<R, C> {
  sizes: readonly number[];
  /** What the sheets of a printed table have in common: the width of the widest, and whether there is only one; undefined on a screen. */
  paper: { widest: number; whole: boolean } | undefined;
}

/**
 * Header, total and rows are one table in one scrolled box, so that none of them can move without the others,
 * whatever moves it; header and total stay at its top, the first columns at its left.
 */
function TableBox<R, C extends FigureColumn<R>>(props: TableBoxProps<R, C>) {
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
  const lit = useLitRow();
  const box = useRef<HTMLDivElement>(null);
  useKeptBox(box, label);
  const below = useRoomBelow(box);
  const rowHeight = ROW_HEIGHTS[density];
  const count = rows?.length ?? 0;
  // On paper all rows stand.
  const virtual = count > VIRTUAL_ABOVE && !paper;
  const virtualizer = useVirtualizer({
    count: virtual ? count : 0,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
  });
  // Another density is another height of every row.
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const inSight = virtual ? virtualizer.getVirtualItems() : undefined;
  const from = inSight?.[0]?.index ?? 0;
  const to = inSight ? (inSight.at(-1)?.index ?? -1) + 1 : count;

  useEffect(
    () =>
      lit.listen((key) => {
        for (const marked of box.current?.querySelectorAll(`.${styles.lit}`) ?? [])
          marked.classList.remove(styles.lit ?? '');
        if (key === null) return;
        box.current?.querySelector(`[data-row-key="${CSS.escape(key)}"]`)?.classList.add(styles.lit ?? '');
      }),
    [lit],
  );
  useEffect(() => {
    const table = box.current;
    table?.addEventListener('keydown', walkFigures);
    return () => table?.removeEventListener('keydown', walkFigures);
  }, []);
  const enter = useCallback((key: string | null) => lit.set(key), [lit]);

  const nameSizes = names.map(({ width }) => width);
  const width = [...nameSizes, ...sizes].reduce((sum, size) => sum + size, 0);
  const left = nameSizes.slice(0, pinned).reduce((sum, size) => sum + size, 0);
  const span = names.length + columns.length;
  const place: CSSProperties = {
    '--row-height': `${rowHeight}px`,
    ...(paper
      ? paperZoom(paper.widest)
      : { maxHeight: `max(${LEAST_HEIGHT}px, calc(100vh - ${props.above + below}px))` }),
    // What takes the focus is scrolled out from under the columns that stay.
    scrollPaddingInlineStart: left,
  };
  return (
    <div
      ref={box}
      className={`${styles.box} ${styles[density]} ${stale ? styles.stale : ''}`}
      style={place}
      data-scroll-box
    >
      <table
        className={styles.table}
        style={paper?.whole === false ? { width } : { minWidth: width }}
        aria-label={label}
        aria-busy={stale || !rows}
        aria-rowcount={count + 2}
      >
        <colgroup>
          {names.map(({ key, width: size }) => (
            <col key={key} style={{ width: size }} />
          ))}
          {columns.map(({ key }, index) => (
            <col key={key} style={{ width: sizes[index] }} />
          ))}
        </colgroup>
        <thead className={styles.head}>
          <ColumnHeaders {...props} />
          <TotalRow
            names={names}
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
              shown={row}
              names={names}
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
                names={names}
                pinned={pinned}
                columns={columns}
                label={index === 0 ? t('common.loading') : undefined}
              />
            ))}
        </tbody>
      </table>
    </div>
  );
}

/** As high as the rows that are not drawn. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true" style={{ height }}>
      <td colSpan={span} className={styles.gap} />
    </tr>
  );
}
