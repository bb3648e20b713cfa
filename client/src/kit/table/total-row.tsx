import { Placeholder } from '../placeholder';
import type { NameColumn } from './data-row';
import styles from './data-table.module.css';
import { isCompared, restsOnFew, type MetricColumn, type MetricLinkOf } from './measure-column';
import { NumberCell } from './number-cell';
import { pinnedClass } from './row';

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
