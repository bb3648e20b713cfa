import { baseKeysOf, measureOf, type MetricValues } from '../../../shared/catalog';
import { targetKeys, targetMeasures, targetScope, type TargetKey } from '../../../shared/catalog/target';
import { variationOf } from '../../../shared/catalog/alert';
import {
  addDays,
  daysIn,
  dayOf,
  endOfDay,
  firstDayOfMonth,
  monthOf,
  startOfDay,
} from '../../../shared/domain/calendar';
import {
  landingOf,
  landingRatio,
  PATTERN_DAYS,
  relativeToTarget,
  weekPattern,
  type Landing,
  type WeekPattern,
} from '../../../shared/domain/pace';
import { recordOf } from '../../../shared/records';
import { texts } from '../../../shared/i18n';
import { select } from '../../db/statements';
import type { Database } from '../../db/database';
import { compileMetrics } from '../compile-measures';
import type { ReportRow, TargetValues } from '../input';
import type { Column } from './columns';
import { readReportAds } from './read-groups';
import type { Extension, ExtensionContext, Part, ValueKind } from './report';
import type { ReportRequest } from './request';
import { readSeries } from './series';

const VALUES: Part = {
  type: 'TargetValues',
  fields: recordOf(targetKeys, (): ValueKind => 'float?'),
  nullable: true,
};

/** Row fields of a report with targets. */
const FIELDS = ['targets', 'landing', 'landingLow', 'landingHigh', 'pace'] as const;
type Field = (typeof FIELDS)[number];

/** The same as a report declares them. */
export const TARGET_FIELDS = recordOf(FIELDS, () => VALUES);

const NONE = recordOf(FIELDS, () => null);

/** Column of a field's value; undefined in rows without targets. */
const valueColumn = (name: string, field: Field, key: TargetKey): Column => ({
  name,
  fields: [`${field}.${key}`],
  value: (row) => (row[field] === undefined ? undefined : (row[field]?.[key] ?? null)),
  title: (locale) => {
    const { measures, report } = texts[locale];
    return `${measures[targetMeasures[key]].label} ${report.targetColumns[field]}`;
  },
  unit: field === 'pace' ? 'ratio' : measureOf(targetMeasures[key]).unit,
});

/** Column that REST writes as an object by target. */
const objectColumn = (name: string, field: Field): Column => ({
  name,
  fields: [field, ...targetKeys.map((key) => `${field}.${key}`)],
  value: (row) => row[field] && JSON.stringify(row[field]),
  rest: (row) => row[field],
  title: (locale) => texts[locale].report.targetColumns[field],
  unit: null,
});

/** Columns of rows that carry targets: `target_cv` ... `target_amount`, and objects by target. */
export const targetColumns: readonly Column[] = [
  ...targetKeys.map((key) => valueColumn(`target_${key}`, 'targets', key)),
  objectColumn('pace', 'pace'),
  objectColumn('landing', 'landing'),
  objectColumn('landing_low', 'landingLow'),
  objectColumn('landing_high', 'landingHigh'),
];

/** Column of the part of a target that is reached. */
const achievementColumn = (key: TargetKey): Column => ({
  name: `achievement_${key}`,
  fields: [`targets.${key}`, `figures.${targetMeasures[key]}`],
  value: ({ figures, targets }) => relativeToTarget(figures[targetMeasures[key]], targets?.[key]),
  title: (locale) => {
    const { measures, report } = texts[locale];
    return `${measures[targetMeasures[key]].label} ${report.targetColumns.achievement}`;
  },
  unit: 'ratio',
});

/** Columns for files and sort orders: `achievement_cv`, `landing_cv`, `pace_cv` and so on. */
export const targetFileColumns: readonly Column[] = targetKeys.flatMap((key) => [
  achievementColumn(key),
  valueColumn(`landing_${key}`, 'landing', key),
  valueColumn(`landing_low_${key}`, 'landingLow', key),
  valueColumn(`landing_high_${key}`, 'landingHigh', key),
  valueColumn(`pace_${key}`, 'pace', key),
]);

/** Sums that land; the ratios follow from them. */
const SUMS = ['cv', 'cost', 'amount'] as const satisfies readonly TargetKey[];
type SumKey = (typeof SUMS)[number];
type Landings = Readonly<Record<TargetKey, Landing | null>>;

interface StoredTarget extends TargetValues {
  readonly scope: string;
}

/** Reads the targets of a product's month, by scope. */
async function readTargets(
  db: Database,
  productId: number,
  month: number,
): Promise<Map<string, TargetValues>> {
  const rows = await select<StoredTarget>(db)`SELECT scope_key AS scope, cv, cost_sen / 100 AS cost,
    cpa_sen / 100 AS cpa, roas, amount_sen / 100 AS amount FROM target
    WHERE product_id = ${productId} AND month = ${String(month)}`;
  return new Map(
    rows.map(({ scope, ...values }) => [
      scope,
      recordOf(targetKeys, (key) => (values[key] === null ? null : Number(values[key]))),
    ]),
  );
}

/** Whether the actor sees the ads of one agency only. */
const isAgency = ({ grants }: ExtensionContext['actor']): boolean => grants.analyze.scope === 'own';

/** Returns the ad columns that a report is filtered by, without the agency of an agency's user. */
const adFilters = ({ actor, request }: ExtensionContext): [string, readonly number[]][] =>
  Object.entries(request.filters.ads).flatMap(([column, values]): [string, readonly number[]][] =>
    values && !(isAgency(actor) && column === 'agency_id') ? [[column, values]] : [],
  );

/**
 * Returns the scope of the targets that a total has: the product without filters, or the only ad or asp of the
 * filter. Null for a part of them, as by device or of an agency.
 */
function totalScope(context: ExtensionContext): string | null {
  const { redirectIds, devices } = context.request.filters;
  if (redirectIds || devices) return null;
  const isPart = isAgency(context.actor);
  const [filter, ...others] = adFilters(context);
  if (!filter) return isPart ? null : targetScope({});
  const [column, [id, ...more]] = filter;
  if (others.length > 0 || more.length > 0 || id === undefined) return null;
  if (column === 'id') return targetScope({ adId: id });
  return column === 'asp_id' && !isPart ? targetScope({ aspId: id }) : null;
}

/** Returns the scope of the targets that a row has: rows of whole ads, or of whole asps. */
function rowScope(context: ExtensionContext): (row: ReportRow) => string | null {
  const { axes, filters } = context.request;
  const [axis, ...others] = axes;
  if (others.length > 0 || filters.redirectIds || filters.devices) return () => null;
  if (axis === 'ad') return ({ adId }) => (adId == null ? null : targetScope({ adId }));
  const isWhole = !isAgency(context.actor) && adFilters(context).every(([column]) => column === 'asp_id');
  return axis === 'asp' && isWhole
    ? ({ aspId }) => (aspId == null ? null : targetScope({ aspId }))
    : () => null;
}

/**
 * Reads the weekday patterns of the report's total over the whole weeks before an instant. Single rows have
 * too few conversions to show a pattern.
 */
async function readPatterns(
  db: Database,
  request: ReportRequest,
  until: number,
): Promise<Record<SumKey, WeekPattern>> {
  const last = addDays(dayOf(until), -1);
  const range = { from: addDays(last, 1 - PATTERN_DAYS), to: last };
  const measures = SUMS.map((key) => targetMeasures[key]);
  const total = { ...request, axes: [], nameAxes: [] };
  const { groups } = await readSeries(
    db,
    total,
    { range, keys: baseKeysOf(measures, request.model) },
    daysIn(range).map((day) => ({ from: day, to: day })),
    readReportAds(db, total),
  );
  const compute = compileMetrics(measures, request.model);
  const days = Array.from({ length: PATTERN_DAYS }, (_, at) => {
    const sums = groups[0]?.periods[at];
    return sums && compute(sums);
  });
  return recordOf(SUMS, (key) =>
    weekPattern(
      days.map((day) => day?.[targetMeasures[key]] ?? 0),
      last,
      variationOf(targetMeasures[key]),
    ),
  );
}

/** Returns the landings of a row. */
function landingsOf(
  figures: MetricValues,
  month: number,
  until: number,
  patterns: Record<SumKey, WeekPattern>,
): Landings {
  const sums = recordOf(SUMS, (key) =>
    landingOf(figures[targetMeasures[key]] ?? 0, month, until, patterns[key]),
  );
  return {
    ...sums,
    cpa: landingRatio(sums.cost, sums.cv),
    roas: landingRatio(sums.amount, sums.cost),
  };
}

/** Returns the fields of a row with its targets. */
function fieldsOf(targets: TargetValues, landings: Landings | null): Pick<ReportRow, Field> {
  if (!landings) return { ...NONE, targets };
  const landing = recordOf(targetKeys, (key) => landings[key]?.value ?? null);
  return {
    targets,
    landing,
    landingLow: recordOf(targetKeys, (key) => landings[key]?.low ?? null),
    landingHigh: recordOf(targetKeys, (key) => landings[key]?.high ?? null),
    pace: recordOf(targetKeys, (key) => relativeToTarget(landing[key], targets[key])),
  };
}

const isRequested = ({ request, input }: ExtensionContext): boolean =>
  input.targets === true || FIELDS.some((field) => request.requestedFields.has(field));

/**
 * Adds the month's targets, landing and pace to the rows and the total of a report (interfaces.md 6.12);
 * undefined if they are not requested. All are null where no target fits, and for days of several months.
 * A landing needs days from the first of the month on; it is that of the last of them. Today counts by the
 * part of it that has passed.
 */
export async function targetExtension(context: ExtensionContext): Promise<Extension | undefined> {
  if (!isRequested(context)) return undefined;
  const { db, actor, request, now } = context;
  const { from, to } = request.range;
  const month = monthOf(from);
  const isReadable = month === monthOf(to) && actor.grants.ads.right !== 'none';
  const targets = isReadable ? await readTargets(db, request.productId, month) : null;
  const hasTargets = targets !== null && targets.size > 0;
  const until = Math.min(now, endOfDay(to) + 1);
  const lands = from === firstDayOfMonth(month) && until > startOfDay(from);
  return {
    measures: hasTargets ? targetKeys.map((key) => targetMeasures[key]) : [],
    keys: [],
    totalNeedsNoRows: true,
    extend: (row) => void Object.assign(row, NONE),
    async complete(rows, total) {
      const scopeOf = rowScope(context);
      const withTargets = [
        ...rows.map((row) => [row, scopeOf(row)] as const),
        [total, totalScope(context)] as const,
      ].flatMap(([row, scope]) => {
        const values = scope === null ? undefined : targets?.get(scope);
        return values ? [{ row, values }] : [];
      });
      if (withTargets.length === 0) return;
      const patterns = lands ? await readPatterns(db, request, until) : null;
      for (const { row, values } of withTargets)
        Object.assign(row, fieldsOf(values, patterns && landingsOf(row.figures, month, until, patterns)));
    },
  };
}
