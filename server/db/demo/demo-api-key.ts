import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newApiKey } from '../../auth/api-keys';
import { ApiKey } from '../../auth/auth.entities';
import { hashSecret } from '../../auth/tokens';
import type { Database } from '../database';
import { newRow } from './settings/new-row';

const NAME = 'demo';

const readSecret = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
};

/**
 * Returns the secret of the demo product's API key, which is printed at every start. The database has only
 * its hash, so the secret is stored in a file of the data folder; without that file, a new key replaces it.
 */
export const demoApiKey = async (db: Database, dataDir: string, productId: number): Promise<string> => {
  const file = join(dataDir, 'demo-api-key');
  const stored = readSecret(file);
  if (stored && (await db.reader.getRepository(ApiKey).existsBy({ productId, keyHash: hashSecret(stored) })))
    return stored;
  const { secret, keyHash, prefix } = newApiKey();
  await db.write(async ({ manager }) => {
    await manager.remove(await manager.findBy(ApiKey, { productId, name: NAME }));
    await manager.save(newRow(ApiKey, { productId, name: NAME, keyHash, prefix }));
  });
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
};
