import { grantOf, rightKeys, RoleType } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import type { Database, Tx } from '../../db/database';
import { Ad } from '../../settings/ad/ad.entity';
import { AdCategory } from '../../settings/ad-category';
import { AdType } from '../../settings/ad-type';
import { Agency } from '../../settings/agency';
import { Asp } from '../../settings/asp/asp.entity';
import { Company } from '../../settings/company';
import { CvSetting } from '../../settings/cv-setting';
import { Product } from '../../settings/product/product.entity';
import { LpoEntry, Redirect } from '../../settings/redirect/redirect.entity';

/** Ids of several settings. */
type Two = [number, number];
type Three = [number, number, number];

/** Settings for report tests: one product with ads of every kind, and another company. */
export interface World {
  companyId: number;
  productId: number;
  agencies: Two;
  asps: Two;
  categories: Two;
  /** By sequence: types[1], types[2], types[3]. */
  types: Record<1 | 2 | 3, Two>;
  ads: [...Three, ...Three];
  redirects: Three;
  /** Variants of the first redirect. */
  lpoEntries: Two;
  /** LAST slot 1, LAST slot 2, MIDDLE slot 1. */
  cvSettings: Three;
  foreign: { companyId: number; productId: number; adId: number; aspId: number; agencyId: number };
}

type Make = <T extends object>(entity: new () => T, values: Partial<T>) => Promise<T & { id: number }>;

const maker =
  (tx: Tx): Make =>
  async (entity, values) =>
    tx.manager.save(Object.assign(new entity(), values)) as never;

/** Creates the settings in an empty database. */
export function makeWorld(db: Database): Promise<World> {
  return db.write(async (tx) => {
    const make = maker(tx);
    const company = await make(Company, { divName: 'Company' });
    const { id: productId } = await make(Product, { companyId: company.id, productName: 'Product' });
    const many = async <const T extends readonly string[]>(
      titles: T,
      one: (title: T[number], index: number) => Promise<{ id: number }>,
    ): Promise<{ -readonly [K in keyof T]: number }> => {
      const ids: number[] = [];
      for (const [index, title] of titles.entries()) ids.push((await one(title, index)).id);
      return ids as { -readonly [K in keyof T]: number };
    };
    const agencies = await many(['Agency A', 'Agency B'], (agencyName) =>
      make(Agency, { companyId: company.id, agencyName }),
    );
    const asps = await many(['Asp A', 'Asp B'], (aspName) => make(Asp, { productId, aspName }));
    const categories = await many(['Category A', 'Category B'], (title) =>
      make(AdCategory, { productId, title }),
    );
    const typesOf = (sequence: number): Promise<Two> =>
      many(['X', 'Y'], (title) => make(AdType, { productId, sequence, title: `Type ${sequence}${title}` }));
    const types = { 1: await typesOf(1), 2: await typesOf(2), 3: await typesOf(3) };
    // The last ad has nothing but its name.
    const pick = (ids: number[], index: number): number | null =>
      index < 5 ? (ids[index % ids.length] ?? null) : null;
    const ads = await many(['Ad 1', 'Ad 2', 'Ad 3', 'Ad 4', 'Ad 5', 'Ad 6'], (adName, n) =>
      make(Ad, {
        productId,
        adName,
        code: `ad-${n}`,
        agencyId: n < 2 ? agencies[0] : n < 4 ? agencies[1] : null,
        aspId: pick(asps, n),
        adCategoryId: pick(categories, Math.floor(n / 2)),
        adType1Id: pick(types[1], n),
        adType2Id: n % 3 === 0 ? pick(types[2], n) : null,
        adType3Id: n === 1 ? types[3][0] : null,
      }),
    );
    const redirects = await many(['r-1', 'r-2', 'r-3'], (code, n) =>
      make(Redirect, {
        productId,
        adId: n === 2 ? ads[1] : ads[0],
        code,
        redirectUrl: `https://example.com/${code}`,
      }),
    );
    const lpoEntries = await many(['A', 'B'], (title, position) =>
      make(LpoEntry, {
        redirectId: redirects[0],
        position,
        title,
        url: `https://example.com/${title}`,
        rate: 50,
      }),
    );
    const settings = {
      Purchase: { cvType: 1, cvSlot: 1 },
      Contract: { cvType: 1, cvSlot: 2 },
      Form: { cvType: 0, cvSlot: 1 },
    } as const;
    const cvSettings = await many(['Purchase', 'Contract', 'Form'], (title) =>
      make(CvSetting, { productId, title, ...settings[title] }),
    );
    const other = await make(Company, { divName: 'Other' });
    const otherProduct = await make(Product, { companyId: other.id, productName: 'Other product' });
    const otherAd = await make(Ad, { productId: otherProduct.id, adName: 'Other ad', code: 'other' });
    const otherAsp = await make(Asp, { productId: otherProduct.id, aspName: 'Other asp' });
    const otherAgency = await make(Agency, { companyId: other.id, agencyName: 'Other agency' });
    return {
      companyId: company.id,
      productId,
      agencies,
      asps,
      categories,
      types,
      ads,
      redirects,
      lpoEntries,
      cvSettings,
      foreign: {
        companyId: other.id,
        productId: otherProduct.id,
        adId: otherAd.id,
        aspId: otherAsp.id,
        agencyId: otherAgency.id,
      },
    };
  });
}

/** Returns a signed-in user of the world's company. */
export function actorOf(
  world: Pick<World, 'companyId' | 'productId'>,
  role: RoleType = RoleType.ADMIN,
  agencyId: number | null = null,
): Actor {
  return {
    userId: 1,
    companyId: world.companyId,
    role,
    agencyId,
    productIds: [world.productId],
    grants: Object.fromEntries(rightKeys.map((key) => [key, grantOf(key, role)])) as Actor['grants'],
    family: 'test',
  };
}
