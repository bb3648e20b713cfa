import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../session/session-context';
import {
  columnChoice,
  columnsText,
  initialChoice,
  readColumns,
  settledChoice,
  shownColumns,
  type ChoosableColumn,
  type ColumnChoice,
} from './column-choice';

export interface ColumnControls<Column> {
  choice: ColumnChoice;
  shown: readonly Column[];
  change: (choice: ColumnChoice) => void;
  reset: () => void;
}

/** The parameter of an address that states columns, as a saved view does. */
export const COLUMNS = 'cols';

/**
 * The columns of a list: those that the address states, and changes go there; else as this user wants them, remembered
 * in this browser.
 */
export function useColumns<Column extends ChoosableColumn>(
  list: string,
  columns: readonly Column[],
): ColumnControls<Column> {
  const { userId } = useSession().profile;
  const [parameters, setParameters] = useSearchParams();
  const stated = parameters.get(COLUMNS);
  const stored = useMemo(() => columnChoice(list), [list]);
  const [saved, setSaved] = useState(() => stored.read(userId));
  const choice = useMemo(
    () => readColumns(stated, columns) ?? settledChoice(saved, columns),
    [stated, saved, columns],
  );
  const shown = useMemo(() => shownColumns(columns, choice), [columns, choice]);
  const state = useCallback(
    (text: string | null) =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          if (text === null) after.delete(COLUMNS);
          else after.set(COLUMNS, text);
          return after;
        },
        { preventScrollReset: true },
      ),
    [setParameters],
  );
  const change = useCallback(
    (next: ColumnChoice) => {
      if (stated !== null) return state(columnsText(next, columns));
      stored.write(next, userId);
      setSaved(next);
    },
    [stated, state, stored, userId, columns],
  );
  const reset = useCallback(() => {
    if (stated !== null) state(null);
    stored.remove(userId);
    setSaved(initialChoice(columns));
  }, [stated, state, stored, userId, columns]);
  return { choice, shown, change, reset };
}
