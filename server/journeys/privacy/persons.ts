import { createHmac, randomBytes } from 'node:crypto';
import { insertRows, type Tx } from '../../db/database';

/** Prefix of ids that replace erased ones; the rest is random. */
const ERASED = 'erased~';

/** Creates a replacement for an erased id. */
export const newErased = (): string => ERASED + randomBytes(12).toString('hex');

/** True for an id that replaces an erased one. */
export const isErased = (id: string): boolean => /^erased~[0-9a-f]{24}$/.test(id);

/**
 * Returns the replacement for the id of a visitor or customer of days beyond the horizon. Equal ids get equal
 * keys.
 */
export const hashedKey = (digest: string): string => `hash~${digest}`;
export const isHashed = (id: string): boolean => id.startsWith('hash~');

/** Kinds of personal ids: of a browser, or of an advertiser's customer. */
export type PersonKind = 'visitor' | 'user';

/** Digests of persons' ids under one product's key. */
export class Digests {
  constructor(private readonly secret: string) {}

  of(kind: string, id: string): string {
    return createHmac('sha256', this.secret).update(`${kind} ${id}`).digest('base64url');
  }
}

/** Returns the digests of a product; undefined if it has no key yet. */
export async function digestsOf(tx: Pick<Tx, 'query'>, productId: number): Promise<Digests | undefined> {
  const [row] = await tx.query<{ secret: string }>('SELECT secret FROM personal_key WHERE product_id = ?', [
    productId,
  ]);
  return row && new Digests(row.secret);
}

/** Returns the digests of a product and creates its key on first use. */
export async function ownDigests(tx: Tx, productId: number): Promise<Digests> {
  const known = await digestsOf(tx, productId);
  if (known) return known;
  const secret = randomBytes(32).toString('hex');
  await insertRows(tx, 'personal_key', ['product_id', 'secret'], [[productId, secret]]);
  return new Digests(secret);
}
