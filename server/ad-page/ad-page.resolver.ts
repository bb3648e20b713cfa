import { Arg, Args, Ctx, Int, Query, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../graphql/context';
import {
  argsType,
  day,
  float,
  instant,
  int,
  listOf,
  objectType,
  opt,
  ref,
  text,
  typeOf,
} from '../graphql/fields';
// Registers the `Refusal` type.
import '../dashboard-alerts/dashboard-alerts.resolver';
import type { AdPageArgs } from './ad-page-args';

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
const StatesArgs = argsType(adPageArgs);
const PathsArgs = argsType({ ...adPageArgs, evaluation: opt(int) });

/** Queries of the ad page, beside reports. */
@Resolver()
export class AdPageResolver {
  @Query(() => AdPathsType)
  adPaths(
    @Ctx() context: ApiContext,
    @Args(() => PathsArgs) args: AdPageArgs & { evaluation?: number | null },
  ): Promise<object> {
    return context.services.adPage.paths(signedIn(context), args);
  }

  @Query(() => [ResultStateType])
  adResultStates(
    @Ctx() context: ApiContext,
    @Args(() => StatesArgs) args: AdPageArgs,
  ): Promise<readonly object[]> {
    return context.services.adPage.resultStates(signedIn(context), args);
  }

  @Query(() => [LinkStateType])
  adLinkStates(@Ctx() context: ApiContext, @Arg('adId', () => Int) adId: number): Promise<readonly object[]> {
    return context.services.adPage.linkStates(signedIn(context), adId);
  }
}
