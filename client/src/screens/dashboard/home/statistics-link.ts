import type { Simulation } from '../../../../../shared/catalog/simulation';
import type { DayRange } from '../../../../../shared/domain/calendar';
import { formatCostChanges } from '../../../../../shared/domain/cost';
import { dayText } from '../../../kit/tokyo-date';
import { filterParameter } from '../../../kit/report/axes';
import { periodParameters, type Period } from '../../../kit/period/period';

/** Returns the address of ad statistics for a period, for all ads or one. */
export function statisticsLink(period: Period, adId?: number): string {
  const { from, to, period: preset } = periodParameters(period);
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ period: preset, from, to }))
    if (value !== null) parameters.set(name, value);
  if (adId !== undefined) parameters.set(filterParameter('ad') ?? 'ad_ids', String(adId));
  return `/analyze/ad-statistics?${parameters}`;
}

/** Returns the address of the allocation simulation with changed ad costs. */
export const simulationLink = ({ from, to }: DayRange, { changes, elasticity }: Simulation): string =>
  `/analyze/allocation?${new URLSearchParams({ from: dayText(from), to: dayText(to), axis: 'ad', changes: formatCostChanges(changes), of: 'ad', e: String(elasticity) })}`;
