import { ColumnHeightOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLayout } from '../../preferences/layout-context';
import { ColumnChooser } from '../columns/column-chooser';
import { DrillBar } from './drill-bar';
import styles from './table-head.module.css';
import type { ColumnPreset, ReportColumn } from './types';
import type { ReportControls } from './use-report-state';
import { CUSTOM_ITEM, toggled } from './visible-columns';

export interface TableHeadProps {
  controls: ReportControls;
  all: readonly ReportColumn[];
  /** Columns chosen or of the preset, empty ones too. */
  wanted: readonly ReportColumn[];
  /** How many of them hold no value. */
  empty: number;
  presets: readonly ColumnPreset[];
  children?: ReactNode;
}

/** What stands above the table: the presets as tabs, where one is inside the report, search and columns. */
export function TableHead({ controls, all, wanted, empty, presets, children }: TableHeadProps) {
  const { t } = useTranslation();
  const { settings, set } = useLayout();
  const { state } = controls;
  const chosen = wanted.map(({ key }) => key);
  const compact = settings.tableDensity === 'compact';
  const current = state.columns ? CUSTOM_ITEM : (presets.find(({ value }) => value === state.item) ?? presets[0])?.value;
  const tabs = presets.map(({ value, label }) => ({ key: value, label }));
  return (
    <header>
      <DrillBar controls={controls} />
      <div className={styles.head}>
        <Tabs
          className={styles.tabs}
          size="small"
          tabBarStyle={{ margin: 0 }}
          activeKey={current}
          items={current === CUSTOM_ITEM && !presets.some(({ value }) => value === CUSTOM_ITEM) ? [...tabs, { key: CUSTOM_ITEM, label: t('enums.AdAnalyzeItem.CUSTOM') }] : tabs}
          onChange={(item) => controls.setColumns(item, undefined)}
        />
        <div className={styles.actions}>
          {children}
          {(empty > 0 || state.empty) && (
            <Button type="text" size="small" onClick={() => controls.set({ empty: state.empty ? null : '1' })}>
              {state.empty ? t('report.hideEmpty') : t('report.showEmpty', { count: empty })}
            </Button>
          )}
          <Input
            allowClear
            className={styles.search}
            prefix={<SearchOutlined className={styles.searchIcon} />}
            value={state.search}
            placeholder={t('report.searchRows')}
            aria-label={t('report.searchRows')}
            onChange={(event) => controls.setSearch(event.target.value)}
          />
          <Button
            icon={<ColumnHeightOutlined />}
            aria-label={t('report.compact')}
            title={t('report.compact')}
            aria-pressed={compact}
            {...(compact ? { color: 'primary', variant: 'filled' } : {})}
            onClick={() => set('tableDensity', compact ? 'normal' : 'compact')}
          />
          <ColumnChooser
            items={all.map(({ key, title, longTitle = title, definition, group }) => ({ key, title: longTitle, hint: definition, group }))}
            shown={new Set(chosen)}
            onToggle={(keys, on) => {
              const next = toggled(all, chosen, keys, on);
              if (next.length > 0) controls.setColumns(CUSTOM_ITEM, next);
            }}
          />
        </div>
      </div>
    </header>
  );
}
