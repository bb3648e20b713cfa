import { createHmac } from 'node:crypto';

/** Returns the code of a customer id within a product. */
export type CustomerCode = (productId: number, userId: string) => string;

/**
 * Creates the function that replaces masked customer ids with short codes.
 * A customer of a product always gets the same code. Without the installation's secret, it can't be computed
 * from a guessed id.
 */
export function customerCodes(secret: string): CustomerCode {
  // Derive a separate key: codes are public and must reveal nothing about the key that signs tokens.
  const key = createHmac('sha256', secret).update('customer code').digest();
  return (productId, userId) =>
    `c${createHmac('sha256', key).update(`${productId} ${userId}`).digest('hex').slice(0, 12)}`;
}
