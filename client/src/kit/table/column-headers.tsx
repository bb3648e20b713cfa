import type { NameColumn } from './data-row';
import styles from './data-table.module.css';
import { type MetricColumn, type Sort, isCompared, restsOnFew, type MetricLinkOf } from './measure-column';
import { HeaderCell } from './header-cell';
import { pinnedClass, pinnedStyle } from './row';
import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons';
import { Placeholder } from '../loading';
import { NumberCell } from './number-cell';

interface NameSortProps {
  title: string;
  /** Whether rows ascend by it; undefined if another column sorts them. */
  sorted: boolean | undefined;
  onSort: (ascending: boolean) => void;
}

/** Header of a sortable name column: the first press sorts, the next reverses the order. */
function NameSort({ title, sorted, onSort }: NameSortProps) {
  return (
    <button
      type="button"
      className={`ic-inline-row ic-gap-4 ic-pointer ic-nowrap ${styles.sort}`}
      onClick={() => onSort(sorted !== true)}
    >
      {title}
      <span className={styles.order} aria-hidden="true">
        {sorted === undefined ? null : sorted ? <CaretUpFilled /> : <CaretDownFilled />}
      </span>
    </button>
  );
}

export interface ColumnHeadersProps<R> {
  names: readonly NameColumn<R>[];
  pinned: number;
  columns: readonly MetricColumn<R>[];
  sizes: readonly number[];
  total?: R | undefined;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onHide: (key: string) => void;
  onResize: (key: string, width: number) => void;
}

const ARIA_SORT = { true: 'ascending', false: 'descending' } as const;

/** Headers of all columns, below their band headers. */
export function ColumnHeaders<R>({
  names,
  pinned,
  columns,
  sizes,
  total,
  sort,
  onSort,
  onHide,
  onResize,
}: ColumnHeadersProps<R>) {
  const bands = neighbours(columns);
  // A single band over all columns would repeat the tab above.
  const banded = bands.length > 1;
  return (
    <>
      {banded && (
        <tr className={styles.bands}>
          <td
            colSpan={names.length}
            className={pinnedClass(pinned - 1, pinned)}
            style={{ insetInlineStart: 0 }}
          />
          {bands.map(({ band, from, columns: count }) =>
            band === undefined ? (
              <td key={from} colSpan={count} />
            ) : (
              <th key={from} scope="colgroup" colSpan={count}>
                {band}
              </th>
            ),
          )}
        </tr>
      )}
      <tr className={styles.headers}>
        {names.map(({ key, title, sortable }, index) => {
          const sorted = sortable && sort.key === key ? sort.ascending : undefined;
          return (
            <th
              key={key}
              scope="col"
              className={`${styles.nameHeader} ${pinnedClass(index, pinned)}`}
              style={index < pinned ? pinnedStyle(names, index) : undefined}
              aria-sort={sorted === undefined ? undefined : ARIA_SORT[`${sorted}`]}
            >
              {sortable ? (
                <NameSort title={title} sorted={sorted} onSort={(ascending) => onSort({ key, ascending })} />
              ) : (
                title
              )}
            </th>
          );
        })}
        {columns.map((column, index) => {
          const sorted = sort.key === column.key ? sort.ascending : undefined;
          return (
            <th
              key={column.key}
              scope="col"
              aria-sort={sorted === undefined ? undefined : ARIA_SORT[`${sorted}`]}
            >
              <HeaderCell
                column={column}
                numbers={total === undefined ? undefined : column.numbers?.(total)}
                sorted={sorted}
                onSort={(ascending) => onSort({ key: column.key, ascending })}
                onHide={columns.length > 1 ? () => onHide(column.key) : undefined}
                width={sizes[index] ?? 0}
                onResize={(width) => onResize(column.key, width)}
              />
            </th>
          );
        })}
      </tr>
    </>
  );
}

/** Groups neighbouring columns of the same band. */
function neighbours<R>(
  columns: readonly MetricColumn<R>[],
): { band: string | undefined; from: number; columns: number }[] {
  const result: { band: string | undefined; from: number; columns: number }[] = [];
  columns.forEach(({ band }, from) => {
    const last = result.at(-1);
    if (last && last.band === band) last.columns += 1;
    else result.push({ band, from, columns: 1 });
  });
  return result;
}

export interface TotalRowProps<R, C extends MetricColumn<R>> {
  names: readonly NameColumn<R>[];
  pinned: number;
  columns: readonly C[];
  total: R | undefined;
  previousTotal: R | undefined;
  compared: boolean;
  title: string;
  opens?: MetricLinkOf<R, C> | undefined;
  opensEarlier?: MetricLinkOf<R, C> | undefined;
}

/** Total of all rows, below the header. */
export function TotalRow<R, C extends MetricColumn<R>>({
  names,
  pinned,
  columns,
  total,
  previousTotal,
  compared,
  title,
  opens,
  opensEarlier,
}: TotalRowProps<R, C>) {
  return (
    <tr className={styles.total}>
      <th
        scope="row"
        colSpan={pinned}
        className={pinnedClass(pinned - 1, pinned)}
        style={{ insetInlineStart: 0 }}
      >
        <span className="ic-block ic-ellipsis">{title}</span>
      </th>
      {names.slice(pinned).map(({ key }) => (
        <td key={key} />
      ))}
      {columns.map((column) => (
        <td key={column.key} data-column={column.key}>
          {total === undefined ? (
            <Placeholder width={48} height={12} />
          ) : (
            <NumberCell
              value={column.value(total)}
              to={opens?.(total, column)}
              toPrevious={previousTotal && opensEarlier?.(previousTotal, column)}
              previous={
                compared && isCompared(column) ? previousTotal && column.value(previousTotal) : undefined
              }
              unit={column.unit}
              decimals={column.decimals}
              direction={column.direction}
              few={restsOnFew(column, previousTotal)}
              signed={column.signed}
              mark={column.mark?.(total)}
              unitInHeader
            />
          )}
        </td>
      ))}
    </tr>
  );
}
