import { Table, type TableColumnsType } from 'antd';
import { useEffect, useRef, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFrameTop } from '../../preferences/use-frame-top';
import { isPlain } from '../plain-click';
import { leastZoom, paperZoom, usePrinting } from '../use-printing';
import type { FieldTexts } from '../use-field-texts';
import { HeaderMenu } from './header-menu';
import styles from './list-table.module.css';
import { actionCount, RowActions, type RowHandlers } from './row-actions';
import type { ListColumn, ListRow } from './types';
import type { ColumnControls } from '../columns/use-columns';
import type { ListControls } from './use-list-state';
import { useUncovered } from './use-uncovered';

const ACTION_WIDTH = 34;
const ACTION_PADDING = 28;
const SELECTION_WIDTH = 44;

export interface ListViewProps<Row extends ListRow> {
  rows: readonly Row[];
  columns: ColumnControls<ListColumn<Row>>;
  controls: ListControls;
  texts: FieldTexts;
  handlers: RowHandlers<Row>;
  nameOf: (row: Row) => string;
  /** Chosen rows; without it rows can't be chosen. */
  chosen?: { ids: ReadonlySet<Row['id']>; set: (ids: Set<Row['id']>) => void } | undefined;
  loading: boolean;
  /** Pixels above the table that stay in sight. */
  offsetTop: number;
  /** Rows that came in just now. */
  fresh?: ReadonlySet<string | number> | undefined;
}

/** The rows of a list as a table: header and pinned columns stay in sight. */
export function ListTable<Row extends ListRow>(props: ListViewProps<Row>) {
  const { rows, controls, nameOf, loading, offsetTop, fresh } = props;
  // Paper has no use for what is done with rows, and repeats the head of one whole table.
  const printing = usePrinting();
  const chosen = printing ? undefined : props.chosen;
  const { t } = useTranslation();
  const top = useFrameTop();
  const tableColumns = antdColumns(
    printing ? { ...props, handlers: {} } : props,
    t('list.actions'),
    !printing,
  );
  const place = useRef<HTMLDivElement>(null);
  useUncovered(place);
  // antd draws the headers a second time, unseen, to measure widths; their buttons must not take the focus.
  useEffect(() => {
    place.current?.querySelector('.ant-table-measure-row')?.setAttribute('inert', '');
  });
  const width = tableColumns.reduce(
    (sum, column) => sum + Number(column.width ?? 0),
    chosen ? SELECTION_WIDTH : 0,
  );
  const paper = paperZoom(props.columns.shown.reduce((sum, column) => sum + column.width, 0));
  return (
    // A list of many columns is printed no smaller than can be read: its words take more lines instead.
    <div
      ref={place}
      className={styles.place}
      style={printing ? { zoom: Math.max(leastZoom, paper.zoom) } : undefined}
    >
      <Table<Row>
        size="small"
        rowKey="id"
        dataSource={[...rows]}
        columns={tableColumns}
        loading={{ spinning: loading, delay: 250 }}
        pagination={false}
        {...(printing ? {} : { scroll: { x: width }, sticky: { offsetHeader: top + offsetTop } })}
        tableLayout={printing ? 'auto' : 'fixed'}
        components={PARTS}
        rowClassName={({ id }) => (fresh?.has(id) ? (styles.fresh ?? '') : '')}
        {...(chosen
          ? {
              rowSelection: {
                columnWidth: SELECTION_WIDTH,
                fixed: true,
                selectedRowKeys: [...chosen.ids],
                onChange: (keys: React.Key[]) =>
                  chosen.set(new Set(rows.map(({ id }) => id).filter((id) => keys.includes(id)))),
                getTitleCheckboxProps: () => ({ 'aria-label': t('list.choosePage', { count: rows.length }) }),
                getCheckboxProps: (row: Row) => ({ 'aria-label': t('list.choose', { name: nameOf(row) }) }),
              },
            }
          : {})}
        onChange={(_pagination, _filters, sorter) => {
          const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
          if (typeof columnKey === 'string')
            controls.setSort(order ? { key: columnKey, ascending: order === 'ascend' } : undefined);
        }}
      />
    </div>
  );
}

/** A heading with the words that stand in it: antd gives one that orders an empty name, since its title is no mere text. */
function HeaderCell({ 'aria-label': name, ...rest }: ComponentProps<'th'>) {
  return <th {...rest} aria-label={name || undefined} />;
}

const PARTS = { header: { cell: HeaderCell } };

/** A list's columns as antd has them; the last holds what can be done with a row. */
function antdColumns<Row extends ListRow>(
  { columns, controls, texts, handlers, nameOf }: ListViewProps<Row>,
  actionsTitle: string,
  ellipsis: boolean,
): TableColumnsType<Row> {
  const { sort } = controls.state;
  const shown = columns.shown.map((column: ListColumn<Row>): TableColumnsType<Row>[number] => {
    const { key, label = key, width: columnWidth, align = 'left', sortable = true, names } = column;
    return {
      key,
      ...(ellipsis ? { width: columnWidth } : {}),
      align,
      ellipsis,
      ...(columns.choice.pinned.includes(key) ? { fixed: 'start' as const } : {}),
      ...(names ? { rowScope: 'row' as const } : {}),
      title: <HeaderMenu column={column} title={texts.label(label)} controls={columns} />,
      ...(sortable
        ? {
            sorter: true,
            showSorterTooltip: false,
            sortOrder:
              sort?.key === key ? (sort.ascending ? ('ascend' as const) : ('descend' as const)) : null,
          }
        : {}),
      render: (_: unknown, row: Row) =>
        names ? <NameCell row={row} column={column} handlers={handlers} /> : column.render(row),
    };
  });
  const count = actionCount(handlers);
  if (count === 0) return shown;
  return [
    ...shown,
    {
      key: 'actions',
      title: actionsTitle,
      width: Math.max(72, count * ACTION_WIDTH + ACTION_PADDING),
      fixed: 'end' as const,
      render: (_: unknown, row: Row) => <RowActions row={row} name={nameOf(row)} handlers={handlers} />,
    },
  ];
}

interface NameCellProps<Row> {
  row: Row;
  column: ListColumn<Row>;
  handlers: RowHandlers<Row>;
}

/** The name of a row, which opens it: a link where the row has a page of its own. */
export function NameCell<Row>({ row, column, handlers: { open, href } }: NameCellProps<Row>) {
  if (!open) return <>{column.render(row)}</>;
  if (!href) {
    return (
      <button type="button" className={styles.name} onClick={() => open(row)}>
        {column.render(row)}
      </button>
    );
  }
  return (
    <Link
      to={href(row)}
      className={styles.name}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        open(row);
      }}
    >
      {column.render(row)}
    </Link>
  );
}
