import { NetworkStatus } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { matchPath, Navigate, useNavigate, useSearchParams, useLocation } from 'react-router-dom';
import { landingPath, routes } from '../../../shared/catalog';
import {
  MeDocument,
  useMeQuery,
  useSelectionsQuery,
  type SelectionsQuery,
  type SelectionsQueryVariables,
} from '../generated/first';
import { Loading } from '../kit/loading';
import { ErrorNote } from '../kit/error-note';
import { ignored } from '../kit/ignored';
import { useToday } from '../kit/use-today';
import { useAdNames } from '../session/ad-names';
import { mayOpen } from '../session/rights';
import { chooseProduct, lastSelections, storedProduct, tabUser } from '../session/product-choice';
import { lastStart } from '../session/last-start';
import { NO_SELECTIONS, SessionProvider, type Session } from '../session/session-context';
import { useSignOut } from './use-sign-out';

/** Right that custom items require. */
const CUSTOM_ITEM = { right: 'analyze', needs: 'view' } as const;
const NO_PRODUCTS: Session['products'] = [];
const NOTHING: SelectionsQueryVariables = { productId: 0, customItems: false };

/** Parameters of an address that mean the same for every product and survive a change of product. */
const SHARED_PARAMETERS = [
  'period',
  'from',
  'to',
  'compare',
  'axis',
  'item',
  'cols',
  'model',
  'evaluation',
  'view',
  'chart',
  'sort',
  'unit',
  'top',
  'empty',
  'acquired',
  'paths',
  'repeats',
  'size',
];

/**
 * Path after a change of product: the same page, or its list if the page shows a record of the previous
 * product.
 */
function pageFor(pathname: string): string {
  const route = routes.find((one) => matchPath(one.path, pathname) !== null);
  const list = route?.path.includes(':') ? routes.find(({ key }) => key === route.parent) : undefined;
  return list && list.group !== 'config' ? list.path : pathname;
}

/**
 * Whether another user left this address in the tab. A user who signs in afterwards did not choose it, so a
 * refusal would be no use to them.
 */
function useIsOfOtherUser(userId: number | undefined): boolean {
  const { key } = useLocation();
  const [{ before, first }] = useState(() => ({ before: tabUser.read(), first: key }));
  useEffect(() => {
    if (userId !== undefined) tabUser.write(userId);
  }, [userId]);
  return key === first && before !== undefined && userId !== undefined && before !== userId;
}

/** Rereads on a new day since when products have data. */
function useRefetchOnNewDay(): void {
  const apollo = useApolloClient();
  const today = useToday();
  const known = useRef(today);
  useEffect(() => {
    if (known.current === today) return;
    known.current = today;
    // On failure the known value stays; the next day or the next sign-in rereads it.
    apollo.query({ query: MeDocument, fetchPolicy: 'network-only' }).catch(ignored);
  }, [apollo, today]);
}

/** Waits for the profile and the selections, chooses the product and provides the session to the pages. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const [parameters] = useSearchParams();
  const apollo = useApolloClient();
  useState(() => lastStart.restore(apollo));
  const me = useMeQuery();
  useRefetchOnNewDay();
  const profile = me.data?.me.profile;
  const userId = profile?.userId;
  const products = me.data?.me.selections.product ?? NO_PRODUCTS;
  const query = parameters.get('product_id');
  const choice = useMemo(
    () => chooseProduct(query, storedProduct.read(userId), products),
    [query, userId, products],
  );
  const productId = choice.kind === 'chosen' ? choice.productId : undefined;

  const isOfOtherUser = useIsOfOtherUser(userId);

  useEffect(() => {
    if (userId !== undefined && productId !== undefined) storedProduct.write(productId, userId);
  }, [userId, productId]);

  // Requests the last selections in parallel with the profile; once the profile is loaded, it decides.
  const [guessed] = useState(() => lastSelections.read());
  const isGuessUsable = guessed !== undefined && (query === null || query === String(guessed.productId));
  const known =
    profile && productId !== undefined
      ? { productId, customItems: mayOpen(profile, CUSTOM_ITEM) }
      : undefined;
  const queryVariables = profile ? known : isGuessUsable ? guessed : undefined;
  const selections = useSelectionsQuery({
    variables: queryVariables ?? NOTHING,
    skip: queryVariables === undefined,
  });
  const { productId: knownProductId, customItems } = known ?? {};
  useEffect(() => {
    if (knownProductId !== undefined && customItems !== undefined)
      lastSelections.write({ productId: knownProductId, customItems });
  }, [knownProductId, customItems]);
  const [meData, selectionsData, isAnswered] = [me.data, selections.data, !me.loading && !selections.loading];
  useEffect(() => {
    if (isAnswered && meData && selectionsData && knownProductId !== undefined && customItems !== undefined)
      lastStart.write({
        me: meData,
        selections: selectionsData,
        variables: { productId: knownProductId, customItems },
      });
  }, [isAnswered, meData, selectionsData, knownProductId, customItems]);
  const { known: adNames, load: loadNames, search: searchNames } = useAdNames(productId);

  const changeProduct = useCallback(
    (id: number) => {
      const carried = SHARED_PARAMETERS.flatMap((name): [string, string][] => {
        const value = parameters.get(name);
        return value === null ? [] : [[name, value]];
      });
      void navigate({
        pathname: pageFor(pathname),
        search: `?${new URLSearchParams([['product_id', String(id)], ...carried])}`,
      });
    },
    [navigate, parameters, pathname],
  );

  const [signOut, signOutQuestion] = useSignOut();
  const settings = (selections.data ?? selections.previousData)?.analyzeSettings;
  const menuTitles = useMemo(
    () =>
      Object.fromEntries(
        settings?.filter(({ title }) => title).map(({ item, title }) => [`custom_${item}`, title]) ?? [],
      ),
    [settings],
  );
  // Keeps the selections while they are refetched for the same product. Selections of another product are
  // never used.
  const [cached, setCached] = useState<{ productId: number; data: SelectionsQuery }>();
  const answeredFor = queryVariables?.productId;
  if (selectionsData && answeredFor !== undefined && cached?.data !== selectionsData)
    setCached({ productId: answeredFor, data: selectionsData });
  const currentSelections = (selectionsData ?? (cached?.productId === productId ? cached?.data : undefined))
    ?.me.selections;
  const isUnconfirmed = me.networkStatus === NetworkStatus.loading;
  const session = useMemo<Session | undefined>(
    () =>
      profile && {
        profile,
        isUnconfirmed,
        products,
        productId,
        selections: { ...NO_SELECTIONS, ...currentSelections, ...adNames },
        loadNames,
        searchNames,
        menuTitles,
        chooseProduct: changeProduct,
        signOut,
      },
    [
      profile,
      isUnconfirmed,
      products,
      productId,
      currentSelections,
      adNames,
      loadNames,
      searchNames,
      menuTitles,
      changeProduct,
      signOut,
    ],
  );

  // A failure of the guessed request is not an error.
  const error = me.error ?? (currentSelections || !known ? undefined : selections.error);
  if (error) {
    return (
      <main>
        <ErrorNote
          title={t('frame.startFailed')}
          hint={t('frame.startFailedHint')}
          error={error}
          retry={() => {
            void me.refetch();
            if (productId !== undefined) void selections.refetch();
          }}
        />
      </main>
    );
  }
  // Pages stay mounted while the selections of another product load; they have none until then.
  const waiting = !session || (productId !== undefined && !currentSelections && !cached);
  if (waiting) return <Loading />;
  const route = routes.find(({ path }) => matchPath(path, pathname) !== null);
  const isRefused =
    choice.kind === 'no-permission' || (route !== undefined && !mayOpen(session.profile, route));
  if (isOfOtherUser && isRefused) return <Navigate to={landingPath} replace state={state} />;
  return (
    <SessionProvider session={session}>
      {children}
      {signOutQuestion}
    </SessionProvider>
  );
}
