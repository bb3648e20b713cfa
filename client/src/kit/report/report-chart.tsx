import { Select, Skeleton } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { seriesColour } from '../../theme/series-colour';
import { useThemeName } from '../../theme/theme-provider';
import { PALETTES } from '../../theme/tokens';
import { figureText } from '../table/number-cell';
import { chartBars, type Bar } from '../chart/chart-rows';
import { useLitRow } from '../chart/lit-row';
import styles from './report-chart.module.css';
import type { ShownRow } from './shown-rows';
import type { ReportChart as Chart } from './types';
import type { ReportControls } from './use-report-state';

/** The chart library is large and comes after the figures. */
const BarChart = lazy(() => import('../chart/bar-chart').then((module) => ({ default: module.BarChart })));

const SKELETON_HEIGHT = 320;

export interface ReportChartProps {
  rows: readonly ShownRow[] | undefined;
  charts: readonly Chart[];
  controls: ReportControls;
  colourOf?: ((row: ShownRow) => string | undefined) | undefined;
  onOpen: (key: string) => void;
}

/** The chart over the table's rows: a measure to choose, at most eight bars and the rest. */
export function ReportChart({ rows, charts, controls, colourOf, onOpen }: ReportChartProps) {
  const { t } = useTranslation();
  const lit = useLitRow();
  const theme = useThemeName();
  const chart = charts.find(({ key }) => key === controls.state.chart) ?? charts[0];
  const summable = chart?.additive ?? false;
  const series = useMemo(
    () => (chart?.series ?? []).map(({ label, colour }) => ({ label, colour: seriesColour(colour, theme) })),
    [chart, theme],
  );
  const bars = useMemo(
    () => (rows && chart ? chartBars(rows, chart.series, summable ? (count) => t('report.rest', { count }) : undefined) : []),
    [rows, chart, summable, t],
  );
  const barColour = useMemo(() => {
    const byKey = new Map((rows ?? []).map((row) => [row.key, row]));
    const { normal, primary } = PALETTES[theme];
    return (bar: Bar) => {
      const shown = bar.key === null ? undefined : byKey.get(bar.key);
      if (!shown || shown.row.noAd === true) return normal;
      return colourOf?.(shown) ?? primary;
    };
  }, [colourOf, rows, theme]);
  if (!chart) return null;

  const shownCount = new Set(bars.filter(({ key }) => key !== null).map(({ key }) => key)).size;
  const spoken = t('report.chartText', {
    measure: chart.label,
    rows: bars.map(({ name, series, value }) => `${name} ${series} ${figureText(value, { unit: chart.unit })}`).join('、'),
  });
  return (
    <section className={styles.card} aria-label={t('report.chart')}>
      <header className={styles.header}>
        <h2 className={styles.title}>
          {shownCount > 0 ? t('report.chartOf', { measure: chart.label, count: shownCount }) : t('report.chart')}
        </h2>
        <Select
          className={styles.measure}
          size="small"
          variant="filled"
          value={chart.key}
          aria-label={t('report.chartMeasure')}
          popupMatchSelectWidth={false}
          options={charts.map(({ key, label }) => ({ value: key, label }))}
          onChange={(key) => controls.set({ chart: key })}
        />
      </header>
      <div className={styles.plot} role="img" aria-label={spoken}>
        {rows && bars.length === 0 && <p className={styles.none}>{t('report.noValues')}</p>}
        {rows && bars.length > 0 && (
          <Suspense fallback={<Skeleton.Node active style={{ width: '100%', height: SKELETON_HEIGHT }} />}>
            <BarChart
              bars={bars}
              series={series}
              unit={chart.unit}
              theme={theme}
              lit={lit}
              colourOf={barColour}
              onOpen={onOpen}
            />
          </Suspense>
        )}
        {!rows && <Skeleton.Node active style={{ width: '100%', height: SKELETON_HEIGHT }} />}
      </div>
    </section>
  );
}
