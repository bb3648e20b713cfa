import { randomBytes } from 'node:crypto';
import type { DeepPartial, EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import type { Database } from '../../db/database';
import { Ad } from '../../settings/ad/ad.entity';
import { Asp } from '../../settings/asp/asp.entity';
import { Company } from '../../settings/company';
import { CvSetting } from '../../settings/cv-setting';
import { Product } from '../../settings/product/product.entity';
import { LpoEntry, Redirect } from '../../settings/redirect/redirect.entity';
import { Crossdomain } from '../../settings/crossdomain';

/** Saves one entity in its own transaction. */
export async function save<T extends ObjectLiteral>(
  db: Database,
  entity: EntityTarget<T>,
  values: DeepPartial<NoInfer<T>>,
): Promise<T> {
  return db.write(async ({ manager }) => manager.save(build(manager, entity, values)));
}

function build<T extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  values: DeepPartial<NoInfer<T>>,
): T {
  return manager.create(entity, values);
}

const code = () => randomBytes(9).toString('base64url');

/** Creates a shop with one ad, one redirect and one LAST setting. */
export async function makeShop(db: Database, values: DeepPartial<Product> = {}) {
  const company = await save(db, Company, { divName: 'Shop' });
  const product = await save(db, Product, {
    companyId: company.id,
    productName: 'Tea',
    productDomain: 'shop.example',
    productUrl: 'https://shop.example/',
    ...values,
  });
  const cv = await save(db, CvSetting, {
    productId: product.id,
    title: 'Order',
    cvType: 1,
    cvSlot: 1,
    cvUrl: 'shop.example/thanks',
  });
  const { ad, redirect } = await makeLink(db, product.id);
  return { company, product, cv, ad, redirect };
}

/** Creates an ad with a redirect to `https://shop.example/lp?from=ad#top`. */
export async function makeLink(
  db: Database,
  productId: number,
  adValues: DeepPartial<Ad> = {},
  redirectValues: DeepPartial<Redirect> = {},
) {
  const ad = await save(db, Ad, { productId, code: code(), adName: 'Ad', clickCost: 30, ...adValues });
  const redirect = await save(db, Redirect, {
    productId,
    adId: ad.id,
    code: code(),
    redirectUrl: 'https://shop.example/lp?from=ad#top',
    ...redirectValues,
  });
  return { ad, redirect };
}

/** Creates the landing pages of a redirect in this order. */
export async function makeVariants(
  db: Database,
  redirectId: number,
  variants: { url: string; rate: number }[],
) {
  const entries: LpoEntry[] = [];
  for (const [i, { url, rate }] of variants.entries()) {
    entries.push(await save(db, LpoEntry, { redirectId, position: i + 1, title: `LP ${i + 1}`, url, rate }));
  }
  return entries;
}

export const makeAsp = (db: Database, productId: number, values: DeepPartial<Asp> = {}) =>
  save(db, Asp, { productId, aspName: 'Network', ...values });

export const makeSender = (db: Database, productId: number, senderDomain: string) =>
  save(db, Crossdomain, { productId, senderName: senderDomain, senderDomain });
