import { dayOf } from '../../../shared/domain/calendar';
import type { ReportRow } from '../input';
import { acquiredBy, finalsOf, oracleFacts, type Finer } from './oracle';
import type { Click, Events } from './store-events';

/** Keys of a touch or cost, or of a customer's visit without a touch. */
export type Place = Pick<Click, 'adId' | 'device' | 'redirectId' | 'lpoEntryId'>;

export interface OracleCohort {
  readonly key: string;
  readonly acquisition: number;
  readonly cost: number;
  readonly months: readonly { readonly value: number | null; readonly forecast: boolean }[];
}

const monthIndex = (yyyymm: number): number => Math.floor(yyyymm / 100) * 12 + (yyyymm % 100);
const monthOfTime = (time: number): number => Math.floor(dayOf(time) / 100);

type Sums = { cv: number[]; customers: number[]; amount: number[] };
const STEPS = 25;

/** Computes the increases of all cohorts by row and acquisition month, customer by customer. */
function increasesOf(
  events: Events,
  model: number,
  keyOf: (at: Place) => string | null,
): Map<string, Map<number, Sums>> {
  const rows = new Map<string, Map<number, Sums>>();
  for (const finals of finalsOf(events)) {
    const [first] = finals;
    if (!first) continue;
    const acquisition = monthOfTime(first.time);
    for (const { at, share } of acquiredBy(first, events, model)) {
      const key = keyOf(at);
      if (key === null) continue;
      const row = rows.get(key) ?? new Map<number, Sums>();
      rows.set(key, row);
      const sums = row.get(acquisition) ?? {
        cv: Array<number>(STEPS).fill(0),
        customers: Array<number>(STEPS).fill(0),
        amount: Array<number>(STEPS).fill(0),
      };
      row.set(acquisition, sums);
      const seen = new Set<number>();
      for (const cv of finals) {
        const after = monthIndex(monthOfTime(cv.time)) - monthIndex(acquisition);
        if (after >= STEPS) continue;
        sums.cv[after]! += share;
        sums.amount[after]! += (share * cv.amountSen) / 100;
        if (!seen.has(after)) sums.customers[after]! += share;
        seen.add(after);
      }
    }
  }
  return rows;
}

/**
 * Returns the expected cumulative value at a step, from the last finished month on, by the sums of cohorts
 * that are old enough.
 */
function expected(
  cohorts: ReadonlyMap<number, number[]>,
  acquisition: number,
  step: number,
  current: number,
): number | null {
  const finished = (month: number): number => monthIndex(current) - monthIndex(month);
  const cumulative = (month: number, upTo: number): number =>
    cohorts
      .get(month)!
      .slice(0, upTo + 1)
      .reduce((a, b) => a + b, 0);
  const last = finished(acquisition) - 1;
  if (last < 0) return null;
  let value = cumulative(acquisition, last);
  for (let k = last; k < step; k += 1) {
    const older = [...cohorts.keys()].filter((month) => finished(month) > k + 1);
    const below = older.reduce((sum, month) => sum + cumulative(month, k), 0);
    if (older.length === 0 || below === 0) return null;
    value *= older.reduce((sum, month) => sum + cumulative(month, k + 1), 0) / below;
  }
  return value;
}

/**
 * Computes the ad effect report by the definitions of the domain.
 * @param keyOf row key of a place; null: a filter excludes it
 * @param finer keys finer than the ad that rows or filters use
 */
export function oracleTransitions(
  events: Events,
  {
    model,
    measure,
    current,
    keyOf,
    finer = [],
  }: {
    model: number;
    measure: string;
    current: number;
    keyOf: (at: Place) => string | null;
    finer?: readonly Finer[];
  },
): OracleCohort[] {
  const fact =
    measure === 'cv' ? 'cv' : measure === 'customers' || measure === 'repeat_rate' ? 'customers' : 'amount';
  const costs = oracleFacts(events, 3, 5, finer).filter((each) => each.measure === 'cost');
  const cohorts: OracleCohort[] = [];
  for (const [key, row] of increasesOf(events, model, keyOf)) {
    const increases = new Map(
      [...row].filter(([, { customers }]) => customers[0]! > 0).map(([month, sums]) => [month, sums[fact]]),
    );
    for (const [acquisition, mine] of increases) {
      const cost = costs
        .filter((each) => Math.floor(each.day / 100) === acquisition && keyOf(each) === key)
        .reduce((sum, each) => sum + each.value, 0);
      const age = monthIndex(current) - monthIndex(acquisition);
      const months = mine.map((increase, step) => {
        const forecast = step > age;
        const up = forecast
          ? expected(increases, acquisition, step, current)
          : mine.slice(0, step + 1).reduce((a, b) => a + b, 0);
        if (up === null) return { value: null, forecast };
        if (measure === 'amount_cumulative') return { value: up, forecast };
        if (measure === 'roas_cumulative') return { value: cost === 0 ? null : up / cost, forecast };
        const customers = row.get(acquisition)!.customers[0]!;
        if (measure === 'ltv') return { value: up / customers, forecast };
        const own = forecast ? up - expected(increases, acquisition, step - 1, current)! : increase;
        return { value: measure === 'repeat_rate' ? own / customers : own, forecast };
      });
      cohorts.push({ key, acquisition, cost, months });
    }
  }
  return cohorts;
}

/**
 * Returns the month in which cohorts together have paid their cost back: the first one, unless cohorts with half of
 * the customers have no value before it. Null without one.
 */
export function paybackMonthOf(parts: readonly ReportRow[]): number | null {
  const customers = parts.reduce((all, part) => all + (part.customers ?? 0), 0);
  for (let month = 0; month < 25; month += 1) {
    const known = parts.filter((part) => part.months![month]!.value !== null);
    const of = (value: (part: ReportRow) => number): number =>
      known.reduce((all, part) => all + value(part), 0);
    if (of((part) => part.customers ?? 0) * 2 < customers) return null;
    const cost = of((part) => part.cost ?? 0);
    if (cost > 0 && of((part) => part.months![month]!.value ?? 0) >= cost) return month;
  }
  return null;
}
