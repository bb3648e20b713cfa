import { hashPassword } from '../../auth/passwords';
import { settle } from '../../jobs';
import type { Database, Tx } from '../database';
import { demoApiKey } from './demo-api-key';
import { NETWORK_DOWN } from './catalog/networks';
import { demoPlan, demoPrefix } from './demo-plan';
import { storeMediaCosts } from './media-costs';
import { moveDemoSite } from './demo-site-address';
import { storeHistory } from './history/load';
import { decideResults } from './results/decide';
import { createCompanies, DEMO_PASSWORD } from './settings/create-companies';
import { createNotes } from './settings/create-notes';

export { DEMO_ACCOUNTS, DEMO_PASSWORD } from './settings/create-companies';

export interface DemoSettings {
  dataDir: string;
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
  const rows = await db.read<{ ad_name: string; code: string }>(
    `SELECT a.ad_name, r.code FROM redirect r JOIN ad a ON a.id = r.ad_id WHERE r.product_id = ? ORDER BY r.id LIMIT 3`,
    [productId],
  );
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
};

/** Updates the demo site's address and returns the demo's data; undefined for other data. */
export const welcomeToDemo = async (
  db: Database,
  { dataDir, publicUrl, trackerUrl }: DemoSettings,
): Promise<DemoInfo | undefined> => {
  await db.write((tx) => moveDemoSite(tx, publicUrl));
  const [first] = await db.read<{ id: number }>(
    "SELECT p.id FROM product p JOIN app_user u ON u.company_id = p.company_id WHERE u.email_key = 'admin@example.com' ORDER BY p.id LIMIT 1",
  );
  if (!first) return undefined;
  return {
    productId: first.id,
    apiKey: await demoApiKey(db, dataDir, first.id),
    links: await demoLinks(db, first.id, trackerUrl),
  };
};

/** Fills an empty database with the demo, and updates its address in any case. */
export const prepareDemo = async (db: Database, settings: DemoSettings): Promise<DemoInfo | undefined> => {
  if (await isEmpty(db)) await fillDemo(db, settings);
  return welcomeToDemo(db, settings);
};
