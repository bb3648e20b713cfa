import { useCallback, useMemo, useState } from 'react';
import { useSession } from '../../session/session-context';
import { columnChoice, initialChoice, settledChoice, shownColumns, type ColumnChoice } from './column-choice';
import type { ListColumn } from '../list/types';

export interface ColumnControls<Row> {
  choice: ColumnChoice;
  shown: readonly ListColumn<Row>[];
  change: (choice: ColumnChoice) => void;
  reset: () => void;
}

/** The columns of a list as this user wants them, remembered in this browser. */
export function useColumns<Row>(list: string, columns: readonly ListColumn<Row>[]): ColumnControls<Row> {
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
