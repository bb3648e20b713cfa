import { AdAnalyzeAdjustmentItem } from '../../../../../shared/catalog';
import type { DayRange } from '../../../../../shared/domain/calendar';
import { formatCostChanges } from '../../../../../shared/domain/cost';
import { dayText } from '../../../kit/tokyo-date';
import { filterParameter } from '../../../kit/report/axes';
import { periodParameters, type Period } from '../../../kit/period/period';

/** Address of the ad statistics of a period, of all ads or of one. */
export function statisticsLink(period: Period, adId?: number): string {
  const { from, to, period: preset } = periodParameters(period);
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ period: preset, from, to })) if (value !== null) parameters.set(name, value);
  if (adId !== undefined) parameters.set(filterParameter('ad') ?? 'ad_ids', String(adId));
  return `/analyze/ad-statistics?${parameters}`;
}

/** Yen that the simulation of a link adds, and how results follow: less than in proportion, which its screen says and lets change. */
export const TRIED_YEN = 100_000;
const TRIED_ELASTICITY = 0.7;

/** Address of the allocation simulation in which an ad gets so much more. */
export function simulationLink({ from, to }: DayRange, adId: number): string {
  const changes = formatCostChanges(new Map([[String(adId), { by: AdAnalyzeAdjustmentItem.CURRENCY, amount: TRIED_YEN }]]));
  return `/analyze/allocation?${new URLSearchParams({ from: dayText(from), to: dayText(to), axis: 'ad', changes, of: 'ad', e: String(TRIED_ELASTICITY) })}`;
}
