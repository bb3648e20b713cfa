import {
  AlertScope,
  findMeasure,
  isAdditive,
  meetsCondition,
  type MeasureKey,
  type MetricValues,
} from '../../shared/catalog';
import { targetOf } from '../../shared/catalog/target';
import {
  addDays,
  DAYS_A_WEEK,
  dayOf,
  endOfDay,
  firstDayOfMonth,
  monthOf,
  type Day,
} from '../../shared/domain/calendar';
import { UNUSUAL, checkAlert, checkPace, type AlertCheck, type AlertRule } from '../../shared/domain/watch';
import { reports, type ReportResult } from '../analysis';
import { select } from '../db/statements';
import type { Database } from '../db/database';
import { productReader } from '../auth/actor';
import type { AlertDefinition } from './alert-definition';

/** Case id of the whole product. */
const WHOLE = 0;

/** Values of a case that an alert evaluates on a day. */
interface CaseValues {
  /** The ad, or WHOLE. */
  readonly adId: number;
  readonly name: string;
  /** Null if the denominator is zero. */
  readonly value: number | null;
  /** Values of earlier days with the same weekday, as far as known. */
  readonly earlier: readonly number[];
}

/** Returns the earlier days with the same weekday, oldest first. */
const weekdaysBefore = (day: Day): Day[] =>
  Array.from({ length: UNUSUAL.weeks }, (_, index) => addDays(day, -(UNUSUAL.weeks - index) * DAYS_A_WEEK));

/** Metric values of one day by case; cases without facts are missing. */
type DayValues = ReadonlyMap<number, MetricValues>;

const hasFacts = ({ count }: ReportResult): boolean => count > 0;

/** Returns the fields that the conditions of an alert need. */
const conditionFields = ({ figures }: AlertDefinition): string[] =>
  figures.flatMap(({ name }) => {
    const measure = findMeasure(name);
    return measure ? [`figures.${measure}`] : [];
  });

async function readDay(
  db: Database,
  alert: AlertDefinition,
  day: Day,
): Promise<{ values: DayValues; names: ReadonlyMap<number, string> }> {
  const { productId, measure, scope, adId } = alert;
  const result = await reports.adSummaries.read(db, productReader(alert), {
    productId,
    dateFrom: day,
    dateTo: day,
    axis: ['ad'],
    filters: scope === AlertScope.ONE_AD ? { adIds: [adId ?? 0] } : null,
    fields: [`figures.${measure}`, ...conditionFields(alert)],
  });
  if (scope !== AlertScope.EACH_AD)
    return {
      values: new Map(hasFacts(result) ? [[adId ?? WHOLE, result.total.figures]] : []),
      names: new Map(),
    };
  const ads = result.results.flatMap((row) =>
    row.adId == null ? [] : [{ id: row.adId, name: row.ad ?? '', values: row.figures }],
  );
  return {
    values: new Map(ads.map(({ id, values }) => [id, values])),
    names: new Map(ads.map(({ id, name }) => [id, name])),
  };
}

/** Reads the ads that run on a day. They are evaluated even without events. */
async function runningAds(
  db: Database,
  { productId }: AlertDefinition,
  day: Day,
): Promise<Map<number, string>> {
  const rows = await select<{ id: number; ad_name: string }>(db)`SELECT id, ad_name FROM ad
    WHERE product_id = ${productId} AND status = 1 AND (period_from IS NULL OR period_from <= ${day})
    AND (period_to IS NULL OR period_to >= ${day})`;
  return new Map(rows.map(({ id, ad_name: name }) => [id, name]));
}

/** Returns the cases to evaluate even without events: the one ad if it exists, or always the product. */
async function fixedCases(db: Database, alert: AlertDefinition, day: Day): Promise<Map<number, string>> {
  const { scope, adId, productId } = alert;
  if (scope === AlertScope.EACH_AD) return runningAds(db, alert, day);
  if (scope === AlertScope.PRODUCT) return new Map([[WHOLE, '']]);
  const ads = await select<{ id: number; ad_name: string }>(db)`SELECT id, ad_name FROM ad
    WHERE id = ${adId ?? 0} AND product_id = ${productId}`;
  return new Map(ads.map(({ id, ad_name: name }) => [id, name]));
}

/** Returns a metric value. Without events, additive measures are zero and ratios are null. */
const valueIn = (values: MetricValues | undefined, measure: MeasureKey): number | null =>
  values ? values[measure] : isAdditive(measure) ? 0 : null;

/** Whether a case meets the conditions of the alert on the day. */
const isJudged = ({ figures }: AlertDefinition, values: MetricValues | undefined): boolean =>
  figures.every((condition) => {
    const measure = findMeasure(condition.name);
    return measure !== null && meetsCondition(valueIn(values, measure), condition);
  });

/**
 * Reads the cases of an alert with their values on a day and on earlier days with the same weekday. Days
 * before the first one with any value of a case are unknown, not empty.
 */
async function readValues(db: Database, alert: AlertDefinition, day: Day): Promise<CaseValues[]> {
  const { measure, rule } = alert;
  const fixed = await fixedCases(db, alert, day);
  if (fixed.size === 0 && alert.scope === AlertScope.ONE_AD) return [];
  const before: DayValues[] = [];
  const { values: now, names } = await readDay(db, alert, day);
  if (rule.is === 'unusual')
    for (const earlier of weekdaysBefore(day)) before.push((await readDay(db, alert, earlier)).values);
  const cases = new Map([...fixed, ...names]);
  return [...cases]
    .filter(([adId]) => isJudged(alert, now.get(adId)))
    .sort(([a], [b]) => a - b)
    .map(([adId, name]) => {
      const first = before.findIndex((values) => values.has(adId));
      const known = first < 0 ? [] : before.slice(first);
      const earlier = known.flatMap((values) => valueIn(values.get(adId), measure) ?? []);
      return {
        adId,
        name,
        value: valueIn(now.get(adId), measure),
        earlier,
      };
    });
}

type PaceRule = Extract<AlertRule, { is: 'pace' }>;

/**
 * Checks the landings of the month as of a day against its targets: of the product, of each ad with a target
 * and data, or of one ad.
 */
async function evaluatePace(
  db: Database,
  alert: AlertDefinition,
  day: Day,
  rule: PaceRule,
): Promise<EvaluatedCase[]> {
  const { productId, measure, scope, adId } = alert;
  const key = targetOf(measure);
  const isGone = scope === AlertScope.ONE_AD && (await fixedCases(db, alert, day)).size === 0;
  if (!key || isGone) return [];
  const { results, total } = await reports.adSummaries.read(
    db,
    productReader(alert),
    {
      productId,
      dateFrom: firstDayOfMonth(monthOf(day)),
      dateTo: day,
      axis: ['ad'],
      filters: scope === AlertScope.ONE_AD ? { adIds: [adId ?? 0] } : null,
      fields: [`targets.${key}`, `landing.${key}`, ...conditionFields(alert)],
    },
    endOfDay(day) + 1,
  );
  const rows =
    scope === AlertScope.EACH_AD
      ? results.map((row) => ({ ...row, adId: row.adId ?? WHOLE, name: row.ad ?? '' }))
      : [{ ...total, adId: adId ?? WHOLE, name: '' }];
  return rows.flatMap(({ adId: id, name, targets, landing, figures }) => {
    const [target, value] = [targets?.[key], landing?.[key]];
    return target == null || value == null || !isJudged(alert, figures)
      ? []
      : [{ adId: id, name, ...checkPace(value, target, rule) }];
  });
}

/** A case of an alert that could be evaluated. */
export interface EvaluatedCase extends AlertCheck {
  /** The ad; 0: the whole product. */
  readonly adId: number;
  readonly name: string;
}

/** Returns the day that alerts evaluate: the last finished one. */
export const dayToEvaluate = (now: number): Day => addDays(dayOf(now), -1);

/** Returns the relative distance of a value from its bound. */
const relativeDistance = ({ value, low, high }: AlertCheck): number => {
  const bound = low !== null && value < low ? low : (high ?? 0);
  return Math.abs(value - bound) / Math.max(1e-9, Math.abs(bound));
};

/**
 * Evaluates the cases of an alert on a day. Raised cases come first, those farthest from their bounds before
 * others.
 */
export async function evaluateAlert(
  db: Database,
  alert: AlertDefinition,
  day: Day,
): Promise<EvaluatedCase[]> {
  const { rule } = alert;
  const cases =
    rule.is === 'pace'
      ? await evaluatePace(db, alert, day, rule)
      : (await readValues(db, alert, day)).flatMap(({ adId, name, value, earlier }) => {
          const evaluated = checkAlert(value, earlier, rule);
          return evaluated ? [{ adId, name, ...evaluated }] : [];
        });
  return cases.sort(
    (a, b) =>
      Number(b.raised) - Number(a.raised) || relativeDistance(b) - relativeDistance(a) || a.adId - b.adId,
  );
}
