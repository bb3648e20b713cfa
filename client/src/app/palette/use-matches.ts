import { useEffect, useState } from 'react';
import { usePaletteSearchQuery, type PaletteSearchQuery } from '../../generated/graphql';
import { useSession } from '../../session/session-context';
import { mayOpenPage } from './entries';

/** Milliseconds after the last keystroke until the server is queried. */
export const PAUSE_MS = 250;

export interface Matches {
  data: PaletteSearchQuery | undefined;
  searching: boolean;
  error: unknown;
  retry: () => void;
}

/** Searches ads, ad networks and users by name, once typing pauses and no composition is active. */
export function useMatches(typed: string, composing: boolean): Matches {
  const session = useSession();
  const { productId } = session;
  const query = typed.normalize('NFKC').trim();
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    if (composing) return undefined;
    const timer = setTimeout(() => setKeyword(query), query === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [query, composing]);
  const may = {
    ads: mayOpenPage(session, 'ad'),
    asps: mayOpenPage(session, 'asp_setting'),
    users: mayOpenPage(session, 'user'),
  };
  const skip = keyword === '' || productId === undefined || !Object.values(may).some(Boolean);
  const { data, loading, error, refetch } = usePaletteSearchQuery({
    variables: { productId: productId ?? 0, keyword, ...may },
    skip,
    fetchPolicy: 'cache-first',
  });
  return {
    data: skip || keyword !== query ? undefined : data,
    searching: query !== '' && (keyword !== query || loading),
    error: skip ? undefined : error,
    retry: () => void refetch(),
  };
}
