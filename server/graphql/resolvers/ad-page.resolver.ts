import { day, int, opt, typeOf } from '../fields';
import { query, resolver } from '../operation';

const adPageArgs = { productId: int, adId: int, dateFrom: day, dateTo: day };

/** Queries of the ad page, beside reports. */
export const AdPageResolver = resolver({
  adPaths: query(typeOf('AdPaths'), { ...adPageArgs, evaluation: opt(int) }, ({ services, actor }, args) =>
    services.adPage.paths(actor, args),
  ),
  adResultStates: query([typeOf('ResultState')], adPageArgs, ({ services, actor }, args) =>
    services.adPage.resultStates(actor, args),
  ),
  adLinkStates: query([typeOf('LinkState')], { adId: int }, ({ services, actor }, { adId }) =>
    services.adPage.linkStates(actor, adId),
  ),
});
