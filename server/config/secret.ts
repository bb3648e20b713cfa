import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../errors';
import { ConfigError, SECRET_BYTES, type Config } from './config';

/**
 * The secret that signs tokens: the given one, or one made at the first start and kept in DATA_DIR.
 * @throws ConfigError when what is kept there was damaged
 */
export function signingSecret(config: Config): string {
  if (config.jwtSecret) return config.jwtSecret;
  const path = join(config.dataDir, 'jwt-secret');
  mkdirSync(config.dataDir, { recursive: true });
  try {
    // `wx` makes it once, even when several processes start together.
    writeFileSync(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const kept = readFileSync(path, 'utf8').trim();
  if (Buffer.byteLength(kept) < SECRET_BYTES)
    throw new ConfigError('DATA_DIR', `${path} holds no whole secret; delete the file to have another made`);
  return kept;
}
