import { AppstoreAddOutlined } from '@ant-design/icons';
import { Button, Checkbox, Drawer, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './column-chooser.module.css';
import type { ColumnPreset, ReportColumn } from '../report/types';
import { CUSTOM_ITEM, toggled } from '../report/visible-columns';

export interface ColumnChooserProps {
  all: readonly ReportColumn[];
  visible: readonly ReportColumn[];
  presets: readonly ColumnPreset[];
  item: string;
  onChange: (item: string, columns: readonly string[] | undefined) => void;
}

/** Chooses the columns of a report: a preset, whole groups, or one by one with search. Applies at once. */
export function ColumnChooser({ all, visible, presets, item, onChange }: ColumnChooserProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const shown = visible.map(({ key }) => key);
  const wanted = search.trim().normalize('NFKC').toLowerCase();
  const matching = all.filter(({ title, longTitle = title, key }) =>
    `${longTitle} ${key}`.normalize('NFKC').toLowerCase().includes(wanted),
  );
  const groups = [...new Set(matching.map(({ group }) => group))];
  const change = (keys: readonly string[], on: boolean): void => {
    const next = toggled(all, shown, keys, on);
    if (next.length > 0) onChange(CUSTOM_ITEM, next);
  };

  return (
    <>
      <Button icon={<AppstoreAddOutlined />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('report.columns')}
      </Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title={t('report.columnsTitle')}
        size={400}
        extra={<span className={styles.count}>{t('report.columnCount', { shown: shown.length, all: all.length })}</span>}
      >
        <p className={styles.heading}>{t('report.columnPreset')}</p>
        <div className={styles.presets}>
          {presets.map((preset) => (
            <button
              key={preset.value}
              type="button"
              className={`${styles.preset} ${preset.value === item ? styles.presetChosen : ''}`}
              aria-pressed={preset.value === item}
              onClick={() => onChange(preset.value, undefined)}
            >
              {preset.label}
            </button>
          ))}
        </div>
        <Input
          allowClear
          className={styles.search}
          value={search}
          placeholder={t('report.columnSearch')}
          aria-label={t('report.columnSearch')}
          onChange={(event) => setSearch(event.target.value)}
        />
        {groups.map((group) => {
          const members = matching.filter((column) => column.group === group);
          const on = members.filter(({ key }) => shown.includes(key));
          return (
            <fieldset key={group} className={styles.group}>
              <legend>
                <Checkbox
                  checked={on.length === members.length}
                  indeterminate={on.length > 0 && on.length < members.length}
                  onChange={(event) => change(members.map(({ key }) => key), event.target.checked)}
                >
                  <strong>{group}</strong>
                </Checkbox>
              </legend>
              <ul className={styles.columns}>
                {members.map(({ key, title, longTitle = title, definition }) => (
                  <li key={key}>
                    <Checkbox checked={shown.includes(key)} onChange={(event) => change([key], event.target.checked)}>
                      <span title={definition}>{longTitle}</span>
                    </Checkbox>
                  </li>
                ))}
              </ul>
            </fieldset>
          );
        })}
        {groups.length === 0 && <p className={styles.nothing}>{t('common.none')}</p>}
      </Drawer>
    </>
  );
}
