import { useApolloClient } from '@apollo/client/react';
import { useCallback, useMemo, useState } from 'react';
import {
  AdSearchDocument,
  useAdNamesQuery,
  type AdSearchQuery,
  type AdSearchQueryVariables,
} from '../generated/first';

/**
 * Kinds with thousands of records: searched on the server, and loaded by name only where they are displayed.
 */
export type AdKind = 'ad' | 'redirect';

/** Returns the kind if it is searched on the server; undefined if all its names are loaded. */
export const adKindOf = (refers: string | null | undefined): AdKind | undefined =>
  refers === 'ad' || refers === 'redirect' ? refers : undefined;

export interface Named {
  readonly id: number;
  readonly label: string;
}

type Names = Readonly<Record<AdKind, readonly Named[]>>;

/** Maximum number of search results. */
export const MAX_RESULTS = 50;
/** Maximum number of known names, the same as the server's limit. */
const MAX_KNOWN = 1000;
const NO_IDS: Readonly<Record<AdKind, readonly number[]>> = { ad: [], redirect: [] };
const NO_NAMES: Names = { ad: [], redirect: [] };

const merge = (older: readonly Named[], newer: readonly Named[]): Named[] => [
  ...new Map([...older, ...newer].map((one) => [one.id, one])).values(),
];

/** Names of a product's ads and redirect links. */
export interface AdNames {
  readonly known: Names;
  /** Loads names; batches simultaneous requests into one. */
  load(this: void, kind: AdKind, ids: readonly number[]): void;
  /** Returns the newest records whose names contain all words. */
  search(this: void, kind: AdKind, words: string): Promise<readonly Named[]>;
}

/** Manages the names of the active product; a change of product resets them. */
export function useAdNames(productId: number | undefined): AdNames {
  const client = useApolloClient();
  const [requested, setRequested] = useState({ productId, ...NO_IDS });
  const [searched, setSearched] = useState({ productId, ...NO_NAMES });
  const current = requested.productId === productId ? requested : NO_IDS;
  const { data, previousData } = useAdNamesQuery({
    variables: { productId: productId ?? 0, ads: [...current.ad], redirects: [...current.redirect] },
    skip: productId === undefined || current.ad.length + current.redirect.length === 0,
  });
  const load = useCallback(
    (kind: AdKind, ids: readonly number[]) =>
      setRequested((before) => {
        const same = before.productId === productId ? before : { productId, ...NO_IDS };
        const more = ids.filter((id) => !same[kind].includes(id));
        return more.length === 0 && same === before
          ? before
          : { ...same, [kind]: [...same[kind], ...more].slice(-MAX_KNOWN) };
      }),
    [productId],
  );
  const search = useCallback(
    async (kind: AdKind, words: string): Promise<readonly Named[]> => {
      if (productId === undefined) return [];
      const variables = {
        productId,
        search: words,
        limit: MAX_RESULTS,
        ads: kind === 'ad',
        redirects: kind === 'redirect',
      };
      const answer = await client.query<AdSearchQuery, AdSearchQueryVariables>({
        query: AdSearchDocument,
        variables,
        fetchPolicy: 'network-only',
      });
      const names = answer.data?.me.selections[kind] ?? [];
      setSearched((before) => ({
        ...(before.productId === productId ? before : { productId, ...NO_NAMES }),
        [kind]: merge(before.productId === productId ? before[kind] : [], names),
      }));
      return names;
    },
    [client, productId],
  );
  const answered = (data ?? previousData)?.me.selections;
  const known = useMemo(() => {
    const seen = searched.productId === productId ? searched : NO_NAMES;
    return {
      ad: merge(seen.ad, answered?.ad ?? []),
      redirect: merge(seen.redirect, answered?.redirect ?? []),
    };
  }, [searched, productId, answered]);
  return useMemo(() => ({ known, load, search }), [known, load, search]);
}
