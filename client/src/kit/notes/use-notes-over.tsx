import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { Day, DayRange } from '../../../../shared/domain/calendar';
import { useRight } from '../../session/use-right';
import { NotesBar } from './notes-bar';
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
  const [opened, setOpened] = useState<{ day: Day | undefined; adding: boolean }>();
  const byDay = useMemo(() => {
    const days = new Map<Day, string[]>();
    for (const { day, text } of notes) days.set(day, [...(days.get(day) ?? []), text]);
    return days;
  }, [notes]);
  const open = useCallback((day: Day) => setOpened({ day, adding: false }), []);
  return {
    notes,
    byDay,
    add: right === 'edit' ? (day) => setOpened({ day, adding: true }) : undefined,
    open,
    bar: right === 'none' ? null : <NotesBar notes={notes} range={range} opened={opened} onOpen={setOpened} />,
  };
}
