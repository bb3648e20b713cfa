import { useCallback, useMemo, useState } from 'react';
import { useSession } from '../../session/session-context';
import { columnChoice, initialChoice, settledChoice, shownColumns, type ChoosableColumn, type ColumnChoice } from './column-choice';

export interface ColumnControls<Column> {
  choice: ColumnChoice;
  shown: readonly Column[];
  change: (choice: ColumnChoice) => void;
  reset: () => void;
}

/** The columns of a list as this user wants them, remembered in this browser. */
export function useColumns<Column extends ChoosableColumn>(list: string, columns: readonly Column[]): ColumnControls<Column> {
  const { userId } = useSession().profile;
  const stored = useMemo(() => columnChoice(list), [list]);
  const [saved, setSaved] = useState(() => stored.read(userId));
  const choice = useMemo(() => settledChoice(saved, columns), [saved, columns]);
  const shown = useMemo(() => shownColumns(columns, choice), [columns, choice]);
  const change = useCallback(
    (next: ColumnChoice) => {
      stored.write(next, userId);
      setSaved(next);
    },
    [stored, userId],
  );
  const reset = useCallback(() => {
    stored.remove(userId);
    setSaved(initialChoice(columns));
  }, [stored, userId, columns]);
  return { choice, shown, change, reset };
}
