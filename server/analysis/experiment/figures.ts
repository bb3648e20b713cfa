import { ExperimentMeasure, type NewAndExistingEvaluation } from '../../../shared/catalog';
import { addDays, dayOf, DAYS_A_WEEK, type Day } from '../../../shared/domain/calendar';
import {
  excludesZero,
  expectedWeek,
  fitOnOff,
  MIN_PRE_WEEKS,
  minimalEffect,
  onOffEffect,
  placeboCheck,
  type Estimate,
} from '../../../shared/domain/on-off';
import { badInput } from '../../auth/failure';
import type { Database } from '../../db/database';
import { readMetricsVersion } from '../../rollups';
import { lastDayOf, readableFrom, stateOf, type ExperimentPlan, type ExperimentState } from './plan';
import { readPlanWeeks, type WeekSums } from './read-weeks';

/** A week of the chart. Values of the test are null until its result can be read. */
export interface ExperimentWeek {
  readonly week: Day;
  readonly isOff: boolean;
  readonly actual: number | null;
  readonly control: number | null;
  /** The fit before the test; in the test what the ads would have brought. */
  readonly expected: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** What the ads brought: conversions, or yen, that were missing while they were off. */
export interface ExperimentResult {
  readonly effect: number;
  readonly low: number;
  readonly high: number;
  /** `found`: above 0, `none`: the interval contains 0, `opposite`: below 0. */
  readonly verdict: 'found' | 'none' | 'opposite';
  readonly adCost: number;
  /** CPA in yen, or ROAS of amounts; null without one. The bounds are those of the interval. */
  readonly ratio: number | null;
  readonly ratioLow: number | null;
  readonly ratioHigh: number | null;
  /** Clicks of the ads while they were off, per click in as many weeks before; null without clicks before. */
  readonly clicksLeft: number | null;
}

export interface ExperimentFigures {
  readonly state: ExperimentState;
  readonly lastDay: Day;
  readonly readableFrom: Day;
  readonly weeks: readonly ExperimentWeek[];
  /** Weeks of the fit. */
  readonly usedWeeks: number;
  /** Mean of these weeks. */
  readonly baseline: number | null;
  /** Smallest effect per week that the test finds, and its share of the baseline. */
  readonly minimalEffect: number;
  readonly minimalEffectShare: number | null;
  readonly placeboChecks: number;
  readonly placeboAlarms: number;
  readonly result: ExperimentResult | null;
  readonly evaluation: NewAndExistingEvaluation;
  /** Version of the data of its days. */
  readonly version: number;
}

const sumOf = (weeks: readonly WeekSums[], name: 'clicks' | 'adCost'): number =>
  weeks.reduce((sum, week) => sum + week[name], 0);

/**
 * Judges a finished test. The cost is that of as many weeks just before the test: what was not spent while the ads
 * were off is unknown, and the weeks just before have the budget that was switched off. Costs in the test itself
 * (fees that go on) are not those of the missing conversions.
 */
function resultOf(
  measure: ExperimentMeasure,
  { value: effect, low, high }: Estimate,
  before: readonly WeekSums[],
  test: readonly WeekSums[],
): ExperimentResult {
  const adCost = sumOf(before, 'adCost');
  const ratioOf = (value: number): number | null => {
    if (measure === ExperimentMeasure.AMOUNT) return adCost > 0 ? value / adCost : null;
    return value > 0 ? adCost / value : null;
  };
  const [ratioLow, ratioHigh] = measure === ExperimentMeasure.AMOUNT ? [low, high] : [high, low];
  const clicks = sumOf(before, 'clicks');
  return {
    effect,
    low,
    high,
    verdict: !excludesZero({ value: effect, low, high }) ? 'none' : effect > 0 ? 'found' : 'opposite',
    adCost,
    ratio: ratioOf(effect),
    ratioLow: ratioOf(ratioLow),
    ratioHigh: ratioOf(ratioHigh),
    clicksLeft: clicks > 0 ? sumOf(test, 'clicks') / clicks : null,
  };
}

/**
 * Computes what a plan can find, its placebo check, and the result of a frozen one whose weeks are over.
 *
 * @throws BAD_USER_INPUT for too few weeks of data, or a control that never changes
 */
export async function readExperiment(
  db: Database,
  plan: ExperimentPlan,
  now: number,
): Promise<ExperimentFigures> {
  const lastDay = lastDayOf(plan);
  const version = await readMetricsVersion(db, plan.productId, { from: 0, to: lastDay });
  const { weeks, knownFrom, evaluation } = await readPlanWeeks(db, plan, now);
  const state = stateOf(plan, dayOf(now));
  const firstWeek = Math.max(knownFrom, addDays(plan.firstDay, -DAYS_A_WEEK * plan.preWeeks));
  const before = weeks.filter(({ isOff, week }) => !isOff && week >= firstWeek);
  const fit = fitOnOff(before);
  if (!fit)
    throw badInput(
      before.length < MIN_PRE_WEEKS
        ? { preWeeks: { key: 'tooFewWeeks', params: { count: before.length, min: MIN_PRE_WEEKS } } }
        : { control: { key: 'constantControl' } },
    );
  const isRead = state === 'finished';
  const test = weeks.filter(({ isOff }) => isOff);
  const computed = minimalEffect(fit, plan.offWeeks);
  const placebo = placeboCheck(before, plan.offWeeks);
  return {
    state,
    lastDay,
    readableFrom: readableFrom(plan),
    weeks: [
      ...before.map(({ week, control, response }): ExperimentWeek => {
        const { value: expected } = expectedWeek(fit, control);
        return { week, isOff: false, actual: response, control, expected, low: null, high: null };
      }),
      ...Array.from({ length: plan.offWeeks }, (_, index): ExperimentWeek => {
        const week = addDays(plan.firstDay, DAYS_A_WEEK * index);
        const sums = isRead ? test[index] : undefined;
        if (!sums)
          return { week, isOff: true, actual: null, control: null, expected: null, low: null, high: null };
        const { value: expected, low, high } = expectedWeek(fit, sums.control);
        return { week, isOff: true, actual: sums.response, control: sums.control, expected, low, high };
      }),
    ],
    usedWeeks: fit.weeks,
    baseline: fit.response,
    minimalEffect: plan.minimalEffect ?? computed,
    minimalEffectShare:
      plan.minimalEffect !== null
        ? plan.minimalEffectShare
        : fit.response > 0
          ? computed / fit.response
          : null,
    placeboChecks: placebo.checks,
    placeboAlarms: placebo.alarms,
    result: isRead
      ? resultOf(
          plan.measure,
          onOffEffect(fit, test),
          weeks.filter(({ isOff }) => !isOff).slice(-plan.offWeeks),
          test,
        )
      : null,
    evaluation,
    version,
  };
}
