import { useApolloClient } from '@apollo/client/react';
import { useCallback, useMemo, useState } from 'react';
import {
  AdSearchDocument,
  useAdNamesQuery,
  type AdSearchQuery,
  type AdSearchQueryVariables,
} from '../generated/first';

/** What there are thousands of: their names are looked for on the server, and known here only where they are shown. */
export type AdKind = 'ad' | 'redirect';

/** What is looked for on the server, since there are thousands of it; undefined where all of it is known. */
export const adKindOf = (refers: string | null | undefined): AdKind | undefined =>
  refers === 'ad' || refers === 'redirect' ? refers : undefined;

export interface Named {
  readonly id: number;
  readonly label: string;
}

type Names = Readonly<Record<AdKind, readonly Named[]>>;

/** Names that a search answers at most. */
export const MOST_FOUND = 50;
/** Names known at a time; as many as the server answers. */
const MOST_KNOWN = 1000;
const NOBODY: Readonly<Record<AdKind, readonly number[]>> = { ad: [], redirect: [] };
const NO_NAMES: Names = { ad: [], redirect: [] };

const together = (older: readonly Named[], newer: readonly Named[]): Named[] => [
  ...new Map([...older, ...newer].map((one) => [one.id, one])).values(),
];

/** Names of ads and redirect links of a product. */
export interface AdNames {
  readonly known: Names;
  /** Makes names known, all that are asked for at a time in one request. */
  ask(this: void, kind: AdKind, ids: readonly number[]): void;
  /** The newest of those whose names have all these words. */
  find(this: void, kind: AdKind, words: string): Promise<readonly Named[]>;
}

/** The names of the active product; with another product they begin anew. */
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
