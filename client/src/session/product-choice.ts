import type { SelectionsQueryVariables } from '../generated/first';
import { defineStored } from '../preferences/stored';

/** The product that each user opened last, in whichever tab. */
const lastProduct = defineStored<number>({ name: 'product', version: 1, sliding: true });

/** That of this tab. */
const tabProduct = defineStored<number>({ name: 'product', version: 1, storage: () => sessionStorage });

/** A tab keeps its product: another one chosen beside it must not put its figures here. A new tab begins with the last. */
export const storedProduct = {
  read: (userId?: number): number | undefined => tabProduct.read(userId) ?? lastProduct.read(userId),
  write(productId: number, userId: number): void {
    tabProduct.write(productId, userId);
    lastProduct.write(productId, userId);
  },
};

/** What the last page of this browser asked selections for; forgotten with the session. */
export const lastSelections = defineStored<SelectionsQueryVariables>({
  name: 'last_selections',
  version: 1,
  sliding: true,
});

/** Who stood in this tab last: its address is theirs until somebody else has opened a page. */
export const tabUser = defineStored<number>({ name: 'tab_user', version: 1, storage: () => sessionStorage });

export type ProductChoice =
  | { kind: 'chosen'; productId: number }
  /** The link asks for a product that this user can't open. */
  | { kind: 'no-permission' }
  /** The user can open no product at all. */
  | { kind: 'none' };

/**
 * Which product is active: that of the address, else the stored one, else the first of the user's list.
 * @param query value of `product_id` in the address, null when absent
 * @param stored the user's last choice, ignored when no longer in the list
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
