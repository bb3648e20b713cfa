import { useEffect } from 'react';
import { SIZES } from '../../theme/tokens';
import { Boundary } from '../boundary';
import { barsHeight } from '../chart/chart-size';
import { useMediaQuery } from '../use-media-query';
import { BarBlock, chosenChart } from './bar-block';
import { CompositionBlock } from './composition-block';
import { DonutBlock } from './donut-block';
import type { FigureLinks } from './drill-down-links';
import { loadCharts } from './load-charts';
import styles from './report-blocks.module.css';
import type { ShownRow } from './visible-rows';
import { DifferenceBlock, ScatterBlock } from './side-blocks';
import { TrendView } from './trend-view';
import type { ReportBlock } from './types';
import type { ReportControls } from './use-report-state';

export interface ReportBlocksProps {
  blocks: readonly ReportBlock[];
  /** Undefined while they are on their way, or while the old ones answer another question. */
  rows: readonly ShownRow[] | undefined;
  controls: ReportControls;
  /** A fixed colour of a row, the same on every screen. */
  colourOf: ((row: { row: ShownRow['row'] }) => string | undefined) | undefined;
  onOpen: (key: string) => void;
  /** Where the rows behind a figure of a row are. */
  opens?: FigureLinks | undefined;
}

/** What every block draws with. */
export interface BlockProps extends Omit<ReportBlocksProps, 'blocks'> {
  height: number;
  narrow: boolean;
}

/** The views of a report's rows above their table, side by side and equally high. */
export function ReportBlocks({ blocks, ...props }: ReportBlocksProps) {
  const narrow = useMediaQuery(`(max-width: ${SIZES.smallBreakpoint - 1}px)`);
  // The chart library is large: it comes while the figures are asked for, so that charts stand when the table does.
  useEffect(loadCharts, []);
  const bars = blocks.find((block) => block.kind === 'bar');
  const height = barsHeight(chosenChart(bars?.charts ?? [], props.controls)?.series.length ?? 1, narrow);
  return (
    <div className={blocks.length > 1 ? styles.blocks : undefined}>
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
