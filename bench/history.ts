import { randomBytes } from 'node:crypto';
import type { Actor } from '../server/auth/actor';
import type { Database } from '../server/db/database';
import { loadHistory } from '../server/demo-data/history/load';
import { newRow, newLinkCode } from '../server/demo-data/settings/new-row';
import {
  createSyntheticAds,
  ensureCvSettings,
  historyRange,
  syntheticPlan,
} from '../server/demo-data/synthetic-plan';
import { settle } from '../server/sweeps';
import { Ad } from '../server/settings/ad/ad.entity';
import { Company } from '../server/settings/company';
import { Product } from '../server/settings/product/product.entity';
import { Redirect } from '../server/settings/redirect/redirect.entity';
import { grantOf, rightKeys, RoleType } from '../shared/catalog';
import { addDays, dayOf, firstDayOfMonth, monthOf, type Day } from '../shared/domain/calendar';

/** Sizes of the two histories, in ad contacts. */
export interface Sizes {
  small: number;
  large: number;
}

/** Two products of one company with a year of history each, and a user who may read them. */
export interface BenchData {
  db: Database;
  small: number;
  large: number;
  actor: Actor;
  /** First and last day of the twelve full months, and of the last of them. */
  year: { from: Day; to: Day };
  month: { from: Day; to: Day };
  /** Folder for the processes that use the database. */
  dir: string;
  /** Code of a redirect of the small product. */
  linkCode: string;
}

const RANDOM = 42;
const MONTHS = 12;
const ADS = 200;

/** Creates a product with ads and CV settings, without history. */
export const makeProduct = async (db: Database, companyId: number, name: string): Promise<number> =>
  db.write(async (tx) => {
    const { id } = await tx.manager.save(
      newRow(Product, {
        companyId,
        productName: name,
        productDomain: 'shop.example',
        productUrl: 'https://shop.example/',
      }),
    );
    await createSyntheticAds(tx, id, ADS);
    await ensureCvSettings(tx, id);
    return id;
  });

/** Creates a link of the product's first ad and returns its code. */
export const makeLink = async (db: Database, productId: number): Promise<string> =>
  db.write(async ({ manager }) => {
    const ad = await manager.findOneByOrFail(Ad, { productId });
    const code = newLinkCode();
    await manager.save(
      newRow(Redirect, { productId, adId: ad.id, code, redirectUrl: 'https://shop.example/lp?from=ad#top' }),
    );
    return code;
  });

export const makeCompany = async (db: Database): Promise<number> =>
  (await db.write(({ manager }) => manager.save(newRow(Company, { divName: 'Bench' })))).id;

/** Returns the last day of the last full month. Histories cover full months, as typical reports do. */
export const lastWholeDay = (now: number): Day => addDays(firstDayOfMonth(monthOf(dayOf(now))), -1);

/** Describes two products with histories of full months, and an administrator who may read both. */
export const benchData = (
  db: Database,
  companyId: number,
  sized: { small: number; large: number },
  productIds: readonly number[],
): Omit<BenchData, 'dir' | 'linkCode'> => {
  const now = Date.now();
  const until = lastWholeDay(now);
  const { from } = historyRange(MONTHS, now, until);
  const grants = Object.fromEntries(
    rightKeys.map((key) => [key, grantOf(key, RoleType.ADMIN)]),
  ) as Actor['grants'];
  return {
    db,
    ...sized,
    year: { from: dayOf(from), to: until },
    month: { from: firstDayOfMonth(monthOf(until)), to: until },
    actor: {
      userId: 1,
      companyId,
      role: RoleType.ADMIN,
      agencyId: null,
      productIds: [...productIds],
      grants,
      family: randomBytes(8).toString('hex'),
    },
  };
};

/** Fills an empty database and logs its progress. */
export const makeHistory = async (
  db: Database,
  sizes: Sizes,
  log: (line: string) => void,
): Promise<Omit<BenchData, 'dir'>> => {
  const companyId = await makeCompany(db);
  const now = Date.now();
  const products: number[] = [];
  for (const [name, clicks] of [
    ['small', sizes.small],
    ['large', sizes.large],
  ] as const) {
    const productId = await makeProduct(db, companyId, name);
    const start = performance.now();
    const plan = await syntheticPlan(
      db,
      { productId, clicks, months: MONTHS, random: RANDOM, until: lastWholeDay(now) },
      now,
    );
    const { events } = await loadHistory(db, plan);
    const stored = performance.now();
    await settle(db);
    const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
    log(
      `  ${name} history: ${clicks} clicks, ${events} events stored in ${seconds(stored - start)}, derived in ${seconds(performance.now() - stored)}`,
    );
    products.push(productId);
  }
  const [small, large] = products as [number, number];
  return { ...benchData(db, companyId, { small, large }, products), linkCode: await makeLink(db, small) };
};
