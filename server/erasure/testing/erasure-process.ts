import 'reflect-metadata';
import { grantOf, rightKeys, RoleType } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import { productDatabase } from '../../composition/open-database';
import { parseDatabaseUrl } from '../../config/config';
import { startWorker } from '../../sweeps';
import { ErasureService } from '../erasure.service';

/** A process for tests to kill: it erases a customer, or runs a worker that continues the erasure. */
const [url = '', what = '', productId = '', userId = ''] = process.argv.slice(2);

/** An administrator of the product. */
export const administrator = (product: number): Actor => ({
  userId: 1,
  companyId: 1,
  role: RoleType.ADMIN,
  agencyId: null,
  productIds: [product],
  family: 'x',
  grants: Object.fromEntries(rightKeys.map((key) => [key, grantOf(key, RoleType.ADMIN)])) as Actor['grants'],
});

async function main(): Promise<void> {
  const db = productDatabase(parseDatabaseUrl(url));
  await db.connect();
  if (what === 'worker') startWorker(db, () => undefined);
  else
    await new ErasureService(db).erase(
      administrator(Number(productId)),
      Number(productId),
      { userId },
      { ip: '203.0.113.1', ua: null },
    );
}

if (require.main === module) void main();
