import type { MeasureKey } from '../../../../../shared/catalog';

/** Dashboard measures in card order. */
export const DASHBOARD_MEASURES = [
  'adClickCount',
  'cvTotalFinal',
  'adCost',
  'cpa',
  'amountSum',
  'roas',
  'roi',
  'profit',
] as const satisfies readonly MeasureKey[];
export type DashboardMeasure = (typeof DASHBOARD_MEASURES)[number];

/** Reads the measure from the address. Falls back to the given one. */
export const readMeasure = (text: string | null, otherwise: DashboardMeasure): DashboardMeasure =>
  DASHBOARD_MEASURES.find((key) => key === text) ?? otherwise;
