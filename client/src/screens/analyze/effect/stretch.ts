import {
  countMonths,
  firstDayOfMonth,
  lastDayOfMonth,
  type DayRange,
  type Month,
} from '../../../../../shared/domain/calendar';
import type { EffectAnswer } from './use-effect-data';

type Shown = Pick<EffectAnswer, 'costWithoutCustomers'> & {
  readonly cohorts: readonly Pick<EffectAnswer['cohorts'][number], 'acquisitionMonth'>[];
};

/** All shown acquisition months together. */
interface Stretch {
  readonly acquisition: DayRange;
  readonly first: Month;
  readonly last: Month;
  /** Whether what all ads cost on these days is their cost. */
  readonly isWholeCost: boolean;
}

const SEN = 0.01;

/** Whether ads that acquired nobody cost nothing: what they cost is in no row and no total, but in the logs. */
export const isWholeCost = ({ costWithoutCustomers }: Pick<Shown, 'costWithoutCustomers'>): boolean =>
  costWithoutCustomers < SEN;

/** The stretch of days of all shown acquisition months; undefined where there are none. */
export function stretchOf(shown: Shown): Stretch | undefined {
  const { cohorts } = shown;
  const [first, last] = [cohorts[0], cohorts.at(-1)].map((cohort) => Number(cohort?.acquisitionMonth ?? 0));
  if (!first || !last) return undefined;
  return {
    acquisition: { from: firstDayOfMonth(first), to: lastDayOfMonth(last) },
    first,
    last,
    // What ads cost in a month between that acquired nobody is in no total.
    isWholeCost: isWholeCost(shown) && cohorts.length === countMonths(first, last),
  };
}
