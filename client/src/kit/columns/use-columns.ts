import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../session/session-context';
import { withParameters } from '../address';
import {
  columnChoice,
  columnsText,
  initialChoice,
  parseColumns,
  reconcileChoice,
  visibleColumnsOf,
  type ChoosableColumn,
  type ColumnChoice,
} from './column-choice';

export interface ColumnControls<Column> {
  choice: ColumnChoice;
  visible: readonly Column[];
  change: (choice: ColumnChoice) => void;
  reset: () => void;
}

/** URL parameter for columns, as used by saved views. */
export const COLUMNS = 'cols';

/**
 * Columns of a list. A choice in the URL takes precedence and receives changes; otherwise the choice is
 * stored per user in this browser.
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
    () => parseColumns(stated, columns) ?? reconcileChoice(saved, columns),
    [stated, saved, columns],
  );
  const visible = useMemo(() => visibleColumnsOf(columns, choice), [columns, choice]);
  const setColumnsParameter = useCallback(
    (text: string | null) =>
      setParameters((before) => withParameters(before, { [COLUMNS]: text }), { preventScrollReset: true }),
    [setParameters],
  );
  const change = useCallback(
    (next: ColumnChoice) => {
      if (stated !== null) return setColumnsParameter(columnsText(next, columns));
      stored.write(next, userId);
      setSaved(next);
    },
    [stated, setColumnsParameter, stored, userId, columns],
  );
  const reset = useCallback(() => {
    if (stated !== null) setColumnsParameter(null);
    stored.remove(userId);
    setSaved(initialChoice(columns));
  }, [stated, setColumnsParameter, stored, userId, columns]);
  return { choice, visible, change, reset };
}
