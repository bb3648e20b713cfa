/** Relative periods, in menu order. URLs and saved views store these names. */
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
