import {
  CvType,
  ExperimentControl,
  ExperimentMeasure,
  type NewAndExistingEvaluation,
} from '../../../shared/catalog';
import {
  addDays,
  countDays,
  dayOf,
  DAYS_A_WEEK,
  type Day,
  type DayRange,
} from '../../../shared/domain/calendar';
import { pathClassesOf } from '../../../shared/domain/journey';
import { productReader } from '../../auth/actor';
import type { Database } from '../../db/database';
import { select, sql } from '../../db/statements';
import { readDailyMetrics, type DayMetrics } from '../daily';
import { contactsFrom } from '../../rollups';
import { resolveRequest } from '../report/request';
import { adSummaries } from '../reports';
import { lastDayOf, type ExperimentPlan } from './plan';

/** Sums of a week. `adCost` (yen) and `clicks` are those of the ads of the test. */
export interface WeekSums {
  readonly week: Day;
  readonly isOff: boolean;
  readonly response: number;
  readonly control: number;
  readonly clicks: number;
  readonly adCost: number;
}

/** Complete weeks of a plan. */
export interface PlanWeeks {
  /** In order: as many as the plan has before the test, or as the test has if those are more, then those of the test. */
  readonly weeks: readonly WeekSums[];
  /** First day whose sums are complete. */
  readonly knownFrom: Day;
  readonly evaluation: NewAndExistingEvaluation;
}

/** Counts the final conversions of each day with a contact of an ad that keeps running. */
async function readControlConversions(
  db: Database,
  { productId, adIds, controlAdIds }: ExperimentPlan,
  { from, to }: DayRange,
  evaluation: NewAndExistingEvaluation,
): Promise<Map<Day, number>> {
  // A conversion counts once, so the ads are one list.
  const isChosen =
    controlAdIds.length > 0 ? `ad_id IN (${controlAdIds.join()})` : `ad_id NOT IN (${adIds.join()})`;
  const rows = await select<{ day: Day; n: number }>(db)`SELECT day, COUNT(DISTINCT conversion_id) AS n
    FROM conversion_touch WHERE product_id = ${productId} AND day BETWEEN ${from} AND ${to} AND pos > 0
    AND cv_type = ${CvType.LAST_CV} AND class IN ${pathClassesOf(evaluation)}
    AND ${sql(isChosen)} GROUP BY day`;
  return new Map(rows.map(({ day, n }) => [day, Number(n)]));
}

/** Reads the sums of the weeks of a plan that are over. */
export async function readPlanWeeks(db: Database, plan: ExperimentPlan, now: number): Promise<PlanWeeks> {
  const { productId, firstDay, adIds, controlAdIds } = plan;
  const before = Math.max(plan.preWeeks, plan.offWeeks);
  const from = addDays(firstDay, -DAYS_A_WEEK * before);
  const to = Math.min(lastDayOf(plan), addDays(dayOf(now), -1));
  // All conversions of the product judge an experiment, an agency's too.
  const reader = productReader(plan);
  const dates = { productId, dateFrom: from, dateTo: Math.max(from, to) };
  const { evaluation } = await resolveRequest(
    db,
    reader,
    adSummaries,
    { ...dates, axis: ['ad'], evaluation: plan.evaluation },
    now,
  );
  const [data] = await select<{ first: Day | null }>(db)`SELECT MIN(day) AS first FROM figure_version
    WHERE product_id = ${productId}`;
  const byContacts = plan.control === ExperimentControl.CONVERSIONS;
  const knownFrom = Math.max(data?.first ?? dates.dateTo, byContacts ? await contactsFrom(db, productId) : 0);
  const count = Math.floor(countDays(from, to) / DAYS_A_WEEK);
  if (count <= 0) return { weeks: [], knownFrom, evaluation };
  const read = (ids: readonly number[] | null, names: readonly string[]): Promise<DayMetrics[]> =>
    readDailyMetrics(
      db,
      reader,
      { ...dates, adIds: ids, evaluation, fields: names.map((name) => `figures.${name}`) },
      now,
    );
  const response = plan.measure === ExperimentMeasure.AMOUNT ? 'amountSum' : 'cvTotalFinal';
  const all = await read(null, [response, 'adClickCount']);
  const tested = await read(adIds, ['adClickCount', 'adCost']);
  const running = controlAdIds.length > 0 && !byContacts ? await read(controlAdIds, ['adClickCount']) : null;
  const touched = byContacts
    ? await readControlConversions(db, plan, { from, to }, evaluation)
    : new Map<Day, number>();
  const days = all.map(({ day, figures }, index) => {
    const own = tested[index]?.figures;
    const clicks = own?.adClickCount ?? 0;
    const others = running
      ? (running[index]?.figures.adClickCount ?? 0)
      : (figures.adClickCount ?? 0) - clicks;
    return {
      response: figures[response] ?? 0,
      control: byContacts ? (touched.get(day) ?? 0) : others,
      clicks,
      adCost: own?.adCost ?? 0,
    };
  });
  const weeks = Array.from({ length: count }, (_, index): WeekSums => {
    const own = days.slice(DAYS_A_WEEK * index, DAYS_A_WEEK * (index + 1));
    const sum = (name: 'response' | 'control' | 'clicks' | 'adCost'): number =>
      own.reduce((total, values) => total + values[name], 0);
    return {
      week: addDays(from, DAYS_A_WEEK * index),
      isOff: index >= before,
      response: sum('response'),
      control: sum('control'),
      clicks: sum('clicks'),
      adCost: sum('adCost'),
    };
  });
  return { weeks, knownFrom, evaluation };
}
