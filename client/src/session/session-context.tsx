import { createContext, useContext, type ReactNode } from 'react';
import type { MeQuery, SelectionsQuery } from '../generated/first';
import type { AdNames } from './ad-names';

export type Profile = MeQuery['me']['profile'];
export type Product = MeQuery['me']['selections']['product'][number];
export type Selections = SelectionsQuery['me']['selections'] & AdNames['known'];

/** Everything a signed-in page may rely on. */
export interface Session {
  profile: Profile;
  /** The profile is that of the last page, and the server was not heard yet: what it refuses may be open by now. */
  asking?: boolean;
  products: readonly Product[];
  /** The active product; undefined when none may be shown (then the frame says why). */
  productId: number | undefined;
  /** What filters choose from, of the active product; of ads and redirect links those whose names were asked for. */
  selections: Selections;
  askForNames: AdNames['ask'];
  findNames: AdNames['find'];
  /** Names that were given to menu entries, by route key. */
  menuTitles: Readonly<Record<string, string>>;
  /** Opens another product: keeps the page and the choice, drops what belonged to the old product. */
  chooseProduct(productId: number): void;
  signOut(): void;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}

/** The session of the signed-in user. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a signed-in page');
  return session;
}

/** The session, or undefined on pages that need none. */
export const useOptionalSession = (): Session | undefined => useContext(SessionContext);

/** The active product of a page that is only shown when there is one. */
export function useProductId(): number {
  const { productId } = useSession();
  if (productId === undefined) throw new Error('useProductId needs an active product');
  return productId;
}

/** First day of the active product's week: 0 Sunday, 1 Monday; Monday without a product. */
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
