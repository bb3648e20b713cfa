import type { SelectionsQueryVariables } from '../generated/first';
import { defineStored } from '../preferences/stored';

/** Last product that each user opened, in any tab. */
const lastProduct = defineStored<number>({ name: 'product', version: 1, sliding: true });

/** Product of this tab. */
const tabProduct = defineStored<number>({ name: 'product', version: 1, storage: () => sessionStorage });

/**
 * Product of the tab, which keeps it when another tab changes its product. A new tab starts with the last
 * one.
 */
export const storedProduct = {
  read: (userId?: number): number | undefined => tabProduct.read(userId) ?? lastProduct.read(userId),
  write(productId: number, userId: number): void {
    tabProduct.write(productId, userId);
    lastProduct.write(productId, userId);
  },
};

/** Variables of the last selections query in this browser; removed with the session. */
export const lastSelections = defineStored<SelectionsQueryVariables>({
  name: 'last_selections',
  version: 1,
  sliding: true,
});

/** Last user of this tab, who owns its address until another user opens a page. */
export const tabUser = defineStored<number>({ name: 'tab_user', version: 1, storage: () => sessionStorage });

export type ProductChoice =
  | { kind: 'chosen'; productId: number }
  /** The address names a product that this user can't open. */
  | { kind: 'no-permission' }
  /** The user can't open any product. */
  | { kind: 'none' };

/**
 * Chooses the active product: the address's, otherwise the stored one, otherwise the first of the user's
 * list.
 * @param query value of `product_id` in the address, null if absent
 * @param stored the user's last choice, ignored if it is no longer in the list
 */
export function chooseProduct(
  query: string | null,
  stored: number | undefined,
  products: readonly { id: number }[],
): ProductChoice {
  const has = (id: number): boolean => products.some((product) => product.id === id);
  if (query !== null && query !== '') {
    const id = /^\d+$/.test(query) ? Number(query) : Number.NaN;
    return has(id) ? { kind: 'chosen', productId: id } : { kind: 'no-permission' };
  }
  if (stored !== undefined && has(stored)) return { kind: 'chosen', productId: stored };
  const first = products[0];
  return first ? { kind: 'chosen', productId: first.id } : { kind: 'none' };
}
