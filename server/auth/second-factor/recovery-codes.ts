import { randomInt } from 'node:crypto';
import { execute, select } from '../../db/statements';
import type { Database, Tx } from '../../db/database';
import { checkPassword, hashPassword } from '../passwords';

/** Number of recovery codes of a user. */
export const RECOVERY_CODES = 10;
/** Digits of a code: a phone's numeric keyboard types it too. */
const CODE_LENGTH = 16;

const newCode = (): string => Array.from({ length: CODE_LENGTH }, () => randomInt(10)).join('');

/** Normalises a typed code: full-width digits, spaces and hyphens don't matter. */
export const normalizeCode = (code: string): string => code.normalize('NFKC').replace(/[\s\p{Pd}ー−]/gu, '');

/** New codes with their hashes. */
export interface NewRecoveryCodes {
  /** Codes to show once, as `1234-5678-9012-3456`. */
  readonly codes: readonly string[];
  readonly hashes: readonly string[];
}

/** Creates the recovery codes of a user. */
export async function newRecoveryCodes(): Promise<NewRecoveryCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  const hashes = await Promise.all(codes.map(hashPassword));
  return { codes: codes.map((code) => code.replace(/\d{4}(?!$)/g, '$&-')), hashes };
}

/** Replaces the recovery codes of a user. */
export async function storeRecoveryCodes(tx: Tx, userId: number, hashes: readonly string[]): Promise<void> {
  await execute(tx)`DELETE FROM recovery_code WHERE user_id = ${userId}`;
  for (const hash of hashes)
    await execute(tx)`INSERT INTO recovery_code (user_id, code_hash) VALUES (${userId}, ${hash})`;
}

/** Returns the id of an unused recovery code, or null for a wrong one. */
export async function findRecoveryCode(db: Database, userId: number, code: string): Promise<number | null> {
  if (code.length !== CODE_LENGTH) return null;
  const rows = await select<{ id: number; code_hash: string }>(db)`SELECT id, code_hash FROM recovery_code
    WHERE user_id = ${userId} ORDER BY id`;
  for (const { id, code_hash: hash } of rows) if (await checkPassword(hash, code)) return id;
  return null;
}
