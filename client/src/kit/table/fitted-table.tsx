import { useMemo, useRef, type ReactNode } from 'react';
import { useFittedColumns } from './column-rail';

interface FittedTableProps {
  label: string;
  className: string | undefined;
  /** Pixel width of the first column, which stays in sight, and least width of the others. */
  name: number;
  others: number;
  /** Number of columns after the first. */
  count: number;
  busy?: boolean;
  /** Head, body and foot of the table. */
  children: ReactNode;
}

/** Table of names and numbers. A table wider than its box scrolls by whole columns. */
export function FittedTable({ label, className, name, others, count, busy, children }: FittedTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const wanted = useMemo(
    () => ({ pinned: [name], columns: Array<number>(count).fill(others) }),
    [name, others, count],
  );
  const { pinned, columns, width, padding, inner, rail } = useFittedColumns(box, wanted);
  return (
    <div
      ref={box}
      className="ic-relative ic-scroll-x"
      style={padding}
      // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
      tabIndex={rail ? 0 : undefined}
    >
      <div className="ic-relative" style={inner}>
        <table
          className={`ic-table ic-table-end ic-table-fitted ${className ?? ''}`}
          style={{ minWidth: width }}
          aria-label={label}
          aria-busy={busy}
        >
          <colgroup>
            {[...pinned, ...columns].map((one, index) => (
              <col key={index} style={{ width: one }} />
            ))}
          </colgroup>
          {children}
        </table>
        {rail}
      </div>
    </div>
  );
}
