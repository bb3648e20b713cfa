import type { term as ja } from '../ja/term';
import type { Texts } from '../texts';

export const term: Texts<typeof ja> = {
  lead: 'See how figures went by day, week or month, beside the periods before.',
  unit: 'Unit',
  weekOf: 'Week of {{day}}',
  tooFine: 'Too fine for so many days',
  top: 'Shown apart',
  topCount: 'Top {{count}}',
  noAxis: 'None (all together)',
  line: 'Lines',
  stacked: 'Stacked',
  notStackable: 'Ratios, averages and profit can’t be stacked',
  chart: '{{measure}} over time',
  chartBy: '{{measure}} over time by {{axis}}',
  furtherMeasures: 'More measures',
  presets: { items: 'Trend', cvs: 'CVs', costs: 'Cost and return' },
  cut: '{{from}}–{{to}} only',
  running: 'Still running',
  restCount: 'Values in the rest',
  others: 'Others',
};
