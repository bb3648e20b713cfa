import { Table, type TableColumnsType } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useElementHeight } from '../../../../kit/use-element-height';
import { compareCells, formatCell, type ResultColumn } from './columns';
import type { FlatRecord, RecordList } from './records';
import styles from '../explorer.module.css';

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
  const [box, height] = useElementHeight();
  const rows = useMemo(() => list.rows.map((row, key): Numbered => ({ key, row })), [list]);
  const drawn = useMemo(
    (): TableColumnsType<Numbered> =>
      columns.map((column) => {
        const { path, label, unit } = column;
        const cell = (row: FlatRecord): string => formatCell(row[path], column, t('logs.yes'), t('logs.no'));
        const longest = Math.max(
          widthOf(label),
          widthOf(path) * 0.9,
          ...list.rows.slice(0, MEASURED).map((row) => widthOf(cell(row))),
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
          // antd negates the result for descending order.
          sorter: (a, b, order) => compareCells(a.row[path], b.row[path], order === 'descend'),
          showSorterTooltip: false,
          render: (_: unknown, { row }: Numbered) => cell(row),
        };
      }),
    [columns, list, t],
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
          columns={drawn}
          dataSource={rows}
          pagination={false}
          scroll={{ x: width, y: height - HEADER }}
          locale={{ emptyText: t('explorer.result.noRows') }}
        />
      )}
    </div>
  );
}
