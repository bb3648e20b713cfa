import { useCallback, useState } from 'react';
import { allows, type RightKey } from '../../../../shared/catalog';
import { countDays } from '../../../../shared/domain/calendar';
import { defineStored } from '../../preferences/stored';
import { rightOf } from '../../session/rights';
import { useSession } from '../../session/session-context';
import { parseDay } from '../tokyo-date';
import { useToday } from '../use-today';

/** Days after a product's first data during which its first steps are shown. */
const YOUNG_DAYS = 30;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const NEEDED: readonly RightKey[] = ['products', 'ads', 'cv_settings'];

/**
 * Ids of products whose first steps were closed. Stored for a year, so that users need not close them every
 * month.
 */
const stored = defineStored<readonly number[]>({ name: 'first_steps_closed', version: 1, life: YEAR_MS });

/**
 * Returns whether the first steps are shown to this user for the active product, and whether they were
 * closed.
 */
export function useFirstSteps(): {
  isNeeded: boolean;
  closed: boolean;
  close: () => void;
  reopen: () => void;
} {
  const { profile, products, productId } = useSession();
  const today = useToday();
  const { userId } = profile;
  const [list, setList] = useState(() => stored.read(userId) ?? []);
  const store = useCallback(
    (next: readonly number[]) => {
      stored.write(next, userId);
      setList(next);
    },
    [userId],
  );
  const first = parseDay(products.find(({ id }) => id === productId)?.firstDay ?? '');
  const isYoung = first === null || countDays(first, today) <= YOUNG_DAYS;
  const maySetUp = NEEDED.every((right) =>
    profile.rights.some(({ menu, level }) => menu === right && allows({ right: rightOf[level] }, 'edit')),
  );
  return {
    isNeeded: productId !== undefined && isYoung && maySetUp,
    closed: productId !== undefined && list.includes(productId),
    close: () => productId !== undefined && store([...list, productId]),
    reopen: () => store(list.filter((id) => id !== productId)),
  };
}
