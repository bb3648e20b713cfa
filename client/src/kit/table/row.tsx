import { memo, type CSSProperties } from 'react';
import { Placeholder } from '../loading';
import type { DataRow, NameColumn } from './data-row';
import styles from './data-table.module.css';
import { isCompared, restsOnFew, type MetricColumn, type MetricLinkOf } from './measure-column';
import { NumberCell } from './number-cell';

interface Shape<R, C extends MetricColumn<R> = MetricColumn<R>> {
  names: readonly NameColumn<R>[];
  pinned: number;
  columns: readonly C[];
}

/** Offset of a pinned column: the widths of those before it. */
export const pinnedStyle = <R,>(names: readonly NameColumn<R>[], index: number): CSSProperties => ({
  insetInlineStart: names.slice(0, index).reduce((sum, { width }) => sum + width, 0),
});

export const pinnedClass = (index: number, pinned: number): string =>
  index >= pinned ? '' : `${styles.pinned} ${index === pinned - 1 ? styles.lastPinned : ''}`;

interface RowProps<R, C extends MetricColumn<R>> extends Shape<R, C> {
  dataRow: DataRow<R>;
  compared: boolean;
  onEnter: (key: string | null) => void;
  onOpen?: ((row: DataRow<R>) => void) | undefined;
  opens?: MetricLinkOf<R, C> | undefined;
  opensEarlier?: MetricLinkOf<R, C> | undefined;
}

/** Table row. A click opens it unless it ended a text selection or followed a link. */
// eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- `memo` drops the type parameter of a component
export const Row = memo(function Row<R, C extends MetricColumn<R>>({
  dataRow,
  names,
  pinned,
  columns,
  compared,
  onEnter,
  onOpen,
  opens,
  opensEarlier,
}: RowProps<R, C>) {
  const { row, previous } = dataRow;
  return (
    <tr
      data-row-key={dataRow.key}
      className={onOpen ? 'ic-pointer' : undefined}
      onMouseEnter={() => onEnter(dataRow.key)}
      onMouseLeave={() => onEnter(null)}
      {...(onOpen
        ? {
            onClick: (event) => {
              if (!event.defaultPrevented && !window.getSelection()?.toString()) onOpen(dataRow);
            },
          }
        : {})}
    >
      {names.map((name, index) => (
        <th
          key={name.key}
          scope="row"
          className={pinnedClass(index, pinned)}
          style={pinnedStyle(names, index)}
        >
          {name.render(dataRow)}
        </th>
      ))}
      {columns.map((column) => (
        <td key={column.key} data-column={column.key}>
          <NumberCell
            value={(column.displayed ?? column.value)(row)}
            to={opens?.(row, column)}
            toPrevious={previous ? opensEarlier?.(previous, column) : undefined}
            previous={
              previous === undefined || !compared || !isCompared(column)
                ? undefined
                : previous && (column.displayed ?? column.value)(previous)
            }
            unit={column.unit}
            decimals={column.decimals}
            direction={column.direction}
            few={restsOnFew(column, previous)}
            signed={column.signed}
            mark={column.mark?.(row)}
            unitInHeader
          />
        </td>
      ))}
    </tr>
  );
}) as <R, C extends MetricColumn<R>>(props: RowProps<R, C>) => React.ReactElement;

/** Placeholder of a loading row. */
export function PlaceholderRow<R>({
  names,
  pinned,
  columns,
  label,
}: Shape<R> & { label: string | undefined }) {
  return (
    <tr {...(label ? { 'aria-label': label } : { 'aria-hidden': true })}>
      {names.map((name, index) => (
        <th
          key={name.key}
          scope="row"
          className={pinnedClass(index, pinned)}
          style={pinnedStyle(names, index)}
        >
          <Placeholder width={120} height={12} />
        </th>
      ))}
      {columns.map(({ key }) => (
        <td key={key}>
          <Placeholder width={48} height={12} />
        </td>
      ))}
    </tr>
  );
}
