import { TableOutlined } from '@ant-design/icons';
import { Button, Checkbox, Drawer, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { searchFor } from '../../../../shared/format';
import styles from './column-chooser.module.css';

/** A column to choose. */
export interface ColumnItem {
  key: string;
  title: string;
  hint?: string;
  /** Heading under which it stands. */
  group?: string;
  /** Can't be hidden. */
  fixed?: boolean;
}

export interface ColumnChooserProps {
  /** In the order in which they are listed. */
  items: readonly ColumnItem[];
  shown: ReadonlySet<string>;
  onToggle: (keys: readonly string[], on: boolean) => void;
  /** Stands above the columns. */
  lead?: ReactNode;
  /** What else can be done with a column that is shown. */
  actions?: (item: ColumnItem) => ReactNode;
  onReset?: () => void;
}

/** Fewer columns than this need no search. */
const SEARCH_FROM = 12;

/** Shows and hides columns by group or one by one. Applies at once. */
export function ColumnChooser({ items, shown, onToggle, lead, actions, onReset }: ColumnChooserProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const isFound = searchFor(search);
  const matching = items.filter(({ title, key }) => isFound(`${title} ${key}`));
  const groups = [...new Set(matching.map(({ group }) => group))];
  const count = items.filter(({ key }) => shown.has(key)).length;
  const box = (item: ColumnItem) => (
    <Checkbox
      className={styles.name ?? ''}
      checked={shown.has(item.key)}
      disabled={item.fixed === true}
      onChange={(event) => onToggle([item.key], event.target.checked)}
    >
      <span title={item.hint}>{item.title}</span>
    </Checkbox>
  );

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
          onReset ? (
            <Button type="link" size="small" onClick={onReset}>
              {t('common.reset')}
            </Button>
          ) : (
            <span className={styles.count}>
              {t('report.columnCount', { shown: count, all: items.length })}
            </span>
          )
        }
      >
        {lead && <p className={styles.lead}>{lead}</p>}
        {items.length >= SEARCH_FROM && (
          <Input
            allowClear
            className={styles.search}
            value={search}
            placeholder={t('report.columnSearch')}
            aria-label={t('report.columnSearch')}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        {groups.map((group) => {
          const members = matching.filter((item) => item.group === group);
          if (group === undefined) {
            return (
              <ul key="" className={styles.list}>
                {members.map((item) => (
                  <li key={item.key} className={styles.item}>
                    {box(item)}
                    {shown.has(item.key) && actions?.(item)}
                  </li>
                ))}
              </ul>
            );
          }
          const on = members.filter(({ key }) => shown.has(key));
          return (
            <fieldset key={group} className={styles.group}>
              <legend>
                <Checkbox
                  checked={on.length === members.length}
                  indeterminate={on.length > 0 && on.length < members.length}
                  onChange={(event) =>
                    onToggle(
                      members.map(({ key }) => key),
                      event.target.checked,
                    )
                  }
                >
                  <strong>{group}</strong>
                </Checkbox>
              </legend>
              <ul className={styles.columns}>
                {members.map((item) => (
                  <li key={item.key}>{box(item)}</li>
                ))}
              </ul>
            </fieldset>
          );
        })}
        {matching.length === 0 && <p className={styles.nothing}>{t('common.none')}</p>}
      </Drawer>
    </>
  );
}
