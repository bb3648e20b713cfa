import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { Day, DayRange } from '../../../../shared/domain/calendar';
import { useProductId } from '../../session/session-context';
import { useRight } from '../../session/use-right';
import { NotesBar, type Opened } from './notes-bar';
import { useDayNotes, type DayNote } from './use-day-notes';

/** The notes of a time axis. */
export interface NotesOver {
  readonly notes: readonly DayNote[];
  /** The texts of each day that has any. */
  readonly byDay: ReadonlyMap<Day, readonly string[]>;
  /** Begins a note on a day; undefined for who writes none. */
  readonly add: ((day: Day) => void) | undefined;
  /** Opens the notes at a day. */
  readonly open: (day: Day) => void;
  /** The same notes as text, with the way to write one; null for who may not see them. */
  readonly bar: ReactNode;
}

/** Notes where figures stand over time: what marks them on the axis, and the bar below it. */
export function useNotesOver(range: DayRange): NotesOver {
  const right = useRight('notes');
  const notes = useDayNotes(range);
  const productId = useProductId();
  const [kept, setKept] = useState<{ productId: number; opened: Opened | undefined }>();
  // What is written in it is of its product, and must not be saved in another one that Back leads to.
  const opened = kept?.productId === productId ? kept.opened : undefined;
  const setOpened = useCallback(
    (next: Opened | undefined) => setKept({ productId, opened: next }),
    [productId],
  );
  const byDay = useMemo(() => {
    const days = new Map<Day, string[]>();
    for (const { day, text } of notes) days.set(day, [...(days.get(day) ?? []), text]);
    return days;
  }, [notes]);
  const open = useCallback((day: Day) => setOpened({ day, adding: false }), [setOpened]);
  return {
    notes,
    byDay,
    add: right === 'edit' ? (day) => setOpened({ day, adding: true }) : undefined,
    open,
    bar:
      right === 'none' ? null : <NotesBar notes={notes} range={range} opened={opened} onOpen={setOpened} />,
  };
}
