import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { makeApiWorld, type ApiWorld } from '../../server/composition/testing/api-world';
import { parseDatabaseUrl } from '../../server/config/config';
import type { Database } from '../../server/db/database';
import { productDatabase } from '../../server/composition/open-database';
import { startProduct, type Product } from './product';

/** A running product on a database filled before the start. */
export interface FilledProduct {
  readonly product: Product;
  readonly world: ApiWorld;
}

/** Fills an empty database with the data of the API tests and of `more`, and starts the product on it. */
export const startFilled = async (
  url: string,
  more?: (db: Database, world: ApiWorld) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<FilledProduct> => {
  const db = productDatabase(parseDatabaseUrl(url));
  await db.connect();
  await db.migrate();
  const world = await makeApiWorld(db);
  await more?.(db, world);
  await db.close();
  const product = await startProduct({
    DATABASE_URL: url,
    JWT_SECRET: randomBytes(32).toString('hex'),
    DEMO: '0',
    ...env,
  });
  return { product, world };
};
