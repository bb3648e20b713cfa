import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { withHeading, joinList } from '../../i18n/punctuation';
import { seriesColour } from '../../theme/series-colour';
import { useThemeName } from '../../theme/theme-provider';
import { PALETTES } from '../../theme/tokens';
import { ChartCard } from '../chart/chart-card';
import { chartBars, type Bar } from '../chart/chart-rows';
import { plotText } from '../chart/plot-style';
import { useRowHighlight } from '../row-highlight';
import { metricText } from '../table/number-cell';
import { isWithoutAd } from './answer';
import { BarChart } from './load-charts';
import { NoValues } from './report-notes';
import type { BlockProps } from './report-blocks';
import type { ReportBlock, ReportChart } from './types';
import type { ReportControls } from './use-report-state';

/** Returns the chart chosen in the URL, or else the first one. */
export const chosenChart = (
  charts: readonly ReportChart[],
  controls: ReportControls,
): ReportChart | undefined => charts.find(({ key }) => key === controls.state.chart) ?? charts[0];

/** Bars of the rows that rank highest by a selectable measure, and the rest. */
export function BarBlock({
  block,
  rows,
  controls,
  colourOf,
  height,
  narrow,
  onOpen,
}: BlockProps & { block: ReportBlock & { kind: 'bar' } }) {
  const { t } = useTranslation();
  const highlight = useRowHighlight();
  const theme = useThemeName();
  const chart = chosenChart(block.charts, controls);
  const summable = chart?.additive ?? false;
  const series = useMemo(
    () => (chart?.series ?? []).map(({ label, colour }) => ({ label, colour: seriesColour(colour, theme) })),
    [chart, theme],
  );
  const { bars, apart } = useMemo(
    () =>
      chartBars(
        rows ?? [],
        chart?.series ?? [],
        summable ? (count) => t('report.rest', { count }) : undefined,
        chart?.keep,
      ),
    [rows, chart, summable, t],
  );
  const barColour = useMemo(() => {
    const byKey = new Map((rows ?? []).map((row) => [row.key, row]));
    const { normal, primary } = PALETTES[theme];
    return (bar: Pick<Bar, 'key'>) => {
      const row = bar.key === null ? undefined : byKey.get(bar.key);
      if (!row || isWithoutAd(row.row)) return normal;
      return colourOf?.(row) ?? primary;
    };
  }, [colourOf, rows, theme]);
  if (!chart) return null;

  const { unit } = chart;
  const noValue = t('report.noResult');
  const textOf = (value: number | null): string => (value === null ? noValue : metricText(value, { unit }));
  const visibleCount = new Set(bars.filter(({ key }) => key !== null).map(({ key }) => key)).size;
  const spoken = t('report.chartText', {
    measure: chart.label,
    rows: joinList(
      [...bars, ...apart].map(({ name, series: one, value }) => `${name} ${one} ${textOf(value)}`),
    ),
  });
  const [rest] = apart;
  return (
    <ChartCard
      label={t('report.chart')}
      title={
        visibleCount > 0 ? t('report.chartOf', { measure: chart.label, count: visibleCount }) : chart.label
      }
      extra={
        <Select
          size="small"
          variant="filled"
          value={chart.key}
          aria-label={t('report.chartMeasure')}
          popupMatchSelectWidth={false}
          options={block.charts.map(({ key, label }) => ({ value: key, label }))}
          onChange={(key) => controls.set({ chart: key })}
        />
      }
      spoken={spoken}
      height={height}
      waiting={!rows}
      note={
        rest &&
        withHeading(
          rest.name,
          apart
            .map(
              ({ series: one, value }) => `${apart.length > 1 ? `${one} ` : ''}${plotText(value ?? 0, unit)}`,
            )
            .join('　'),
        )
      }
    >
      {bars.length === 0 ? (
        <NoValues rows={rows} controls={controls} />
      ) : (
        <BarChart
          // The library keeps the previous style, so a different number of series needs a new chart.
          key={series.length}
          bars={bars}
          series={series}
          unit={unit}
          theme={theme}
          height={height}
          narrow={narrow}
          highlight={highlight}
          colourOf={barColour}
          noValue={noValue}
          onOpen={onOpen}
        />
      )}
    </ChartCard>
  );
}
