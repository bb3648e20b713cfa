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
