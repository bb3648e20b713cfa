import { createHmac, randomBytes } from 'node:crypto';
import type { Tx } from '../db/database';
import { insertRows } from '../db/database';

/** What the ids that stand for erased visitors and customers begin with; the rest is random and says nothing of them. */
const ERASED = 'erased~';

/** A new id that stands for somebody whose own was erased. */
export const newErased = (): string => ERASED + randomBytes(12).toString('hex');

/** Whether an id stands for somebody erased. */
export const isErased = (id: string): boolean => /^erased~[0-9a-f]{24}$/.test(id);

/** What stands for a visitor or customer of days beyond the horizon: a digest, the same for the same one. */
export const hashedKey = (digest: string): string => `hash~${digest}`;
export const isHashed = (id: string): boolean => id.startsWith('hash~');

/** How a person is known to a product: as a browser, or by the advertiser's id. */
export type PersonKind = 'visitor' | 'user';

/** Digests of persons' ids under one product's key. */
export class Digests {
  constructor(private readonly secret: string) {}

  of(kind: string, id: string): string {
    return createHmac('sha256', this.secret).update(`${kind} ${id}`).digest('base64url');
  }
}

/** The digests of a product; undefined when it never had any. */
export async function digestsOf(tx: Pick<Tx, 'query'>, productId: number): Promise<Digests | undefined> {
  const [row] = await tx.query<{ secret: string }>('SELECT secret FROM personal_key WHERE product_id = ?', [
    productId,
  ]);
  return row && new Digests(row.secret);
}

/** The digests of a product, whose key is made with the first. */
export async function ownDigests(tx: Tx, productId: number): Promise<Digests> {
  const known = await digestsOf(tx, productId);
  if (known) return known;
  const secret = randomBytes(32).toString('hex');
  await insertRows(tx, 'personal_key', ['product_id', 'secret'], [[productId, secret]]);
  return new Digests(secret);
}
