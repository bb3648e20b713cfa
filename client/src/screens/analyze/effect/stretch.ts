import { TRANSITION_MONTHS } from '../../../../../shared/catalog';
import { addMonths, countMonths, firstDayOfMonth, lastDayOfMonth, type DayRange, type Month } from '../../../../../shared/domain/calendar';
import type { EffectAnswer } from './use-effect-data';

type Shown = Pick<EffectAnswer, 'costWithoutCustomers' | 'currentMonth'> & { readonly cohorts: readonly Pick<EffectAnswer['cohorts'][number], 'acquisitionMonth'>[] };

/** Which figures of all shown acquisition months together are those of one stretch of days. */
interface Stretch {
  readonly acquisition: DayRange;
  /** The month, where there is one alone. */
  readonly only: Month | undefined;
  /** The last day of their sales; undefined where some months are so old that their later sales are left out, and others are not. */
  readonly salesTo: number | undefined;
  /** Whether what all ads cost on these days is their cost. */
  readonly isWholeCost: boolean;
}

const SEN = 0.01;

/** Whether ads that acquired nobody cost nothing: what they cost is in no row and no total, but in the logs. */
export const isWholeCost = ({ costWithoutCustomers }: Pick<Shown, 'costWithoutCustomers'>): boolean => costWithoutCustomers < SEN;

/** The stretch of days of all shown acquisition months; undefined where there are none. */
export function stretchOf(shown: Shown): Stretch | undefined {
  const { cohorts } = shown;
  const [first, last] = [cohorts[0], cohorts.at(-1)].map((cohort) => Number(cohort?.acquisitionMonth ?? 0));
  if (!first || !last) return undefined;
  const [told, current] = [addMonths(first, TRANSITION_MONTHS), Number(shown.currentMonth)];
  return {
    acquisition: { from: firstDayOfMonth(first), to: lastDayOfMonth(last) },
    only: first === last ? first : undefined,
    salesTo: first === last || told >= current ? lastDayOfMonth(Math.min(told, current)) : undefined,
    // What ads cost in a month between that acquired nobody is in no total.
    isWholeCost: isWholeCost(shown) && cohorts.length === countMonths(first, last),
  };
}
