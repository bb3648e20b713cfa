import { ArrowDownOutlined, ArrowUpOutlined, PushpinFilled, PushpinOutlined, TableOutlined } from '@ant-design/icons';
import { Button, Checkbox, Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldTexts } from '../use-field-texts';
import { moved, toggledHidden, toggledPin } from '../columns/column-choice';
import styles from './column-panel.module.css';
import type { ListColumn } from './types';
import type { ColumnControls } from '../columns/use-columns';

export interface ColumnPanelProps<Row> {
  columns: readonly ListColumn<Row>[];
  controls: ColumnControls<Row>;
  texts: FieldTexts;
}

/** Shows, hides, orders and pins the columns of a list; applies at once and is remembered. */
export function ColumnPanel<Row>({ columns, controls, texts }: ColumnPanelProps<Row>) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { choice, change, reset } = controls;
  const byKey = new Map(columns.map((column) => [column.key, column]));
  return (
    <>
      <Button icon={<TableOutlined />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('report.columns')}
      </Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title={t('report.columnsTitle')}
        size={400}
        extra={
          <Button type="link" size="small" onClick={reset}>
            {t('common.reset')}
          </Button>
        }
      >
        <p className={styles.lead}>{t('list.columnsLead')}</p>
        <ul className={styles.list}>
          {choice.order.map((key) => {
            const column = byKey.get(key);
            if (!column) return null;
            const title = texts.label(column.label ?? key);
            const hidden = choice.hidden.includes(key);
            const pinned = choice.pinned.includes(key);
            return (
              <li key={key} className={styles.item}>
                <Checkbox
                  className={styles.name}
                  checked={!hidden}
                  disabled={column.names === true}
                  onChange={() => change(toggledHidden(choice, key))}
                >
                  {title}
                </Checkbox>
                {!hidden && (
                  <>
                    <Button
                      type="text"
                      size="small"
                      icon={pinned ? <PushpinFilled className={styles.pinned} /> : <PushpinOutlined />}
                      aria-label={t(pinned ? 'list.unpin' : 'list.pin', { column: title })}
                      aria-pressed={pinned}
                      onClick={() => change(toggledPin(choice, key))}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={<ArrowUpOutlined />}
                      aria-label={t('list.moveUp', { column: title })}
                      onClick={() => change(moved(choice, key, -1))}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={<ArrowDownOutlined />}
                      aria-label={t('list.moveDown', { column: title })}
                      onClick={() => change(moved(choice, key, 1))}
                    />
                  </>
                )}
              </li>
            );
          })}
        </ul>
      </Drawer>
    </>
  );
}
