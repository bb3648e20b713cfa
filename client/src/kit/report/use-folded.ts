import { useCallback, useState } from 'react';
import { useSession } from '../../session/session-context';
import { savedChoice, type FoldablePart } from './url-state';

/** Parts that are folded away, and a function that folds or unfolds one. */
export interface Folded {
  isFolded: (part: FoldablePart) => boolean;
  toggle: (part: FoldablePart) => void;
}

/** Parts that are folded by default. */
const FOLDED: readonly FoldablePart[] = ['targets'];

/** Folds parts of a report above its table, so that more rows are in sight; remembered per user and report. */
export function useFolded(page: string): Folded {
  const { userId } = useSession().profile;
  const [folded, setFolded] = useState(() => savedChoice(page).read(userId)?.folded ?? FOLDED);
  const toggle = useCallback(
    (part: FoldablePart) => {
      const next = folded.includes(part) ? folded.filter((one) => one !== part) : [...folded, part];
      const stored = savedChoice(page);
      stored.write({ ...stored.read(userId), folded: next }, userId);
      setFolded(next);
    },
    [page, userId, folded],
  );
  return { isFolded: (part) => folded.includes(part), toggle };
}
