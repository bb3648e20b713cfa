/** Relative periods, in menu order. URLs and saved views store these names. */
export const periodPresets = [
  'today',
  'yesterday',
  'd7',
  'd14',
  'd30',
  'd90',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'thisYear',
  'm12',
  'm24',
] as const;
export type PeriodPreset = (typeof periodPresets)[number];
