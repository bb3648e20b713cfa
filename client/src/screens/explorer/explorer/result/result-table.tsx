import { Table, type TableColumnsType } from 'antd';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCell, sortedRows, type ResultColumn } from './columns';
import type { FlatRecord, RecordList } from './records';
import styles from './result.module.css';

const NARROWEST = 96;
const WIDEST = 280;
/** Pixels per character, and of the padding including the sort arrows. */
const CHARACTER = 7.5;
const PADDING = 50;
/** Number of rows used to measure column widths. */
const MEASURED = 50;
/** Pixels of the header and the bar below. */
const HEADER = 58;

interface Numbered {
  readonly key: number;
  readonly row: FlatRecord;
}

/** Returns the width of a text in characters. Japanese and Chinese ones count twice. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character > '⺀' ? 2 : 1), 0);

/** Virtualised table of a list. */
export function ResultTable({ list, columns }: { list: RecordList; columns: readonly ResultColumn[] }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  const [sort, setSort] = useState<{ path: string; ascending: boolean }>();
  useLayoutEffect(() => {
    const place = box.current;
    if (!place) return undefined;
    const observer = new ResizeObserver(() => setHeight(place.clientHeight));
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  const rows = useMemo(
    () =>
      (sort ? sortedRows(list.rows, sort.path, sort.ascending) : list.rows).map((row, key): Numbered => ({
        key,
        row,
      })),
    [list, sort],
  );
  const [yes, no] = [t('logs.yes'), t('logs.no')];
  const drawn = useMemo(
    (): TableColumnsType<Numbered> =>
      columns.map((column) => {
        const { path, label, unit } = column;
        const longest = Math.max(
          widthOf(label),
          widthOf(path) * 0.9,
          ...list.rows.slice(0, MEASURED).map((row) => widthOf(formatCell(row[path], column, yes, no))),
        );
        return {
          key: path,
          width: Math.min(WIDEST, Math.max(NARROWEST, Math.ceil(longest * CHARACTER) + PADDING)),
          align: unit === null ? 'left' : 'right',
          ellipsis: true,
          title: (
            <span className={styles.heading} title={`${label}\n${path}`}>
              <b>{label}</b>
              {label !== path && <code>{path}</code>}
            </span>
          ),
          sorter: true,
          showSorterTooltip: false,
          sortOrder: sort?.path === path ? (sort.ascending ? 'ascend' : 'descend') : null,
          render: (_: unknown, { row }: Numbered) => formatCell(row[path], column, yes, no),
        };
      }),
    [columns, list, sort, yes, no],
  );
  const width = drawn.reduce((sum, column) => sum + Number(column.width), 0);
  return (
    <div
      ref={box}
      className={styles.table}
      role="region"
      aria-label={t('explorer.result.tableOf', { path: list.path })}
    >
      {height > 0 && (
        <Table<Numbered>
          virtual
          size="small"
          rowKey="key"
          columns={drawn}
          dataSource={rows}
          pagination={false}
          scroll={{ x: width, y: height - HEADER }}
          locale={{ emptyText: t('explorer.result.noRows') }}
          onChange={(_pagination, _filters, sorter) => {
            const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
            if (typeof columnKey === 'string')
              setSort(order ? { path: columnKey, ascending: order === 'ascend' } : undefined);
          }}
        />
      )}
    </div>
  );
}
