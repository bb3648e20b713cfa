import { useContext, useEffect, useState } from 'react';
import type { AdKind, Named } from './ad-names';
import { SessionContext } from './session-context';

/** Milliseconds after the last keystroke until the server is queried. */
export const SEARCH_PAUSE_MS = 250;

const NOTHING: readonly Named[] = [];

/** Loads the names of ads or redirect links into the session's selections. */
export function useNames(kind: AdKind | undefined, ids: readonly (number | string)[]): void {
  const load = useContext(SessionContext)?.loadNames;
  const idList = ids
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0)
    .join();
  useEffect(() => {
    if (kind && idList) load?.(kind, idList.split(',').map(Number));
  }, [load, kind, idList]);
}

export interface NameSearch {
  /** The previous results while a search runs. */
  names: readonly Named[];
  searching: boolean;
  failed: boolean;
}

/**
 * Searches ads or redirect links by words of their names, once typing pauses.
 * @param kind undefined to skip
 */
export function useNameSearch(kind: AdKind | undefined, words: string): NameSearch {
  const search = useContext(SessionContext)?.searchNames;
  const query = words.normalize('NFKC').trim();
  const [answer, setAnswer] = useState<{
    kind: AdKind;
    words: string;
    names: readonly Named[] | undefined;
  }>();
  useEffect(() => {
    if (!kind || !search) return undefined;
    let isCancelled = false;
    const setNames = (names: readonly Named[] | undefined) =>
      isCancelled || setAnswer({ kind, words: query, names });
    const timer = setTimeout(
      () => void search(kind, query).then(setNames, () => setNames(undefined)),
      query === '' ? 0 : SEARCH_PAUSE_MS,
    );
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [search, kind, query]);
  const last = answer?.kind === kind ? answer : undefined;
  const isAnswered = last?.words === query;
  return {
    names: last?.names ?? NOTHING,
    searching: kind !== undefined && !isAnswered,
    failed: isAnswered && last.names === undefined,
  };
}
