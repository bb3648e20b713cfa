import type { term as ja } from '../ja/term';
import type { Texts } from '../texts';

export const term: Texts<typeof ja> = {
  lead: 'See how figures change by day, week or month, compared with earlier periods.',
  unit: 'Unit',
  weekOf: 'Week of {{day}}',
  tooFine: 'Too fine for a period this long',
  top: 'Top rows',
  topCount: 'Top {{count}}',
  noAxis: 'None (total only)',
  line: 'Lines',
  stacked: 'Stacked',
  notStackable: 'Ratios, averages and profit can’t be stacked',
  chart: '{{measure}} over time',
  chartBy: '{{measure}} over time by {{axis}}',
  furtherMeasures: 'More measures',
  presets: { items: 'Trend', cvs: 'CVs', costs: 'Cost and return' },
  cut: '{{from}}–{{to}} only',
  ahead: 'to come',
  running: 'Still running',
  restCount: 'Number of others',
  others: 'Others',
};
