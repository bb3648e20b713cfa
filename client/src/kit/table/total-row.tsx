import { Placeholder } from '../placeholder';
import type { NameColumn } from './data-row';
import styles from './data-table.module.css';
import { isCompared, restsOnFew, type FigureColumn } from './figure-column';
import { NumberCell } from './number-cell';
import { pinnedClass } from './row';

export interface TotalRowProps<R> {
  names: readonly NameColumn<R>[];
  pinned: number;
  columns: readonly FigureColumn<R>[];
  total: R | undefined;
  previousTotal: R | undefined;
  compared: boolean;
  title: string;
}

/** The total of all rows, below the header. */
export function TotalRow<R>({ names, pinned, columns, total, previousTotal, compared, title }: TotalRowProps<R>) {
  return (
    <tr className={styles.total}>
      <th scope="row" colSpan={pinned} className={pinnedClass(pinned - 1, pinned)} style={{ left: 0 }}>
        <span className={styles.totalName}>{title}</span>
      </th>
      {names.slice(pinned).map(({ key }) => (
        <td key={key} />
      ))}
      {columns.map((column) => (
        <td key={column.key}>
          {total === undefined ? (
            <Placeholder width={48} height={12} />
          ) : (
            <NumberCell
              value={column.value(total)}
              previous={compared && isCompared(column) ? previousTotal && column.value(previousTotal) : undefined}
              unit={column.unit}
              decimals={column.decimals}
              direction={column.direction}
              few={restsOnFew(column, previousTotal)}
              signed={column.signed}
              unitInHeader
            />
          )}
        </td>
      ))}
    </tr>
  );
}
