import { bool, day, float, instant, int, listOf, objectType, opt, ref, text } from '../fields';
import { query, resolver } from '../operation';

const WaitingType = objectType('Waiting', { count: int, countExact: bool, at: opt(instant) });
const SilentSourceType = objectType('SilentSource', {
  source: text,
  lastAt: instant,
  days: int,
  longestPause: int,
});
const RejectedEventType = objectType('Refusal', { door: text, reason: text, count: int, lastAt: instant });
const RejectedEventsType = objectType('Refusals', {
  exact: bool,
  reasons: listOf(ref(() => RejectedEventType)),
});
const EndingAdType = objectType('EndingAd', { id: int, adName: text, periodTo: day });
const UnusualDayType = objectType('UnusualDay', {
  day,
  measure: text,
  value: float,
  median: float,
  low: float,
  high: float,
  days: int,
});
const DashboardAlertsType = objectType('Attention', {
  pending: opt(ref(() => WaitingType)),
  failed: opt(ref(() => WaitingType)),
  silent: opt(listOf(ref(() => SilentSourceType))),
  refused: opt(ref(() => RejectedEventsType)),
  ending: opt(listOf(ref(() => EndingAdType))),
  unusual: opt(listOf(ref(() => UnusualDayType))),
  asOf: instant,
});

export const DashboardAlertsResolver = resolver({
  attention: query(DashboardAlertsType, { productId: int }, ({ services, actor }, { productId }) =>
    services.dashboardAlerts.read(actor, productId),
  ),
});
