import { useCallback, useState } from 'react';
import { useSession } from '../../session/session-context';
import { savedChoice } from './saved-choice';

/** Widths of columns that this user dragged on a page, pixels by column key. */
export type ColumnWidths = Readonly<Record<string, number>>;

/** Remembers dragged widths for this user and page. */
export function useColumnWidths(page: string): { widths: ColumnWidths; setWidth: (key: string, width: number) => void } {
  const { userId } = useSession().profile;
  const [widths, setWidths] = useState<ColumnWidths>(() => savedChoice(page).read(userId)?.widths ?? {});
  const setWidth = useCallback(
    (key: string, width: number) => {
      const stored = savedChoice(page);
      const before = stored.read(userId);
      const next = { ...before?.widths, [key]: width };
      stored.write({ ...before, widths: next }, userId);
      setWidths(next);
    },
    [page, userId],
  );
  return { widths, setWidth };
}
