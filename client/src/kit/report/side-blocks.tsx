import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { joinList } from '../../i18n/punctuation';
import { useThemeName } from '../../theme/theme-provider';
import { PALETTES } from '../../theme/tokens';
import { ChartCard } from '../chart/chart-card';
import { chartBars, MAX_POINTS, type Bar } from '../chart/chart-rows';
import { plotText } from '../chart/plot-style';
import { useRowHighlight } from '../row-highlight';
import { isWithoutAd } from './answer';
import { BarChart, ScatterChart } from './load-charts';
import { NoValues } from './no-values';
import type { BlockProps } from './report-blocks';
import type { VisibleRow } from './visible-rows';
import type { ReportBlock, ReportColumn } from './types';

/** Maximum number of rows announced to screen readers. */
const MAX_ANNOUNCED = 8;

function spokenRows(rows: readonly VisibleRow[], columns: readonly ReportColumn[]): string {
  return joinList(
    rows
      .slice(0, MAX_ANNOUNCED)
      .map(
        ({ name, row }) =>
          `${name} ${columns.map((column) => plotText(column.value(row) ?? 0, column.unit)).join(' ')}`,
      ),
  );
}

/** One metric against another, a third as the size of the points. */
export function ScatterBlock({
  block,
  rows,
  controls,
  colourOf,
  height,
  onOpen,
}: BlockProps & { block: ReportBlock & { kind: 'scatter' } }) {
  const { t } = useTranslation();
  const theme = useThemeName();
  const highlight = useRowHighlight();
  const ads = useMemo(() => rows?.filter(({ row }) => !isWithoutAd(row)), [rows]);
  const { title, hint, x, y, size } = block;
  return (
    <ChartCard
      label={title}
      title={title}
      extra={
        <span className="ic-hint">
          {hint}
          {(ads?.length ?? 0) > MAX_POINTS && `　${t('report.largestPoints', { count: MAX_POINTS })}`}
        </span>
      }
      spoken={t('report.chartText', { measure: title, rows: spokenRows(ads ?? [], [x, y]) })}
      height={height}
      waiting={!ads}
    >
      {ads?.length === 0 ? (
        <NoValues rows={rows} controls={controls} />
      ) : (
        <ScatterChart
          rows={ads ?? []}
          x={x}
          y={y}
          size={size}
          theme={theme}
          height={height}
          highlight={highlight}
          colourOf={colourOf}
          onOpen={onOpen}
        />
      )}
    </ChartCard>
  );
}

/**
 * Differences as bars to both sides, largest first. More by one model is less by another, so neither side is
 * better.
 */
export function DifferenceBlock({
  block,
  rows,
  controls,
  height,
  narrow,
  onOpen,
}: BlockProps & { block: ReportBlock & { kind: 'difference' } }) {
  const { t } = useTranslation();
  const theme = useThemeName();
  const highlight = useRowHighlight();
  const { title, hint, extra, column } = block;
  const { bars } = useMemo(
    () =>
      chartBars(
        rows ?? [],
        [{ key: column.key, label: column.title, colour: 'primary', value: column.value }],
        undefined,
      ),
    [rows, column],
  );
  const { primary, normal } = PALETTES[theme];
  const series = useMemo(() => [{ label: column.title, colour: primary }], [column, primary]);
  const colourOf = useMemo(
    () => (bar: Pick<Bar, 'value'>) => ((bar.value ?? 0) > 0 ? primary : normal),
    [primary, normal],
  );
  return (
    <ChartCard
      label={title}
      title={title}
      extra={
        <span className="ic-inline-row ic-wrap ic-gap-8">
          <span className="ic-hint">{hint}</span>
          {extra}
        </span>
      }
      spoken={t('report.chartText', { measure: title, rows: spokenRows(rows ?? [], [column]) })}
      height={height}
      waiting={!rows}
    >
      {bars.length === 0 ? (
        <NoValues rows={rows} controls={controls} />
      ) : (
        <BarChart
          bars={bars}
          series={series}
          unit={column.unit}
          theme={theme}
          height={height}
          narrow={narrow}
          highlight={highlight}
          colourOf={colourOf}
          signed
          onOpen={onOpen}
        />
      )}
    </ChartCard>
  );
}
