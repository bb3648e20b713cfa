import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../platform/errors';
import { ConfigError, SECRET_BYTES, type Config } from './config';

/**
 * Returns the secret that signs tokens: the configured one, or one generated at the first start and stored in
 * DATA_DIR.
 * @throws ConfigError if the stored secret is damaged
 */
export function signingSecret(config: Config): string {
  if (config.jwtSecret) return config.jwtSecret;
  const path = join(config.dataDir, 'jwt-secret');
  mkdirSync(config.dataDir, { recursive: true });
  try {
    // `wx` creates it only once, even if several processes start at the same time.
    writeFileSync(path, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const stored = readFileSync(path, 'utf8').trim();
  if (Buffer.byteLength(stored) < SECRET_BYTES)
    throw new ConfigError('DATA_DIR', `${path} holds no valid secret; delete the file to generate a new one`);
  return stored;
}
