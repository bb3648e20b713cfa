import type { TFunction } from 'i18next';
import { isAdditive, measureName, measureOf, type MeasureKey } from '../../../../shared/catalog';
import { metricValue, isWithoutAd } from './answer';
import { rankBy } from './measure-columns';
import type { ReportChart, ReportBlock, ReportColumn } from './types';
import { useMemo, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { joinList } from '../../i18n/punctuation';
import { useThemeName } from '../../theme/theme-provider';
import { PALETTES } from '../../theme/tokens';
import { ChartCard } from '../chart/chart-card';
import { chartBars, MAX_POINTS, type Bar, maxRows } from '../chart/chart-rows';
import { plotText } from '../chart/plot-style';
import { useRowHighlight } from '../row-highlight';
import { BarChart, ScatterChart, loadCharts } from './load-charts';
import { NoValues } from './report-notes';
import type { VisibleRow } from './visible';
import { Boundary } from '../boundary';
import { useNarrow } from '../use-window';
import { BarBlock, chosenChart } from './bar-block';
import { CompositionBlock } from './composition-block';
import { DonutBlock } from './donut-block';
import type { MetricLinks } from './drill-down-links';
import styles from './report-blocks.module.css';
import { TrendView } from './trend-view';
import type { ReportControls } from './use-report-state';

/** Returns one chart per measure, in the primary colour. */
export function measureCharts(keys: readonly MeasureKey[], t: TFunction): ReportChart[] {
  return keys.map((key) => {
    const label = t(`measures.${key}.label`);
    const name = measureName(key);
    return {
      key: name,
      label,
      unit: measureOf(key).unit,
      additive: isAdditive(key),
      series: [
        { key: name, label, colour: 'primary', value: (row) => metricValue(row, key), rank: rankBy(key) },
      ],
    };
  });
}

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
function ScatterBlock({
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
  const { title, hint, x, y, size, targetLines, quadrants } = block;
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
          targetLines={targetLines}
          quadrants={quadrants}
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
function DifferenceBlock({
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

/** Pixels per row with one bar, pixels per row with two bars, and pixels per bar with more. */
const ROW = 22;
const TWO = 28;
const OF_MANY = 9;
/** Pixels per row by its number of bars. Narrow windows need at least the height of a name on two lines. */
const rowHeight = (series: number, narrow: boolean): number =>
  Math.max(series <= 1 ? ROW : Math.max(TWO, OF_MANY * series), narrow ? 28 : 0);
const AXIS = 30;
const LEGEND = 28;

/**
 * Pixel height of the bars for this number of series. It assumes the maximum number of rows, so it is known
 * before they load.
 */
const barsHeight = (series: number, narrow: boolean): number =>
  (maxRows(series) + 1) * rowHeight(series, narrow) + AXIS + (series > 1 ? LEGEND : 0);

export interface ReportBlocksProps {
  blocks: readonly ReportBlock[];
  /** Undefined while loading or stale. */
  rows: readonly VisibleRow[] | undefined;
  controls: ReportControls;
  /** Fixed colour of a row, the same on every screen. */
  colourOf: ((row: { row: VisibleRow['row'] }) => string | undefined) | undefined;
  onOpen: (key: string) => void;
  /** Links to the rows behind a metric value. */
  opens?: MetricLinks | undefined;
}

/** Props of every block. */
export interface BlockProps extends Omit<ReportBlocksProps, 'blocks'> {
  height: number;
  narrow: boolean;
}

/** Charts of a report above its table, side by side and equally high. */
export function ReportBlocks({ blocks, ...props }: ReportBlocksProps) {
  const narrow = useNarrow();
  // Preloads the large chart library while the data loads, so charts appear together with the table.
  useEffect(loadCharts, []);
  const bars = blocks.find((block) => block.kind === 'bar');
  const height = barsHeight(chosenChart(bars?.charts ?? [], props.controls)?.series.length ?? 1, narrow);
  return (
    <div className={blocks.length > 1 ? `ic-grid ic-gap-16 ${styles.blocks}` : undefined}>
      {blocks.map((block) => (
        <Boundary key={block.kind}>
          <Block block={block} {...props} height={height} narrow={narrow} />
        </Boundary>
      ))}
    </div>
  );
}

function Block({ block, ...props }: BlockProps & { block: ReportBlock }) {
  switch (block.kind) {
    case 'bar':
      return <BarBlock block={block} {...props} />;
    case 'scatter':
      return <ScatterBlock block={block} {...props} />;
    case 'line':
    case 'stacked':
      return <TrendView block={block} {...props} />;
    case 'difference':
      return <DifferenceBlock block={block} {...props} />;
    case 'own':
      return block.render(props);
    case 'composition':
      return <CompositionBlock block={block} {...props} />;
    case 'donut':
      return <DonutBlock block={block} {...props} />;
  }
}
