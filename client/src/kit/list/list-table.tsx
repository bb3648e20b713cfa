import { Table, type TableColumnsType, Dropdown } from 'antd';
import {
  useEffect,
  useRef,
  type ComponentProps,
  type RefObject,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFrameTop } from '../../preferences/use-frame-top';
import { isPlainClick } from '../plain-click';
import { minZoom, paperZoom, usePrinting } from '../use-window';
import type { FieldTexts } from '../use-field-texts';
import styles from './list-table.module.css';
import { actionCount, RowActions, type RowHandlers } from './row-actions';
import type { ListColumn, ListRow } from './list-source';
import type { ColumnControls } from '../columns/use-columns';
import type { ListControls } from './use-list-state';
import { EllipsisOutlined } from '@ant-design/icons';
import { moveColumn, toggleHidden, togglePin } from '../columns/column-choice';

interface HeaderMenuProps<Row> {
  column: ListColumn<Row>;
  title: string;
  controls: ColumnControls<ListColumn<Row>>;
}

/** Clicks and Enter in the menu bubble to the header through React's tree and must not sort. */
const keepClick = (event: MouseEvent): void => event.stopPropagation();
const keepEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.stopPropagation();
};

/**
 * Column title with a menu that hides, moves or pins the column. The menu is at the far end: clicks on the
 * middle of a header sort.
 */
function HeaderMenu<Row>({ column, title, controls }: HeaderMenuProps<Row>) {
  const { t } = useTranslation();
  const { choice, change } = controls;
  const pinned = choice.pinned.includes(column.key);
  return (
    <span className={`ic-row ic-between ${styles.header} ${column.align === 'right' ? styles.right : ''}`}>
      {title}
      <span role="presentation" onClick={keepClick} onKeyDown={keepEnter}>
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              {
                key: 'left',
                label: t('list.moveLeft'),
                onClick: () => change(moveColumn(choice, column.key, -1)),
              },
              {
                key: 'right',
                label: t('list.moveRight'),
                onClick: () => change(moveColumn(choice, column.key, 1)),
              },
              {
                key: 'pin',
                label: t(pinned ? 'list.unpinColumn' : 'list.pinColumn'),
                onClick: () => change(togglePin(choice, column.key)),
              },
              ...(column.names
                ? []
                : [
                    { type: 'divider' as const },
                    {
                      key: 'hide',
                      label: t('report.hideColumn', { column: title }),
                      onClick: () => change(toggleHidden(choice, column.key)),
                    },
                  ]),
            ],
          }}
        >
          <button
            type="button"
            data-screen-only
            className="ic-plain-button ic-muted ic-header-menu"
            aria-label={t('report.columnMenu', { column: title })}
          >
            <EllipsisOutlined />
          </button>
        </Dropdown>
      </span>
    </span>
  );
}

const CELL = '.ant-table-cell';
const PINNED = '.ant-table-cell-fix';
const SCROLL_BOXES = '.ant-table-header, .ant-table-body';

/**
 * Returns how many pixels to scroll for the target to be clear of the covers on both sides; its start takes
 * precedence.
 */
function scrollDistance(target: DOMRect, box: DOMRect, covers: readonly DOMRect[]): number {
  const middle = (box.left + box.right) / 2;
  const left = Math.max(box.left, ...covers.filter((one) => one.left < middle).map((one) => one.right));
  const right = Math.min(box.right, ...covers.filter((one) => one.left >= middle).map((one) => one.left));
  const past = Math.max(0, target.right - right);
  return target.left - past < left ? target.left - left : past;
}

/**
 * Scrolls focused cells out from under the pinned columns. CSS scroll padding doesn't help: the browser
 * scrolls header or body separately and antd syncs the other. Pointer focus is ignored, because the pressed
 * element must not move.
 */
function useScrollFromUnderPinned(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const at = place.current;
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || !target.matches(':focus-visible')) return;
      const cell = target.closest(CELL);
      const box = at?.querySelector('.ant-table-body')?.getBoundingClientRect();
      if (!box || !cell?.parentElement || cell.matches(PINNED)) return;
      const covers = [...cell.parentElement.children]
        .filter((one) => one.matches(PINNED))
        .map((one) => one.getBoundingClientRect());
      const left = scrollDistance(target.getBoundingClientRect(), box, covers);
      if (left === 0) return;
      for (const one of at?.querySelectorAll(SCROLL_BOXES) ?? []) one.scrollBy({ left, behavior: 'instant' });
    };
    at?.addEventListener('focusin', onFocus);
    return () => at?.removeEventListener('focusin', onFocus);
  }, [place]);
}

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
  /** Chosen rows; undefined if rows can't be chosen. */
  chosen?: { ids: ReadonlySet<Row['id']>; set: (ids: Set<Row['id']>) => void } | undefined;
  loading: boolean;
  /** Height in pixels of the sticky area above the table. */
  offsetTop: number;
  /** Newly arrived rows. */
  fresh?: ReadonlySet<string | number> | undefined;
}

/** Rows of a list as a table with sticky header and pinned columns. */
export function ListTable<Row extends ListRow>(props: ListViewProps<Row>) {
  const { rows, controls, nameOf, loading, offsetTop, fresh } = props;
  // Printing omits row actions and uses a single table whose header repeats on each page.
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
  useScrollFromUnderPinned(place);
  // antd draws hidden headers a second time to measure widths; their buttons must not receive focus.
  useEffect(() => {
    place.current?.querySelector('.ant-table-measure-row')?.setAttribute('inert', '');
  });
  const width = tableColumns.reduce(
    (sum, column) => sum + Number(column.width ?? 0),
    chosen ? SELECTION_WIDTH : 0,
  );
  const paper = paperZoom(props.columns.visible.reduce((sum, column) => sum + column.width, 0));
  return (
    // A wide list is never printed below a readable size; its cells wrap instead.
    <div
      ref={place}
      className={`ic-figures ${styles.place}`}
      style={printing ? { zoom: Math.max(minZoom, paper.zoom) } : undefined}
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

/** Header cell named by its content. antd gives sortable headers with non-text titles an empty name. */
function NamedHeaderCell({ 'aria-label': name, ...rest }: ComponentProps<'th'>) {
  return <th {...rest} aria-label={name || undefined} />;
}

const PARTS = { header: { cell: NamedHeaderCell } };

/** Returns the antd columns of a list; the last holds the row actions. */
function antdColumns<Row extends ListRow>(
  { columns, controls, texts, handlers, nameOf }: ListViewProps<Row>,
  actionsTitle: string,
  ellipsis: boolean,
): TableColumnsType<Row> {
  const { sort } = controls.state;
  const dataColumns = columns.visible.map((column: ListColumn<Row>): TableColumnsType<Row>[number] => {
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
  if (count === 0) return dataColumns;
  return [
    ...dataColumns,
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

/** Name of a row, which opens it: a link if the row has its own page. */
export function NameCell<Row>({ row, column, handlers: { open, href } }: NameCellProps<Row>) {
  if (!open) return <>{column.render(row)}</>;
  if (!href) {
    return (
      <button
        type="button"
        className={`ic-max-wide ic-plain-button ic-ellipsis ic-primary ic-medium ic-start ${styles.name}`}
        onClick={() => open(row)}
      >
        {column.render(row)}
      </button>
    );
  }
  return (
    <Link
      to={href(row)}
      className={`ic-max-wide ic-plain-button ic-ellipsis ic-primary ic-medium ic-start ${styles.name}`}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        open(row);
      }}
    >
      {column.render(row)}
    </Link>
  );
}
