import type { Tx } from '../../db/database';
import { Ad } from '../../settings/ad/ad.entity';
import { LpoEntry, Redirect } from '../../settings/redirect/redirect.entity';
import { AUDIENCES, SEASONS, type DemoAd, NETWORKS } from '../catalog/demo-product';
import type { AdProfile, LinkProfile } from '../history/plan';
import { newLinkCode, newRow } from './new-row';

/** Ids of related settings, by their names in the definitions. */
interface Context {
  productId: number;
  landingUrl: string;
  agencies: ReadonlyMap<string, number>;
  asps: ReadonlyMap<string, number>;
  categories: ReadonlyMap<string, number>;
  /** Of types 1, 2 and 3. */
  types: ReadonlyMap<string, number>[];
}

const adRow = (ad: DemoAd, { productId, landingUrl, agencies, asps, categories, types }: Context): Ad =>
  newRow(Ad, {
    productId,
    code: newLinkCode(),
    adName: ad.name,
    agencyId: ad.agency ? (agencies.get(ad.agency) ?? null) : null,
    aspId: asps.get(ad.asp) ?? null,
    adCategoryId: categories.get(ad.category) ?? null,
    adType1Id: types[0]?.get(ad.types[0]) ?? null,
    adType2Id: types[1]?.get(ad.types[1]) ?? null,
    adType3Id: types[2]?.get(ad.types[2]) ?? null,
    redirectUrl: landingUrl,
    clickCost: ad.clickCost,
    cvCost: ad.cvCost,
    resultFlag: ad.cvCost > 0 ? 1 : 0,
    resultMethod: NETWORKS[ad.asp]?.resultMethod ?? null,
    webhookUrl: NETWORKS[ad.asp]?.webhookUrl ?? null,
    resultNoticeIndividuallySetting: true,
    performanceCvFlag: ad.performance ?? false,
    ...(ad.approvedFrom !== undefined && {
      autoApprovalIndividuallySetting: true,
      autoApproval: true,
      approvalAmountFlag: true,
      approvalAmount: ad.approvedFrom,
    }),
  });

/** The variants' pages differ by a parameter, so one demo page serves all. */
const variantRow = (
  redirect: Redirect,
  [title, rate]: NonNullable<DemoAd['variants']>[number],
  i: number,
): LpoEntry =>
  newRow(LpoEntry, {
    redirectId: redirect.id,
    position: i + 1,
    title,
    url: `${redirect.redirectUrl}?lp=${i + 1}`,
    rate,
  });

/**
 * Stores ads, one redirect each, and LPO variants. Returns each ad's behavior in a history, in the given
 * order.
 */
export const createAds = async (
  tx: Tx,
  definitions: readonly DemoAd[],
  context: Context,
): Promise<AdProfile[]> => {
  const { manager } = tx;
  const ads = await manager.save(definitions.map((ad) => adRow(ad, context)));
  const redirects = await manager.save(
    ads.map((ad, i) =>
      newRow(Redirect, {
        productId: context.productId,
        adId: ad.id,
        code: newLinkCode(),
        redirectUrl: context.landingUrl,
        lpoFlag: definitions[i]!.variants !== undefined,
        dynamicLpurl: false,
      }),
    ),
  );
  const profiles: AdProfile[] = [];
  for (const [i, definition] of definitions.entries()) {
    const redirect = redirects[i]!;
    const variants = definition.variants ?? [];
    const entries = await manager.save(variants.map((variant, at) => variantRow(redirect, variant, at)));
    const link: LinkProfile = {
      redirectId: redirect.id,
      variants: entries.map((entry, at) => ({
        entryId: entry.id,
        rate: variants[at]![3] ?? entry.rate,
        conversion: variants[at]![2],
      })),
    };
    profiles.push({
      adId: ads[i]!.id,
      weight: definition.weight,
      opener: definition.opener,
      conversion: definition.conversion,
      devices: AUDIENCES[definition.audience],
      links: [link],
      season: definition.season && SEASONS[definition.season],
    });
  }
  return profiles;
};
