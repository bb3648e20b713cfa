import { useCallback, useState } from 'react';
import { allows, type RightKey } from '../../../../shared/catalog';
import { countDays } from '../../../../shared/domain/calendar';
import { defineStored } from '../../preferences/stored';
import { rightOf } from '../../session/rights';
import { useSession } from '../../session/session-context';
import { parseDay } from '../tokyo-date';
import { useToday } from '../use-today';

/** Days from a product's first figures on in which its first steps are still shown. */
const YOUNG_DAYS = 30;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const NEEDED: readonly RightKey[] = ['products', 'ads', 'cv_settings'];

/** Products whose first steps were closed, by id. Kept for a year: nobody wants to close them each month. */
const stored = defineStored<readonly number[]>({ name: 'first_steps_closed', version: 1, life: YEAR_MS });

/** Whether the active product is so new that its first steps are of use to this user, and whether they were closed. */
export function useFirstSteps(): { wanted: boolean; closed: boolean; close: () => void; reopen: () => void } {
  const { profile, products, productId } = useSession();
  const today = useToday();
  const { userId } = profile;
  const [list, setList] = useState(() => stored.read(userId) ?? []);
  const keep = useCallback(
    (next: readonly number[]) => {
      stored.write(next, userId);
      setList(next);
    },
    [userId],
  );
  const first = parseDay(products.find(({ id }) => id === productId)?.firstDay ?? '');
  const young = first === null || countDays(first, today) <= YOUNG_DAYS;
  const maySetUp = NEEDED.every((right) =>
    profile.rights.some(({ menu, level }) => menu === right && allows({ right: rightOf[level] }, 'edit')),
  );
  return {
    wanted: productId !== undefined && young && maySetUp,
    closed: productId !== undefined && list.includes(productId),
    close: () => productId !== undefined && keep([...list, productId]),
    reopen: () => keep(list.filter((id) => id !== productId)),
  };
}
