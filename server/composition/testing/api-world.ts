import { RoleType } from '../../../shared/catalog';
import type { SettingName } from '../../../shared/settings';
import { required as samples } from '../../../shared/settings/testing/samples';
import { hashPassword } from '../../auth/passwords';
import { ApiKey } from '../../auth/auth.entities';
import { newApiKey } from '../../auth/machine-tokens';
import type { Database, Tx } from '../../db/database';
import { settle } from '../../sweeps';
import { ingest, type IncomingEvent } from '../../journeys';
import { AdCategory } from '../../settings/ad-category';
import { AdType } from '../../settings/ad-type';
import { AdFee } from '../../settings/ad/ad-fee.entity';
import { Ad } from '../../settings/ad/ad.entity';
import { Agency } from '../../settings/agency';
import { Asp } from '../../settings/asp/asp.entity';
import { Company } from '../../settings/company';
import { Crossdomain } from '../../settings/crossdomain';
import { CustomMeasure } from '../../settings/custom-measure';
import { CvSetting } from '../../settings/cv-setting';
import { Experiment } from '../../settings/experiment/experiment.entity';
import { Note } from '../../settings/note';
import { Product } from '../../settings/product/product.entity';
import { LpoEntry, Redirect } from '../../settings/redirect/redirect.entity';
import { settingEntries } from '../../settings/settings';
import { Target } from '../../settings/target';
import { User, UserProduct } from '../../settings/user/user.entity';

export const PASSWORD = 'Password1!';
/** 2026-01-15 12:00:00 in Tokyo. */
export const EVENT_TIME = Date.UTC(2026, 0, 15, 3);

/** Ids of a product and everything that belongs to it. */
export interface ProductWorld {
  readonly product: number;
  readonly asp: number;
  readonly adCategory: number;
  readonly adType: number;
  readonly cvSetting: number;
  readonly domain: number;
  /** One of each further setting of the product, by entity. */
  readonly further: Readonly<Partial<Record<SettingName, number>>>;
  readonly apiKey: number;
  /** One ad of each agency. */
  readonly ads: readonly [number, number];
  readonly redirects: readonly [number, number];
  /** Two rejected events. */
  readonly refused: readonly string[];
  /** The result of each ad's order, and its postback. */
  readonly results: readonly string[];
  readonly queued: readonly string[];
  /** Each ad's order in the ledger of the sender. */
  readonly sends: readonly string[];
}

/**
 * Two companies: one with two products, two agencies and a user of each role; one with a product and an
 * admin.
 */
export interface ApiWorld {
  readonly company: number;
  readonly agencies: readonly [number, number];
  readonly users: Readonly<Record<'admin' | 'manager' | 'analyst' | 'agency', number>>;
  /** Product in the lists of all users. */
  readonly open: ProductWorld;
  /** Product that only the company's ADMIN can see. */
  readonly closed: ProductWorld;
  /** The other company. */
  readonly foreign: ProductWorld & {
    readonly company: number;
    readonly agency: number;
    readonly user: number;
    readonly customMeasure: number;
  };
  /** Custom measure of the ADMIN, shared with the company. */
  readonly customMeasure: number;
}

/** Product before its results exist. */
type CreatedProduct = Omit<ProductWorld, 'results' | 'queued' | 'sends'>;

/** Settings that the world creates itself because tests rely on their values. */
const createdHere: ReadonlySet<SettingName> = new Set([
  'asp',
  'ad',
  'adCategory',
  'adType',
  'cvSetting',
  'crossdomain',
  'note',
  'redirect',
  'target',
  'experiment',
]);

async function makeProduct(
  tx: Tx,
  company: number,
  name: string,
  agencies: readonly [number, number],
): Promise<CreatedProduct> {
  const { manager } = tx;
  const make = async <T extends { id: number }>(entity: new () => T, values: object): Promise<number> =>
    (await manager.save(manager.create(entity as new () => T, { ...values } as never) as T)).id;
  const productId = await make(Product, {
    companyId: company,
    productName: name,
    productDomain: `${name}.example`,
    productUrl: `https://${name}.example/`,
  });
  const asp = await make(Asp, {
    productId,
    aspName: `${name} asp`,
    aXclidFlag: true,
    aXclid: '{cid}',
    webhookUrl: 'https://asp.example/{xclid}',
    resultMethod: 2,
    resultFlag: 1,
  });
  const adCategory = await make(AdCategory, { productId, title: `${name} category` });
  const adType = await make(AdType, { productId, sequence: 1, title: `${name} type` });
  const cvSetting = await make(CvSetting, {
    productId,
    title: `${name} order`,
    cvType: 1,
    cvSlot: 1,
    cvUrl: `https://${name}.example/thanks*`,
  });
  const domain = await make(Crossdomain, {
    productId,
    senderName: 'shop',
    senderDomain: `shop.${name}.example`,
  });
  // Its author is deleted.
  const further: Partial<Record<SettingName, number>> = {
    target: await make(Target, { productId, month: '202512', cv: 100 }),
    experiment: await make(Experiment, { productId, title: `${name} test`, firstDay: 20260202 }),
    note: await make(Note, { productId, day: 20260131, noteText: `${name} note`, authorId: 0 }),
  };
  for (const [, { name: setting, target, owner }] of settingEntries) {
    if (owner === 'product' && !createdHere.has(setting))
      further[setting] = await make(target, { ...samples[setting], productId });
  }
  const { keyHash, prefix } = newApiKey();
  const apiKey = await make(ApiKey, { productId, name: 'server', keyHash, prefix });
  const ads: number[] = [];
  const redirects: number[] = [];
  for (const [index, agencyId] of agencies.entries()) {
    const ad = await make(Ad, {
      productId,
      agencyId,
      aspId: asp,
      adCategoryId: adCategory,
      adType1Id: adType,
      code: `${name}-ad-${index}`,
      adName: `${name} ad ${index}`,
      clickCost: 12.5,
      cvCost: 800,
      redirectUrl: `https://${name}.example/lp?x=1#top`,
      periodFrom: 20250101,
      periodTo: 20271231,
    });
    await make(AdFee, { adId: ad, periodFrom: 20260101, periodTo: 20260131, amount: 3100 });
    const redirect = await make(Redirect, {
      productId,
      adId: ad,
      code: `${name}-r-${index}`,
      redirectUrl: `https://${name}.example/lp`,
      lpoFlag: true,
    });
    await make(LpoEntry, {
      redirectId: redirect,
      position: 1,
      title: 'A',
      url: `https://${name}.example/a`,
      rate: 70,
    });
    await make(LpoEntry, {
      redirectId: redirect,
      position: 2,
      title: 'B',
      url: `https://${name}.example/b`,
      rate: 30,
    });
    ads.push(ad);
    redirects.push(redirect);
  }
  await tx.execute('INSERT INTO experiment_ad (experiment_id, ad_id, is_off) VALUES (?, ?, 1)', [
    further.experiment ?? 0,
    ads[1] ?? 0,
  ]);
  const events = ads.flatMap((ad, index) =>
    journey(productId, name, index, ad, redirects[index] ?? 0, cvSetting),
  );
  await ingest(tx, events, { notify: true });
  const refused: string[] = [];
  for (const [index, [source, reason]] of (
    [
      ['redirect', 'ad_invalid'],
      ['collect', 'amount must be a number'],
    ] as const
  ).entries()) {
    const values = [
      productId,
      source,
      reason,
      JSON.stringify({ args: `order=${index}` }),
      `198.51.100.${index}`,
      EVENT_TIME + index,
    ];
    refused.push(
      String(
        await tx.insert(
          'INSERT INTO bad_event (product_id, door, reason, text, ip, stored_at) VALUES (?,?,?,?,?,?)',
          values,
        ),
      ),
    );
  }
  return {
    refused,
    further,
    product: productId,
    asp,
    adCategory,
    adType,
    cvSetting,
    domain,
    apiKey,
    ads: ads as [number, number],
    redirects: redirects as [number, number],
  };
}

/** Returns one click, one view and one order of one visitor. */
function journey(
  productId: number,
  name: string,
  index: number,
  adId: number,
  redirectId: number,
  cvSettingId: number,
): IncomingEvent[] {
  const visitorId = `${name}-v${index}`;
  const medium = { xclid: 'x1', ses: 's1', key1: 'k1', key2: null, key3: null };
  const ua =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
  const base = { productId, door: 'import', ip: '203.0.113.9', ua, visitorId } as const;
  return [
    {
      ...base,
      ...medium,
      type: 'click',
      id: `${name}-c${index}`,
      time: EVENT_TIME + index,
      adId,
      redirectId,
      lpoEntryId: 0,
      params: 'p=1',
      landingUrl: null,
      cost: null,
    },
    {
      ...base,
      ...medium,
      type: 'view',
      id: `${name}-p${index}`,
      time: EVENT_TIME + 60_000,
      url: `https://${name}.example/lp?utm=1`,
      referrer: 'https://search.example/',
      title: 'LP',
      interactionRef: null,
      landingAdId: null,
    },
    {
      ...base,
      type: 'conversion',
      id: `${name}-o${index}`,
      time: EVENT_TIME + 120_000,
      interactionRef: null,
      cvSettingId,
      amount: 5000.5,
      userId: `customer${index}`,
      args: 'order=1',
      otherKey1: null,
      otherKey2: null,
      otherKey3: null,
      url: null,
      referrer: null,
    },
  ];
}

/** Adds the results of a product's orders, in the order of its ads. */
async function withResults<T extends CreatedProduct>(
  db: Database,
  product: T,
): Promise<T & Pick<ProductWorld, 'results' | 'queued' | 'sends'>> {
  const rows = await db.read<{ id: string; queued: string }>(
    'SELECT r.id, p.id AS queued FROM result r JOIN postback p ON p.result_id = r.id WHERE r.product_id = ? ORDER BY r.ad_id',
    [product.product],
  );
  const sends = await db.read<{ id: string }>(
    'SELECT id FROM conversion_send WHERE product_id = ? ORDER BY ad_id',
    [product.product],
  );
  return {
    ...product,
    sends: sends.map(({ id }) => id),
    results: rows.map(({ id }) => id),
    queued: rows.map(({ queued }) => queued),
  };
}

/** Fills an empty database with the test world. */
export async function makeApiWorld(db: Database): Promise<ApiWorld> {
  const passwordHash = await hashPassword(PASSWORD);
  const world = await db.write(async (tx) => {
    const { manager } = tx;
    const company = async (divName: string) => (await manager.save(manager.create(Company, { divName }))).id;
    const agency = async (companyId: number, agencyName: string) =>
      (await manager.save(manager.create(Agency, { companyId, agencyName }))).id;
    const user = async (
      companyId: number,
      email: string,
      roleType: RoleType,
      agencyId: number | null,
      products: number[],
    ) => {
      const entity = manager.create(User, {
        companyId,
        agencyId,
        userName: email.replace(/@.*/, ''),
        email,
        emailKey: email,
        roleType,
        passwordHash,
        lastLogin: null,
      });
      const { id } = await manager.save(entity);
      for (const productId of products) await manager.insert(UserProduct, { userId: id, productId });
      return id;
    };
    const alpha = await company('Alpha');
    const beta = await company('Beta');
    const agencies = [await agency(alpha, 'First'), await agency(alpha, 'Second')] as const;
    const foreignAgency = await agency(beta, 'Elsewhere');
    const open = await makeProduct(tx, alpha, 'open', agencies);
    const closed = await makeProduct(tx, alpha, 'closed', agencies);
    const foreign = await makeProduct(tx, beta, 'foreign', [foreignAgency, foreignAgency]);
    const users = {
      admin: await user(alpha, 'admin@alpha.example', RoleType.ADMIN, null, []),
      manager: await user(alpha, 'manager@alpha.example', RoleType.MANAGER, null, [open.product]),
      analyst: await user(alpha, 'analyst@alpha.example', RoleType.ANALYST, null, [open.product]),
      agency: await user(alpha, 'agency@alpha.example', RoleType.AGENCY, agencies[0], [open.product]),
    };
    const foreignUser = await user(beta, 'admin@beta.example', RoleType.ADMIN, null, []);
    const customMeasure = async (companyId: number, userId: number): Promise<number> =>
      (
        await manager.save(
          manager.create(CustomMeasure, {
            ...samples.customMeasure,
            companyId,
            userId,
            shared: true,
          } as never) as CustomMeasure,
        )
      ).id;
    const ratios = [await customMeasure(alpha, users.admin), await customMeasure(beta, foreignUser)] as const;
    return {
      customMeasure: ratios[0],
      company: alpha,
      agencies,
      users,
      open,
      closed,
      foreign: {
        ...foreign,
        company: beta,
        agency: foreignAgency,
        user: foreignUser,
        customMeasure: ratios[1],
      },
    };
  });
  await settle(db);
  const { open, closed, foreign } = world;
  return {
    ...world,
    open: await withResults(db, open),
    closed: await withResults(db, closed),
    foreign: await withResults(db, foreign),
  };
}
