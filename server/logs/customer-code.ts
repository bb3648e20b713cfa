import { createHmac } from 'node:crypto';

/** The code of a customer id within a product. */
export type CustomerCode = (productId: number, userId: string) => string;

/**
 * Short codes that stand for customers where their ids are masked: the same for the same customer of a product,
 * and nothing that can be computed from a guessed id without the installation's secret.
 */
export function customerCodes(secret: string): CustomerCode {
  // A key of its own: codes go out, and must say nothing of what signs tokens.
  const key = createHmac('sha256', secret).update('customer code').digest();
  return (productId, userId) =>
    `c${createHmac('sha256', key).update(`${productId} ${userId}`).digest('hex').slice(0, 12)}`;
}
