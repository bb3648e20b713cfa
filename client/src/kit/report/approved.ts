import type { TFunction } from 'i18next';
import { approvedMeasure } from '../../../../shared/catalog';
import { approvedName, measureNamed } from './approved-name';
import { measureColumn } from './measure-columns';
import { measureCharts } from './report-blocks';
import type { ColumnPreset, ReportBlock, ReportColumn } from './types';

const replaced = (column: ReportColumn, t: TFunction): ReportColumn => {
  const { measure } = column;
  return measure && approvedMeasure(measure) !== measure
    ? measureColumn(approvedMeasure(measure), t)
    : column;
};

function approvedBlock(block: ReportBlock, t: TFunction): ReportBlock {
  if (block.kind === 'scatter')
    return {
      ...block,
      x: replaced(block.x, t),
      y: replaced(block.y, t),
      size: replaced(block.size, t),
    };
  if (block.kind !== 'bar') return block;
  return {
    ...block,
    charts: block.charts.flatMap((chart) => {
      const key = measureNamed(chart.key);
      return key && approvedMeasure(key) !== key ? measureCharts([approvedMeasure(key)], t) : [chart];
    }),
  };
}

/** The parts of a report that show measures. */
interface Replaceable {
  readonly presets: readonly ColumnPreset[];
  readonly keyMetrics: readonly ReportColumn[];
  readonly blocks: readonly ReportBlock[];
}

/** Replaces measures by their approved counterparts in the presets, key metrics and charts of a report. */
export const approvedParts = <P extends Replaceable>(parts: P, t: TFunction): P => ({
  ...parts,
  presets: parts.presets.map((preset) => ({
    ...preset,
    columns: [...new Set(preset.columns.map(approvedName))],
  })),
  keyMetrics: parts.keyMetrics.map((column) => replaced(column, t)),
  blocks: parts.blocks.map((block) => approvedBlock(block, t)),
});
