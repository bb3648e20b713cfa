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
export const MOST_FOUND = 50;
/** Maximum number of known names, the same as the server's limit. */
const MOST_KNOWN = 1000;
const NOBODY: Readonly<Record<AdKind, readonly number[]>> = { ad: [], redirect: [] };
const NO_NAMES: Names = { ad: [], redirect: [] };

const together = (older: readonly Named[], newer: readonly Named[]): Named[] => [
  ...new Map([...older, ...newer].map((one) => [one.id, one])).values(),
];

/** Names of a product's ads and redirect links. */
export interface AdNames {
  readonly known: Names;
  /** Loads names; batches simultaneous requests into one. */
  ask(this: void, kind: AdKind, ids: readonly number[]): void;
  /** Returns the newest records whose names contain all words. */
  find(this: void, kind: AdKind, words: string): Promise<readonly Named[]>;
}

/** Manages the names of the active product; a change of product resets them. */
export function useAdNames(productId: number | undefined): AdNames {
  const client = useApolloClient();
  const [wanted, setWanted] = useState({ productId, ...NOBODY });
  const [found, setFound] = useState({ productId, ...NO_NAMES });
  const asked = wanted.productId === productId ? wanted : NOBODY;
  const { data, previousData } = useAdNamesQuery({
    variables: { productId: productId ?? 0, ads: [...asked.ad], redirects: [...asked.redirect] },
    skip: productId === undefined || asked.ad.length + asked.redirect.length === 0,
  });
  const ask = useCallback(
    (kind: AdKind, ids: readonly number[]) =>
      setWanted((before) => {
        const same = before.productId === productId ? before : { productId, ...NOBODY };
        const more = ids.filter((id) => !same[kind].includes(id));
        return more.length === 0 && same === before
          ? before
          : { ...same, [kind]: [...same[kind], ...more].slice(-MOST_KNOWN) };
      }),
    [productId],
  );
  const find = useCallback(
    async (kind: AdKind, words: string): Promise<readonly Named[]> => {
      if (productId === undefined) return [];
      const variables = {
        productId,
        search: words,
        limit: MOST_FOUND,
        ads: kind === 'ad',
        redirects: kind === 'redirect',
      };
      const answer = await client.query<AdSearchQuery, AdSearchQueryVariables>({
        query: AdSearchDocument,
        variables,
        fetchPolicy: 'network-only',
      });
      const names = answer.data?.me.selections[kind] ?? [];
      setFound((before) => ({
        ...(before.productId === productId ? before : { productId, ...NO_NAMES }),
        [kind]: together(before.productId === productId ? before[kind] : [], names),
      }));
      return names;
    },
    [client, productId],
  );
  const answered = (data ?? previousData)?.me.selections;
  const known = useMemo(() => {
    const seen = found.productId === productId ? found : NO_NAMES;
    return {
      ad: together(seen.ad, answered?.ad ?? []),
      redirect: together(seen.redirect, answered?.redirect ?? []),
    };
  }, [found, productId, answered]);
  return useMemo(() => ({ known, ask, find }), [known, ask, find]);
}
