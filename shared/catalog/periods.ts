/** Periods that move with today, in the order in which they are offered. Names in addresses and saved views. */
export const periodPresets = [
  'today',
  'd7',
  'd30',
  'd90',
  'thisWeek',
  'thisMonth',
  'lastMonth',
  'm12',
  'm24',
] as const;
export type PeriodPreset = (typeof periodPresets)[number];
