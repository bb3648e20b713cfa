import { useEffect } from 'react';
import { Boundary } from '../boundary';
import { useNarrow } from '../use-media-query';
import { BarBlock, chosenChart } from './bar-block';
import { CompositionBlock } from './composition-block';
import { DonutBlock } from './donut-block';
import type { MetricLinks } from './drill-down-links';
import { loadCharts } from './load-charts';
import styles from './report-blocks.module.css';
import type { VisibleRow } from './visible-rows';
import { DifferenceBlock, ScatterBlock } from './side-blocks';
import { TrendView } from './trend-view';
import type { ReportBlock } from './types';
import type { ReportControls } from './use-report-state';
import { maxRows } from '../chart/chart-rows';

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
