import { day, float, instant, int, listOf, objectType, opt, ref, text, typeOf } from '../fields';
import { query, resolver } from '../operation';
// Registers the `Refusal` type.
import './dashboard-alerts.resolver';

const pathAd = { adId: opt(int), ad: opt(text) };
const PathAdType = objectType('PathAd', pathAd);
const FrequentPathType = objectType('AdFrequentPath', {
  steps: listOf(ref(() => PathAdType)),
  conversions: int,
  amount: float,
});
const PartnerType = objectType('PathPartner', { ...pathAd, conversions: int, before: int });
const AdPathsType = objectType('AdPaths', {
  conversions: int,
  paths: listOf(ref(() => FrequentPathType)),
  partners: listOf(ref(() => PartnerType)),
});
const ResultStateType = objectType('ResultState', { approvalStatus: int, count: int, cvCost: float });
const LinkStateType = objectType('LinkState', {
  kind: text,
  redirectId: opt(int),
  lastClickAt: opt(instant),
  lastLandingAt: opt(instant),
  refused: listOf(ref(() => typeOf('Refusal'))),
});

const adPageArgs = { productId: int, adId: int, dateFrom: day, dateTo: day };

/** Queries of the ad page, beside reports. */
export const AdPageResolver = resolver({
  adPaths: query(AdPathsType, { ...adPageArgs, evaluation: opt(int) }, ({ services, actor }, args) =>
    services.adPage.paths(actor, args),
  ),
  adResultStates: query([ResultStateType], adPageArgs, ({ services, actor }, args) =>
    services.adPage.resultStates(actor, args),
  ),
  adLinkStates: query([LinkStateType], { adId: int }, ({ services, actor }, { adId }) =>
    services.adPage.linkStates(actor, adId),
  ),
});
