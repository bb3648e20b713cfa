import { useContext, useEffect, useState } from 'react';
import type { AdKind, Named } from './ad-names';
import { SessionContext } from './session-context';

/** Milliseconds after the last stroke until the server is asked. */
export const SEARCH_PAUSE_MS = 250;

const NOTHING: readonly Named[] = [];

/** Has the names of these ads or redirect links known: they then stand in the session's selections. */
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
  /** While an answer is on its way, those of the one before. */
  names: readonly Named[];
  searching: boolean;
  failed: boolean;
}

/** Ads or redirect links by words of their names: asked for once when typing rests. @param kind undefined: not now */
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
