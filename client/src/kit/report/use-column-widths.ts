import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSession } from '../../session/session-context';
import { savedChoice } from './saved-choice';
import { readWidths, WIDTHS, type ColumnWidths } from './column-widths';

/**
 * Remembers dragged widths for this user and page. Widths of an opened link take precedence until a column is
 * dragged.
 */
export function useColumnWidths(page: string): {
  widths: ColumnWidths;
  setWidth: (key: string, width: number) => void;
} {
  const { userId } = useSession().profile;
  const [parameters, setParameters] = useSearchParams();
  const [own, setOwn] = useState<ColumnWidths>(() => savedChoice(page).read(userId)?.widths ?? {});
  const given = parameters.get(WIDTHS);
  const widths = useMemo(() => (given === null ? own : readWidths(given)), [given, own]);
  const setWidth = useCallback(
    (key: string, width: number) => {
      const stored = savedChoice(page);
      const next = { ...widths, [key]: width };
      stored.write({ ...stored.read(userId), widths: next }, userId);
      setOwn(next);
      if (given === null) return;
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          after.delete(WIDTHS);
          return after;
        },
        { replace: true },
      );
    },
    [page, userId, widths, given, setParameters],
  );
  return { widths, setWidth };
}
