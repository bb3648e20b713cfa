import { addDays, dayOf, startOfDay } from '../../shared/domain/calendar';
import { execute, select, sql } from '../db/statements';
import { insertRows, type Tx, type Database } from '../db/database';
import { hashPassword } from '../auth/passwords';
import { settle } from '../sweeps';
import { Note } from '../settings/note';
import { newApiKey } from '../auth/machine-tokens';
import { ApiKey } from '../auth/auth.entities';
import { hashSecret } from '../auth/tokens';
import { bumpRevision } from '../db/revision-subscriber';
import type { HistoryPlan } from './history/plan';
import type { CreatedProduct } from './settings/create-product';
import { NETWORK_DOWN } from './catalog/demo-product';
import { storeHistory } from './history/load';
import { storeMediaCosts } from './media-costs';
import { decideResults } from './results/decide';
import { createCompanies, DEMO_PASSWORD } from './settings/create-companies';
import { createExperiments } from './settings/create-experiments';
import { createTargets } from './settings/create-targets';
import { newRow } from './settings/new-row';

export { DEMO_ACCOUNTS, DEMO_PASSWORD } from './settings/create-companies';

/** Seed of all demo histories. */
const DEMO_SEED = 20_200_401;
const YEAR_DAYS = 365;

/** Returns the prefix of the demo's event ids. */
const demoPrefix = (productId: number): string => `demo${productId}-`;

/** Builds the history plan of a demo product: a year up to the day before `now` (epoch milliseconds). */
const demoPlan = (product: CreatedProduct, publicUrl: string, now: number): HistoryPlan => {
  const { productId, definition } = product;
  const today = dayOf(now);
  return {
    productId,
    prefix: demoPrefix(productId),
    seed: DEMO_SEED + productId,
    clicks: definition.clicks,
    clicksExponent: 1.15,
    maxClicks: 9,
    from: startOfDay(addDays(today, -YEAR_DAYS)),
    to: startOfDay(today),
    ads: product.ads,
    last: product.last,
    middle: product.middle,
    conversionRate: definition.conversionRate,
    middleShare: product.middle.length > 0 ? 0.35 : 0,
    organicShare: 0.12,
    viewsPerClick: 2.5,
    customerIdShare: 0.7,
    returnRate: 0.35,
    secondDeviceShare: 0.12,
    botShare: 0.004,
    site: `${publicUrl}/demo-site`,
    season: definition.season,
    growth: definition.growth,
  };
};

/** Columns with pages of the demo site. */
const PAGES = [
  ['redirect', 'redirect_url'],
  ['lpo_entry', 'url'],
  ['ad', 'redirect_url'],
  ['cv_setting', 'cv_url'],
  ['product', 'product_url'],
] as const;

const SITE = '/demo-site/';

/**
 * Updates the demo's pages after a start on another address, because this process serves the demo site. Pages
 * of other sites don't change.
 */
const moveDemoSite = async (tx: Tx, publicUrl: string): Promise<void> => {
  const rows = await tx.query<{ product_url: string | null }>('SELECT product_url FROM product ORDER BY id');
  const site = rows.map((row) => row.product_url ?? '').find((url) => url.endsWith(SITE));
  const old = site?.slice(0, -SITE.length);
  if (old === undefined || old === publicUrl) return;
  for (const [table, column] of PAGES) {
    await execute(tx)`UPDATE ${sql(table)}
      SET ${sql(column)} = CONCAT(${publicUrl}, SUBSTR(${sql(column)}, ${old.length + 1}))
      WHERE SUBSTR(${sql(column)}, 1, ${old.length + SITE.length}) = ${old + SITE}`;
  }
  const moved = publicUrl + SITE;
  await execute(tx)`UPDATE product SET product_domain = ${new URL(publicUrl).hostname}
    WHERE SUBSTR(product_url, 1, ${moved.length}) = ${moved}`;
  await bumpRevision(tx.manager);
};

const NAME = 'demo';
/** Lease whose owner is the secret of the demo product's API key. */
const KEY_LEASE = 'demo api key';

/**
 * Returns the secret of the demo product's API key, which is printed at every start. It is as public as the
 * demo's passwords, so the database stores it: every process prints the key of the first.
 */
const demoApiKey = (db: Database, productId: number): Promise<string> =>
  db.write(async (tx) => {
    const [stored] = await tx.query<{ owner: string }>('SELECT owner FROM lease WHERE name = ?', [KEY_LEASE]);
    const keys = tx.manager.getRepository(ApiKey);
    if (stored && (await keys.existsBy({ productId, keyHash: hashSecret(stored.owner) })))
      return stored.owner;
    const { secret, keyHash, prefix } = newApiKey();
    // Only the row that was read: another process may have stored its key since.
    if (stored) await tx.execute('DELETE FROM lease WHERE name = ? AND owner = ?', [KEY_LEASE, stored.owner]);
    // Of two processes that start at the same time, the second fails on this key, retries, and finds the first's.
    await insertRows(tx, 'lease', ['name', 'owner', 'expires_at'], [[KEY_LEASE, secret, 0]]);
    await keys.save(newRow(ApiKey, { productId, name: NAME, keyHash, prefix }));
    return secret;
  });

/** Notes with their age in days and their author. */
const NOTES = [
  { before: 12, text: '定期便 初回半額キャンペーン開始', email: 'manager@example.com' },
  { before: 5, text: 'サイトメンテナンスのため 2:00〜5:00 は購入不可', email: 'admin@example.com' },
] as const;

/** Stores two notes on recent days. */
async function createNotes(tx: Tx, productId: number, now: number): Promise<void> {
  for (const { before, text, email } of NOTES) {
    const [author] = await tx.query<{ id: number }>('SELECT id FROM app_user WHERE email_key = ?', [email]);
    if (author)
      await tx.manager.save(
        newRow(Note, { productId, day: addDays(dayOf(now), -before), noteText: text, authorId: author.id }),
      );
  }
}

export interface DemoSettings {
  /** Address of console and demo site, without a trailing slash. */
  publicUrl: string;
  trackerUrl: string;
  /** Epoch milliseconds; the history ends the day before. */
  now: number;
}

/** Information that a new user needs to try the demo. */
export interface DemoInfo {
  productId: number;
  apiKey: string;
  /** Tracking links to the demo site, with the names of their ads. */
  links: { adName: string; url: string }[];
}

/**
 * Stores both companies and their year in the caller's transaction; returns false if the database is not
 * empty.
 */
const fill = async (tx: Tx, passwordHash: string, publicUrl: string, now: number): Promise<boolean> => {
  const [company] = await tx.query('SELECT id FROM company LIMIT 1');
  if (company) return false;
  // If two processes start at the same time, the second fails on this key, retries, and finds companies.
  await tx.execute('INSERT INTO lease (name, owner, expires_at) VALUES (?, ?, ?)', ['demo data', 'demo', 0]);
  const products = await createCompanies(tx, passwordHash, publicUrl, now);
  for (const product of products) await storeHistory(tx, demoPlan(product, publicUrl, now));
  for (const { id } of await tx.query<{ id: number }>('SELECT id FROM product ORDER BY id'))
    await storeMediaCosts(tx, id, now);
  if (products[0]) await createNotes(tx, products[0].productId, now);
  return true;
};

const demoLinks = async (db: Database, productId: number, trackerUrl: string): Promise<DemoInfo['links']> => {
  const rows = await select<{ ad_name: string; code: string }>(db)`SELECT a.ad_name, r.code FROM redirect r
    JOIN ad a ON a.id = r.ad_id WHERE r.product_id = ${productId} ORDER BY r.id LIMIT 3`;
  return rows.map(({ ad_name, code }) => ({ adName: ad_name, url: `${trackerUrl}/r/${code}` }));
};

/** Returns whether the database has no companies. */
export const isEmpty = async (db: Database): Promise<boolean> =>
  (await db.read('SELECT id FROM company LIMIT 1')).length === 0;

/** Fills an empty database with the demo, derives its reports, and decides its results. */
export const fillDemo = async (db: Database, { publicUrl, now }: DemoSettings): Promise<void> => {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  if (!(await db.write((tx) => fill(tx, passwordHash, publicUrl, now)))) return;
  await settle(db);
  for (const { id } of await db.read<{ id: number }>('SELECT id FROM product ORDER BY id'))
    await decideResults(db, {
      productId: id,
      prefix: demoPrefix(id),
      down: NETWORK_DOWN,
      by: 'manager@example.com',
      now,
    });
  await settle(db);
  await createTargets(db, now);
  await createExperiments(db, now);
};

/** Updates the demo site's address and returns the demo's data; undefined for other data. */
export const welcomeToDemo = async (
  db: Database,
  { publicUrl, trackerUrl }: DemoSettings,
): Promise<DemoInfo | undefined> => {
  await db.write((tx) => moveDemoSite(tx, publicUrl));
  const [first] = await db.read<{ id: number }>(
    "SELECT p.id FROM product p JOIN app_user u ON u.company_id = p.company_id WHERE u.email_key = 'admin@example.com' ORDER BY p.id LIMIT 1",
  );
  if (!first) return undefined;
  return {
    productId: first.id,
    apiKey: await demoApiKey(db, first.id),
    links: await demoLinks(db, first.id, trackerUrl),
  };
};

/** Fills an empty database with the demo, and updates its address in any case. */
export const prepareDemo = async (db: Database, settings: DemoSettings): Promise<DemoInfo | undefined> => {
  if (await isEmpty(db)) await fillDemo(db, settings);
  return welcomeToDemo(db, settings);
};
