import type { Tx } from '../../db/database';
import { AdCategory } from '../../settings/ad-category';
import { AdType } from '../../settings/ad-type';
import { Asp } from '../../settings/asp/asp.entity';
import { Crossdomain } from '../../settings/crossdomain';
import { CvSetting } from '../../settings/cv-setting';
import { Product } from '../../settings/product/product.entity';
import { CvCondition, CvType } from '../../../shared/catalog';
import { type DemoCv, type DemoProduct, NETWORKS } from '../catalog/demo-product';
import type { AdProfile, CvProfile } from '../history/plan';
import { createAds } from './create-ads';
import { newRow } from './new-row';

/** Stored demo product, with the parameters of its history. */
export interface CreatedProduct {
  productId: number;
  definition: DemoProduct;
  ads: AdProfile[];
  last: CvProfile[];
  middle: CvProfile[];
}

interface Owner {
  companyId: number;
  /** Agencies of the company by name. */
  agencies: ReadonlyMap<string, number>;
  /** Address of console and demo site. */
  publicUrl: string;
}

const byTitle = (rows: { id: number; title: string }[]): Map<string, number> =>
  new Map(rows.map((row) => [row.title, row.id]));

const cvRow = (productId: number, site: string, cvType: number) => (cv: DemoCv, i: number) =>
  newRow(CvSetting, {
    productId,
    title: cv.title,
    cvType,
    cvSlot: i + 1,
    cvCondition: cv.page === null ? CvCondition.BUTTON_CLICK : CvCondition.URL,
    cvUrl: cv.page === null ? null : `${site}${cv.page}*`,
  });

const profiles = (rows: CvSetting[], definitions: readonly DemoCv[]): CvProfile[] =>
  rows.map((row, i) => ({
    cvSettingId: row.id,
    weight: definitions[i]!.weight,
    amount: definitions[i]!.amount,
  }));

/** Stores a product with everything below it; rows of each kind in the order of the definition. */
export const createProduct = async (
  tx: Tx,
  owner: Owner,
  definition: DemoProduct,
): Promise<CreatedProduct> => {
  const { manager } = tx;
  const site = owner.publicUrl;
  const product = await manager.save(
    newRow(Product, {
      companyId: owner.companyId,
      productName: definition.name,
      productDomain: new URL(site).hostname,
      productUrl: `${site}/demo-site/`,
      excludedIps: '192.0.2.0/24',
      attributionModel: definition.model,
      newExistingSeparation: definition.separation,
      newExistingEvaluation: definition.evaluation,
    }),
  );
  const productId = product.id;
  // The first product has the shop; each other product has its own page there, with its own tag.
  const landingUrl = definition.shop ? `${site}/demo-site/` : `${site}/demo-site/${productId}/`;
  if (!definition.shop) await manager.save(Object.assign(product, { productUrl: landingUrl }));
  const last = await manager.save(definition.last.map(cvRow(productId, site, CvType.LAST_CV)));
  const middle = await manager.save(definition.middle.map(cvRow(productId, site, CvType.MIDDLE_CV)));
  const asps = await manager.save(
    definition.asps.map((aspName) => newRow(Asp, { productId, aspName, ...NETWORKS[aspName] })),
  );
  const categories = await manager.save(
    definition.categories.map((title) => newRow(AdCategory, { productId, title })),
  );
  const types = await manager.save(
    definition.types.flatMap((titles, i) =>
      titles.map((title) => newRow(AdType, { productId, sequence: i + 1, title })),
    ),
  );
  await manager.save(
    definition.crossdomains.map(([senderName, senderDomain]) =>
      newRow(Crossdomain, { productId, senderName, senderDomain }),
    ),
  );
  const ads = await createAds(tx, definition.ads, {
    productId,
    landingUrl,
    agencies: owner.agencies,
    asps: new Map(asps.map((asp) => [asp.aspName, asp.id])),
    categories: byTitle(categories),
    types: [1, 2, 3].map((sequence) => byTitle(types.filter((type) => type.sequence === sequence))),
  });
  return {
    productId,
    definition,
    ads,
    last: profiles(last, definition.last),
    middle: profiles(middle, definition.middle),
  };
};
