import { TableOutlined } from '@ant-design/icons';
import { Button, Checkbox, Drawer, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createMatcher } from '../../../../shared/format';
import styles from './column-chooser.module.css';

export interface ColumnItem {
  key: string;
  title: string;
  hint?: string;
  /** Group heading of the column. */
  group?: string;
  /** Disables hiding the column. */
  fixed?: boolean;
}

export interface ColumnChooserProps {
  /** Columns in display order. */
  items: readonly ColumnItem[];
  visible: ReadonlySet<string>;
  onToggle: (keys: readonly string[], on: boolean) => void;
  /** Text above the columns. */
  lead?: ReactNode;
  /** Further actions on a visible column. */
  actions?: (item: ColumnItem) => ReactNode;
  onReset?: () => void;
}

/** Minimum number of columns for a search box. */
const SEARCH_FROM = 12;

/** Shows and hides columns by group or one by one, effective immediately. */
export function ColumnChooser({ items, visible, onToggle, lead, actions, onReset }: ColumnChooserProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const matchesSearch = createMatcher(search);
  const matching = items.filter(({ title, key }) => matchesSearch(`${title} ${key}`));
  const groups = [...new Set(matching.map(({ group }) => group))];
  const count = items.filter(({ key }) => visible.has(key)).length;
  const box = (item: ColumnItem) => (
    <Checkbox
      className="ic-fill"
      checked={visible.has(item.key)}
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
            <span className="ic-hint ic-figures">
              {t('report.columnCount', { shown: count, all: items.length })}
            </span>
          )
        }
      >
        {lead && <p className="ic-mb-12 ic-note">{lead}</p>}
        {items.length >= SEARCH_FROM && (
          <Input
            allowClear
            className="ic-mb-8"
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
              <ul key="" className="ic-list">
                {members.map((item) => (
                  <li key={item.key} className={`ic-row ic-gap-4 ic-line-bottom ${styles.item}`}>
                    {box(item)}
                    {visible.has(item.key) && actions?.(item)}
                  </li>
                ))}
              </ul>
            );
          }
          const on = members.filter(({ key }) => visible.has(key));
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
              <ul className={`ic-grid ic-text-13 ${styles.columns}`}>
                {members.map((item) => (
                  <li key={item.key}>{box(item)}</li>
                ))}
              </ul>
            </fieldset>
          );
        })}
        {matching.length === 0 && <p className="ic-muted ic-text-center ic-p-16-20">{t('common.none')}</p>}
      </Drawer>
    </>
  );
}
