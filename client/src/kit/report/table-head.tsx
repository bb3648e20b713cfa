import {
  ArrowLeftOutlined,
  BarChartOutlined,
  ColumnHeightOutlined,
  FundOutlined,
  SearchOutlined,
} from '@ant-design/icons';
import { Button, Input, Select, Space, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { axisName } from '../../../../shared/catalog';
import { useLayout } from '../../preferences/layout-context';
import { ColumnChooser } from '../columns/column-chooser';
import { useMediaQuery } from '../use-window';
import { useAttributes } from './use-attributes';
import type { Folded } from './use-folded';
import { CUSTOM_ITEM, toggleColumns } from './visible';
import styles from './table-head.module.css';
import type { ColumnPreset, ReportColumn } from './types';
import type { ReportControls } from './use-report-state';
import type { AdKind } from '../../session/ad-names';
import { useNames } from '../../session/use-names';
import { useAxisFields } from './report-filters';
import type { DrillStep } from './url-state';

/** Breadcrumbs of the drill-down path with links back to every level. */
function DrillBar({ controls }: { controls: ReportControls }) {
  const { t } = useTranslation();
  const { path, axes } = controls.state;
  const { nameOf: nameOnAxis } = useAxisFields();
  const idsOn = (kind: AdKind) => path.flat().flatMap(({ axis, id }) => (axis === kind ? [id] : []));
  useNames('ad', idsOn('ad'));
  useNames('redirect', idsOn('redirect'));
  if (path.length === 0) return null;
  const nameOf = (step: DrillStep): string => step.map(({ axis, id }) => nameOnAxis(axis, id)).join(' / ');
  return (
    <nav className="ic-row ic-shrink ic-gap-4" aria-label={t('report.drillPath')}>
      <Button
        size="small"
        type="text"
        icon={<ArrowLeftOutlined />}
        aria-label={t('report.drillBack')}
        onClick={() => controls.drillTo(path.length - 1)}
      />
      <ol className={`ic-row ic-wrap ic-list ic-text-13 ${styles.path}`}>
        <li>
          <button
            type="button"
            className="ic-pointer ic-primary ic-plain-button"
            onClick={() => controls.drillTo(0)}
          >
            {t('report.top')}
          </button>
        </li>
        {path.map((step, index) => (
          <li key={`${index}-${nameOf(step)}`}>
            <span className="ic-muted">{step.map(({ axis }) => t(`report.axes.${axis}`)).join(' / ')}</span>{' '}
            {index === path.length - 1 ? (
              <strong aria-current="location">{nameOf(step)}</strong>
            ) : (
              <button
                type="button"
                className="ic-pointer ic-primary ic-plain-button"
                onClick={() => controls.drillTo(index + 1)}
              >
                {nameOf(step)}
              </button>
            )}
          </li>
        ))}
        <li className="ic-secondary">{axes.map((axis) => t(`report.axes.${axis}`)).join(' × ')}</li>
      </ol>
    </nav>
  );
}

const TREND = 'row_trend';
/** Window width from which all presets fit side by side. */
const TABS_FROM = 1024;

export interface TableHeadProps {
  controls: ReportControls;
  /** Name of the page, which decides the default attributes. */
  page: string;
  /** Whether row trends are visible; undefined if the report has none. */
  trend: boolean | undefined;
  all: readonly ReportColumn[];
  /** Columns chosen individually or by the preset, including empty ones. */
  selected: readonly ReportColumn[];
  /** Number of empty columns among them. */
  empty: number;
  presets: readonly ColumnPreset[];
  /** Parts above the table, which the head folds away. */
  folded: Folded;
  hasCharts: boolean;
  children?: ReactNode;
}

const FOLDS = [
  { part: 'keyMetrics', label: 'report.showKeyFigures', Icon: FundOutlined },
  { part: 'charts', label: 'report.showCharts', Icon: BarChartOutlined },
] as const;

/** Controls above the table: preset tabs, drill-down path, search and columns. */
export function TableHead({
  controls,
  page,
  trend,
  all,
  selected,
  empty,
  presets,
  folded,
  hasCharts,
  children,
}: TableHeadProps) {
  const { t } = useTranslation();
  const { settings, set } = useLayout();
  const { state } = controls;
  const narrow = useMediaQuery(`(max-width: ${TABS_FROM - 1}px)`);
  const chosen = selected.map(({ key }) => key);
  const compact = settings.tableDensity === 'compact';
  const current = state.columns
    ? CUSTOM_ITEM
    : (presets.find(({ value }) => value === state.item) ?? presets[0])?.value;
  const given = presets.map(({ value, label }) => ({ key: value, label }));
  const tabs =
    current === CUSTOM_ITEM && !given.some(({ key }) => key === CUSTOM_ITEM)
      ? [...given, { key: CUSTOM_ITEM, label: t('enums.AdAnalyzeItem.CUSTOM') }]
      : given;
  const attributes = useAttributes(page, controls);
  const choosePreset = (item: string): void => controls.setColumns(item, undefined);
  return (
    <header>
      <DrillBar controls={controls} />
      <div className={`ic-row ic-wrap ic-between ic-gap-4-12 ${styles.head}`}>
        {/* Tabs that don't fit would hide most presets behind a button and from screen readers. */}
        {narrow ? (
          <Select
            className="ic-fill"
            aria-label={t('report.columnPreset')}
            value={current ?? null}
            options={tabs.map(({ key, label }) => ({ value: key, label }))}
            onChange={choosePreset}
          />
        ) : (
          <Tabs
            className={styles.tabs ?? ''}
            size="small"
            tabBarStyle={{ margin: 0 }}
            activeKey={current ?? ''}
            items={tabs}
            onChange={choosePreset}
          />
        )}
        <div className="ic-row ic-wrap ic-gap-8">
          {children}
          {(empty > 0 || state.empty) && (
            <Button
              type="text"
              size="small"
              onClick={() => controls.set({ empty: state.empty ? null : '1' })}
            >
              {state.empty ? t('report.hideEmpty') : t('report.showEmpty', { count: empty })}
            </Button>
          )}
          <Input
            allowClear
            style={{ width: 158 }}
            prefix={<SearchOutlined className="ic-muted" />}
            value={state.search}
            data-screen-only
            placeholder={t('report.searchRows')}
            aria-label={t('report.searchRows')}
            onChange={(event) => controls.setSearch(event.target.value)}
          />
          <Space.Compact data-screen-only>
            {FOLDS.filter(({ part }) => hasCharts || part !== 'charts').map(({ part, label, Icon }) => (
              <Button
                key={part}
                icon={<Icon />}
                aria-label={t(label)}
                title={t(label)}
                aria-pressed={!folded.isFolded(part)}
                {...(folded.isFolded(part) ? {} : { color: 'primary', variant: 'filled' })}
                onClick={() => folded.toggle(part)}
              />
            ))}
          </Space.Compact>
          <Button
            icon={<ColumnHeightOutlined />}
            aria-label={t('report.compact')}
            title={t('report.compact')}
            aria-pressed={compact}
            {...(compact ? { color: 'primary', variant: 'filled' } : {})}
            onClick={() => set('tableDensity', compact ? 'normal' : 'compact')}
          />
          <ColumnChooser
            items={[
              ...(trend === undefined ? [] : [{ key: TREND, title: t('report.rowTrend') }]),
              ...attributes.items,
              ...all.map(({ key, title, longTitle = title, definition, group }) => ({
                key,
                title: longTitle,
                hint: definition,
                group,
              })),
            ]}
            visible={new Set([...(trend ? [TREND] : []), ...attributes.visible.map(axisName), ...chosen])}
            onToggle={(keys, on) => {
              if (keys.includes(TREND)) {
                controls.setTrend(on);
                return;
              }
              if (attributes.toggle(keys, on)) return;
              const next = toggleColumns(all, chosen, keys, on);
              if (next.length > 0) controls.setColumns(CUSTOM_ITEM, next);
            }}
          />
        </div>
      </div>
    </header>
  );
}
