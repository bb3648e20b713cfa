import { DeleteOutlined, EditOutlined, EyeOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import styles from './list-table.module.css';

export interface RowAction<Row> {
  key: string;
  label: (t: TFunction) => string;
  icon: ReactNode;
  /** The page that it leads to. */
  to: (row: Row) => string;
  /** Whether this row has the action; defaults to yes. */
  when?: (row: Row) => boolean;
}

interface DrawnAction<Row> {
  key: string;
  label: string;
  icon: ReactNode;
  danger?: boolean;
  run: (row: Row) => void;
}

/** Row actions: details, edit, delete. An undefined function hides its action. */
export interface RowHandlers<Row> {
  open?: ((row: Row) => void) | undefined;
  /** Page of a row; turns its name into a link. */
  href?: ((row: Row) => string) | undefined;
  edit?: ((row: Row) => void) | undefined;
  /** Whether this row can be edited and deleted; defaults to yes. */
  mayChange?: ((row: Row) => boolean) | undefined;
  /** Whether it can be deleted, if that differs. */
  mayRemove?: ((row: Row) => boolean) | undefined;
  remove?: ((row: Row) => void) | undefined;
  more?: readonly RowAction<Row>[] | undefined;
}

export const actionCount = <Row,>({ open, edit, remove, more = [] }: RowHandlers<Row>): number =>
  [open, edit, remove].filter(Boolean).length + more.length;

/** Actions of one row; each label names the row for screen readers. */
export function RowActions<Row>({
  row,
  name,
  handlers,
}: {
  row: Row;
  name: string;
  handlers: RowHandlers<Row>;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { open, mayChange, mayRemove = mayChange, more = [] } = handlers;
  const { edit } = !mayChange || mayChange(row) ? handlers : {};
  const { remove } = !mayRemove || mayRemove(row) ? handlers : {};
  const actions: DrawnAction<Row>[] = [
    ...(open ? [{ key: 'open', label: t('list.details'), icon: <EyeOutlined />, run: open }] : []),
    ...(edit ? [{ key: 'edit', label: t('list.edit'), icon: <EditOutlined />, run: edit }] : []),
    ...more
      .filter(({ when }) => !when || when(row))
      .map(({ key, label, icon, to }) => ({ key, label: label(t), icon, run: () => void navigate(to(row)) })),
    ...(remove
      ? [{ key: 'remove', label: t('common.delete'), icon: <DeleteOutlined />, danger: true, run: remove }]
      : []),
  ];
  return (
    <span className={`ic-inline ic-gap-4 ${styles.actions}`}>
      {actions.map(({ key, label, icon, danger = false, run }) => (
        <Tooltip key={key} title={label}>
          <Button
            type="text"
            size="small"
            icon={icon}
            {...(danger ? { className: styles.danger } : {})}
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
