import {
  countMonths,
  firstDayOfMonth,
  lastDayOfMonth,
  type DayRange,
  type Month,
} from '../../../../../shared/domain/calendar';
import type { EffectAnswer } from './use-effect-data';

type DisplayedCohorts = Pick<EffectAnswer, 'costWithoutCustomers'> & {
  readonly cohorts: readonly Pick<EffectAnswer['cohorts'][number], 'acquisitionMonth'>[];
};

/** All displayed acquisition months together. */
interface AcquisitionRange {
  readonly acquisition: DayRange;
  readonly first: Month;
  readonly last: Month;
  /** True if the cost equals the cost of all ads in this range. */
  readonly isWholeCost: boolean;
}

const SEN = 0.01;

/**
 * Returns true if ads without acquired customers cost nothing. Their cost appears in logs but in no row or
 * total.
 */
export const isWholeCost = ({
  costWithoutCustomers,
}: Pick<DisplayedCohorts, 'costWithoutCustomers'>): boolean => costWithoutCustomers < SEN;

/** Returns the day range of all displayed acquisition months. Returns undefined without months. */
export function acquisitionRangeOf(displayed: DisplayedCohorts): AcquisitionRange | undefined {
  const { cohorts } = displayed;
  const [first, last] = [cohorts[0], cohorts.at(-1)].map((cohort) => Number(cohort?.acquisitionMonth ?? 0));
  if (!first || !last) return undefined;
  return {
    acquisition: { from: firstDayOfMonth(first), to: lastDayOfMonth(last) },
    first,
    last,
    // Totals exclude the cost of a month that acquired no customers.
    isWholeCost: isWholeCost(displayed) && cohorts.length === countMonths(first, last),
  };
}
