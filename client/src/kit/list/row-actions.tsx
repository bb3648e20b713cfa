import { DeleteOutlined, EditOutlined, EyeOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface RowAction<Row> {
  key: string;
  label: string;
  icon: ReactNode;
  danger?: boolean;
  run: (row: Row) => void;
  /** Whether this row has it; yes unless said. */
  when?: (row: Row) => boolean;
}

/** What can be done with a row: details, edit, delete. Absent functions are absent actions. */
export interface RowHandlers<Row> {
  open?: ((row: Row) => void) | undefined;
  edit?: ((row: Row) => void) | undefined;
  remove?: ((row: Row) => void) | undefined;
  more?: readonly RowAction<Row>[] | undefined;
}

export const actionCount = <Row,>({ open, edit, remove, more = [] }: RowHandlers<Row>): number =>
  [open, edit, remove].filter(Boolean).length + more.length;

/** The actions of one row; each names the row for those who listen. */
export function RowActions<Row>({ row, name, handlers }: { row: Row; name: string; handlers: RowHandlers<Row> }) {
  const { t } = useTranslation();
  const { open, edit, remove, more = [] } = handlers;
  const actions: RowAction<Row>[] = [
    ...(open ? [{ key: 'open', label: t('list.details'), icon: <EyeOutlined />, run: open }] : []),
    ...(edit ? [{ key: 'edit', label: t('list.edit'), icon: <EditOutlined />, run: edit }] : []),
    ...more,
    ...(remove ? [{ key: 'remove', label: t('common.delete'), icon: <DeleteOutlined />, danger: true, run: remove }] : []),
  ];
  return (
    <span style={{ display: 'inline-flex', gap: 2 }}>
      {actions
        .filter(({ when }) => !when || when(row))
        .map(({ key, label, icon, danger = false, run }) => (
          <Tooltip key={key} title={label}>
            <Button
              type="text"
              size="small"
              icon={icon}
              danger={danger}
              aria-label={t('list.actionOn', { action: label, name })}
              onClick={(event) => {
                event.stopPropagation();
                run(row);
              }}
            />
          </Tooltip>
        ))}
    </span>
  );
}
