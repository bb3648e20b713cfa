import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { Day, DayRange } from '../../../../shared/domain/calendar';
import { useProductId } from '../../session/session-context';
import { useRight } from '../../session/rights';
import { NotesBar, type Opened } from './notes-bar';
import { useDayNotes, type DayNote } from './use-day-notes';

/** Notes of a time axis. */
export interface AxisNotes {
  readonly notes: readonly DayNote[];
  /** Texts by day. */
  readonly byDay: ReadonlyMap<Day, readonly string[]>;
  /** Opens a new note on a day; undefined for users who may not write notes. */
  readonly add: ((day: Day) => void) | undefined;
  /** Opens the notes at a day. */
  readonly open: (day: Day) => void;
  /** The notes as text, with a button to add one; null for users without the right. */
  readonly bar: ReactNode;
}

/** Returns the notes for a time axis: marks on the axis and the bar below it. */
export function useAxisNotes(range: DayRange): AxisNotes {
  const right = useRight('notes');
  const notes = useDayNotes(range);
  const productId = useProductId();
  const [openState, setOpenState] = useState<{ productId: number; opened: Opened | undefined }>();
  // An open note belongs to its product and must not be saved in another one after Back.
  const opened = openState?.productId === productId ? openState.opened : undefined;
  const setOpened = useCallback(
    (next: Opened | undefined) => setOpenState({ productId, opened: next }),
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
