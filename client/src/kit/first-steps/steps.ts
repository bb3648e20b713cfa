import type { FirstStepsQuery } from '../../generated/graphql';

/** Steps from an empty installation to a reported conversion, and a second user. */
export const STEPS = ['product', 'tag', 'ad', 'click', 'cv', 'user'] as const;
export type Step = (typeof STEPS)[number];

/** Server codes of problems that block a step; shown while the step is open. */
const HINTS: Partial<Record<Step, readonly string[]>> = {
  tag: ['only_servers', 'silent_landings', 'wrong_domain', 'only_excluded'],
  cv: ['no_cv_setting', 'wrong_order', 'bad_events'],
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
  };
  const done: Record<Step, boolean> = {
    product: Boolean(product.productDomain && product.productUrl),
    tag: Boolean(seen.tag),
    ad: ads.count > 0,
    click: Boolean(seen.click),
    cv: Boolean(seen.cv),
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
