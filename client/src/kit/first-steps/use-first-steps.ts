import type { FirstStepsQuery } from '../../generated/graphql';
import { useCallback, useState } from 'react';
import { allows, type RightKey } from '../../../../shared/catalog';
import { countDays } from '../../../../shared/domain/calendar';
import { defineStored } from '../../preferences/stored';
import { rightOf } from '../../session/rights';
import { useSession } from '../../session/session-context';
import { parseDay } from '../tokyo-date';
import { useToday } from '../use-today';

/** Steps from an empty installation to a reported conversion, and a second user. */
const STEPS = ['product', 'tag', 'ad', 'click', 'cv', 'sales', 'user'] as const;
export type Step = (typeof STEPS)[number];

/** Server codes of problems that block a step; shown while the step is open. */
const HINTS: Partial<Record<Step, readonly string[]>> = {
  tag: ['only_servers', 'silent_landings', 'wrong_domain', 'only_excluded'],
  cv: ['no_cv_setting', 'cv_elsewhere', 'wrong_order', 'bad_events'],
};

export interface StepState {
  step: Step;
  done: boolean;
  /** Time of the last matching data. */
  at?: string | undefined;
  /** Reasons that block the step, translated. */
  hints: readonly string[];
}

/** Returns the state of each step; the last step only for users who may add users. */
export function stepsOf({ product, productSetup, ads, users }: FirstStepsQuery): StepState[] {
  const seen: Partial<Record<Step, string | null | undefined>> = {
    tag: productSetup.lastTagAt,
    click: productSetup.lastClickAt,
    cv: productSetup.lastConversionAt,
    sales: productSetup.lastSaleAt,
  };
  const done: Record<Step, boolean> = {
    product: Boolean(product.productDomain && product.productUrl),
    tag: Boolean(seen.tag),
    ad: ads.count > 0,
    click: Boolean(seen.click),
    cv: Boolean(seen.cv),
    sales: Boolean(seen.sales),
    user: (users?.count ?? 0) > 1,
  };
  return STEPS.filter((step) => step !== 'user' || users != null).map((step) => ({
    step,
    done: done[step],
    at: seen[step] ?? undefined,
    hints: done[step]
      ? []
      : productSetup.missing.filter(({ code }) => HINTS[step]?.includes(code)).map(({ label }) => label),
  }));
}

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
