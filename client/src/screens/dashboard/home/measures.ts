import type { MeasureKey } from '../../../../../shared/catalog';

/** The measures of the dashboard, in the order of its cards. */
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

/** The measure that an address names; one that it does not show is none. */
export const measureIn = (text: string | null, otherwise: DashboardMeasure): DashboardMeasure =>
  DASHBOARD_MEASURES.find((key) => key === text) ?? otherwise;
