import { useContext, useEffect, useState } from 'react';
import type { AdKind, Named } from './ad-names';
import { SessionContext } from './session-context';

/** Milliseconds after the last keystroke until the server is queried. */
export const SEARCH_PAUSE_MS = 250;

const NOTHING: readonly Named[] = [];

/** Loads the names of ads or redirect links into the session's selections. */
export function useNames(kind: AdKind | undefined, ids: readonly (number | string)[]): void {
  const ask = useContext(SessionContext)?.askForNames;
  const wanted = ids
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0)
    .join();
  useEffect(() => {
    if (kind && wanted) ask?.(kind, wanted.split(',').map(Number));
  }, [ask, kind, wanted]);
}

export interface FoundNames {
  /** The previous results while a search runs. */
  names: readonly Named[];
  searching: boolean;
  failed: boolean;
}

/**
 * Searches ads or redirect links by words of their names, once typing pauses.
 * @param kind undefined to skip
 */
export function useFoundNames(kind: AdKind | undefined, words: string): FoundNames {
  const find = useContext(SessionContext)?.findNames;
  const wanted = words.normalize('NFKC').trim();
  const [answer, setAnswer] = useState<{
    kind: AdKind;
    words: string;
    names: readonly Named[] | undefined;
  }>();
  useEffect(() => {
    if (!kind || !find) return undefined;
    let over = false;
    const tell = (names: readonly Named[] | undefined) => over || setAnswer({ kind, words: wanted, names });
    const timer = setTimeout(
      () => void find(kind, wanted).then(tell, () => tell(undefined)),
      wanted === '' ? 0 : SEARCH_PAUSE_MS,
    );
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [find, kind, wanted]);
  const last = answer?.kind === kind ? answer : undefined;
  const isAnswered = last?.words === wanted;
  return {
    names: last?.names ?? NOTHING,
    searching: kind !== undefined && !isAnswered,
    failed: isAnswered && last.names === undefined,
  };
}
