import { createContext, useContext, type ReactNode } from 'react';
import type { MeQuery, SelectionsQuery } from '../generated/first';
import type { AdNames } from './ad-names';

export type Profile = MeQuery['me']['profile'];
export type Product = MeQuery['me']['selections']['product'][number];
export type Selections = SelectionsQuery['me']['selections'] & AdNames['known'];

/** Session data for signed-in pages. */
export interface Session {
  profile: Profile;
  /**
   * Whether the profile is still that of the last page, because the server has not answered yet. A refusal
   * may be outdated.
   */
  isUnconfirmed?: boolean;
  products: readonly Product[];
  /** Active product; undefined if none may be shown (the frame says why). */
  productId: number | undefined;
  /**
   * Filter choices of the active product. Ads and redirect links include only those whose names are loaded.
   */
  selections: Selections;
  loadNames: AdNames['load'];
  searchNames: AdNames['search'];
  /** Custom titles of menu entries, by route key. */
  menuTitles: Readonly<Record<string, string>>;
  /** Switches the product: keeps the page and its view settings, drops data of the old product. */
  chooseProduct(productId: number): void;
  signOut(): void;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}

/** Returns the session of the signed-in user. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession requires a signed-in page');
  return session;
}

/** Returns the session, or undefined on pages without one. */
export const useOptionalSession = (): Session | undefined => useContext(SessionContext);

/** Returns the active product, on pages that require one. */
export function useProductId(): number {
  const { productId } = useSession();
  if (productId === undefined) throw new Error('useProductId requires an active product');
  return productId;
}

/** Returns the first day of the active product's week: 0 Sunday, 1 Monday; Monday without a product. */
export function useWeekStart(): 0 | 1 {
  const { products, productId } = useSession();
  return products.find(({ id }) => id === productId)?.weekStart === 0 ? 0 : 1;
}

export const NO_SELECTIONS: Selections = {
  agency: [],
  ad: [],
  redirect: [],
  asp: [],
  cvSetting: [],
  adCategory: [],
  adType: [],
};
