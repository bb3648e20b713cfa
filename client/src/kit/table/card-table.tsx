import { DeleteOutlined } from '@ant-design/icons';
import { Button, Table, type TableColumnType, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { useNarrow } from '../use-window';

/** Column of a table whose rows become cards in narrow windows. */
export interface CardColumn<Row> extends Pick<
  TableColumnType<Row>,
  'width' | 'align' | 'ellipsis' | 'fixed'
> {
  readonly key: string;
  readonly title: string;
  readonly render: (row: Row) => ReactNode;
  /** Part in a card: a column beside it, or none. */
  readonly card?: 'apart' | 'none';
}

interface CardTableProps<Row> extends Pick<
  TableProps<Row>,
  'expandable' | 'pagination' | 'rowKey' | 'tableLayout'
> {
  rows: readonly Row[];
  columns: ReadonlyArray<CardColumn<Row>>;
  /** Title of the cards. */
  cardTitle: string;
  /** Width below which the table scrolls. */
  minWidth?: number;
  /** Deletes a row; absent: no row can be deleted. */
  remove?: { readonly label: (row: Row) => string; readonly run: (row: Row) => void } | false;
}

const PAGES = { pageSize: 50, hideOnSinglePage: true, showSizeChanger: false } as const;
/** Cells of columns up to this width share a line of a card. */
const SHORT = 120;

/** Cells of a row below each other; numbers have their titles. */
function Card<Row>({ row, columns }: { row: Row; columns: ReadonlyArray<CardColumn<Row>> }) {
  return (
    <div className="ic-flex ic-wrap ic-gap-4-12 ic-break">
      {columns.map(({ key, title, width, align, render }) => {
        const content = render(row);
        const isNumber = align === 'right';
        return content == null || content === '' ? null : (
          <div key={key} className={isNumber ? 'ic-figures' : Number(width) <= SHORT ? '' : 'ic-wide'}>
            {isNumber && <span className="ic-hint">{title} </span>}
            {content}
          </div>
        );
      })}
    </div>
  );
}

/** Small table; in narrow windows each row is a card. */
export function CardTable<Row extends object>(props: CardTableProps<Row>) {
  const { rows, columns, cardTitle, minWidth, remove, pagination, ...table } = props;
  const narrow = useNarrow();
  const inCard = columns.filter(({ card }) => card === undefined);
  const visible: ReadonlyArray<CardColumn<Row>> = narrow
    ? [
        ...columns.filter(({ card }) => card === 'apart').map((column) => ({ ...column, width: 48 })),
        { key: 'card', title: cardTitle, render: (row) => <Card row={row} columns={inCard} /> },
      ]
    : columns;
  const removal: CardColumn<Row> | false | undefined = remove && {
    key: 'delete',
    title: '',
    width: 56,
    render: (row) => (
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={remove.label(row)}
        onClick={() => remove.run(row)}
      />
    ),
  };
  return (
    <Table<Row>
      {...table}
      size="small"
      dataSource={[...rows]}
      pagination={{ ...PAGES, ...pagination }}
      {...(narrow || minWidth === undefined ? {} : { scroll: { x: minWidth } })}
      columns={[...visible, ...(removal ? [removal] : [])].map(({ card: _, render, ...column }) => ({
        ...column,
        onCell: () => ({ style: { verticalAlign: 'top' } }),
        render: (_value: unknown, row: Row) => render(row),
      }))}
    />
  );
}
