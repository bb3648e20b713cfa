import { useEffect, useState } from 'react';
import { usePaletteSearchQuery, type PaletteSearchQuery } from '../../generated/graphql';
import { useSession } from '../../session/session-context';
import { opens } from './entries';

/** Milliseconds after the last keystroke until the server is queried. */
export const PAUSE_MS = 250;

export interface Found {
  data: PaletteSearchQuery | undefined;
  searching: boolean;
  error: unknown;
  retry: () => void;
}

/** Searches ads, ad networks and users by name, once typing pauses and no composition is active. */
export function useFound(typed: string, composing: boolean): Found {
  const session = useSession();
  const { productId } = session;
  const wanted = typed.normalize('NFKC').trim();
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    if (composing) return undefined;
    const timer = setTimeout(() => setKeyword(wanted), wanted === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, composing]);
  const may = {
    ads: opens(session, 'ad'),
    asps: opens(session, 'asp_setting'),
    users: opens(session, 'user'),
  };
  const skip = keyword === '' || productId === undefined || !Object.values(may).some(Boolean);
  const { data, loading, error, refetch } = usePaletteSearchQuery({
    variables: { productId: productId ?? 0, keyword, ...may },
    skip,
    fetchPolicy: 'cache-first',
  });
  return {
    data: skip || keyword !== wanted ? undefined : data,
    searching: wanted !== '' && (keyword !== wanted || loading),
    error: skip ? undefined : error,
    retry: () => void refetch(),
  };
}
