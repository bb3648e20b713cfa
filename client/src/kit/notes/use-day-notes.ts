import { useMemo } from 'react';
import { useDayNotesQuery } from '../../generated/first';
import type { Day, DayRange } from '../../../../shared/domain/calendar';
import { useProductId } from '../../session/session-context';
import { useRight } from '../../session/rights';
import { parseDay } from '../tokyo-date';

/** Note about a day. */
export interface DayNote {
  readonly id: number;
  readonly day: Day;
  readonly text: string;
  readonly authorId: number;
  /** Null if that user was deleted. */
  readonly author: string | null;
  readonly version: number;
}

/** Returns the active product's notes within a range, oldest first; none for users without the right. */
export function useDayNotes({ from, to }: DayRange): readonly DayNote[] {
  const productId = useProductId();
  const right = useRight('notes');
  const { data } = useDayNotesQuery({ variables: { productId }, skip: right === 'none' });
  const all = data?.notes.results;
  return useMemo(
    () =>
      (all ?? [])
        .map(({ id, day, noteText, authorId, author, version }): DayNote => ({
          id,
          day: parseDay(day) ?? 0,
          text: noteText,
          authorId,
          author: author?.label ?? null,
          version,
        }))
        .filter(({ day }) => day >= from && day <= to)
        .sort((a, b) => a.day - b.day || a.id - b.id),
    [all, from, to],
  );
}
