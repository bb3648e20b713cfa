import {
  type AdCostAllocationMode,
  attributesForAxes,
  AttributionModel,
  axes as axisRecords,
  type AxisKey,
  axisName,
  enumValues,
  isAxisKey,
  isEnumValue,
  type MeasureKey,
  measureKeys,
  NewAndExistingEvaluation,
  periodPresets,
} from '../../../shared/catalog';
import {
  addDays,
  dayOf,
  type DayRange,
  isDay,
  lastDays,
  previousPeriod,
  samePeriodLastYear,
  type WeekStart,
} from '../../../shared/domain/calendar';
import { ownEvaluation } from '../../../shared/domain/journey';
import { resolveDays } from '../../../shared/period';
import type { Actor } from '../../auth/actor';
import { badInput, type FailureMessage, notFound } from '../../auth/failure';
import { ownAgency, requireProduct, requireRight } from '../../auth/permissions';
import { pageOf } from '../../records/list-args';

import type { Database } from '../../db/database';
import { comparisons, type ReportInput } from '../input';
import { type ResolvedFilters, resolveFilters } from './filters';
import { parseConditions, resolveConditions, type RowCondition } from './figure-filter';
import {
  attributeColumns,
  type Column,
  comparisonColumns,
  fieldsOf,
  findColumn,
  reportColumns,
} from './columns';
import {
  type CustomMeasure,
  customMeasureColumn,
  needsCustomMeasures,
  readCustomMeasures,
} from './custom-measures';
import type { Report } from './report';

/** Paths of the row fields that will be read. */
export class RequestedFields {
  private readonly paths: ReadonlySet<string>;

  constructor(paths: readonly string[]) {
    this.paths = new Set(paths);
  }

  /** Whether the field or anything below it is requested. */
  has(field: string): boolean {
    return this.paths.has(field) || [...this.paths].some((path) => path.startsWith(`${field}.`));
  }

  /** Returns the requested measures below a field, in catalogue order. */
  measures(...fields: string[]): MeasureKey[] {
    return measureKeys.filter((key) => fields.some((field) => this.paths.has(`${field}.${key}`)));
  }
}

const DEFAULT_DAYS = 30;

/** A report request with all defaults filled in and all permissions checked. */
export interface ReportRequest {
  readonly productId: number;
  readonly range: DayRange;
  /** Comparison days; null: none. */
  readonly previous: DayRange | null;
  readonly axes: readonly AxisKey[];
  /** Axes that name rows, and the requested attributes of the ad beside them. */
  readonly nameAxes: readonly AxisKey[];
  readonly model: AttributionModel;
  readonly evaluation: NewAndExistingEvaluation;
  readonly allocationMode: AdCostAllocationMode;
  /** First weekday of the product's weeks. */
  readonly weekStart: WeekStart;
  readonly filters: ResolvedFilters;
  /** Conditions on the metric values of rows. */
  readonly conditions: readonly RowCondition[];
  readonly page: number;
  /** Null: all rows. */
  readonly pageSize: number | null;
  /** Null: by the ids of the axes. */
  readonly sortBy: Column | null;
  readonly sortAsc: boolean;
  /** Fields that rows carry. */
  readonly requestedFields: RequestedFields;
  /** Custom measures that rows carry; null: none requested. */
  readonly customMeasures: readonly CustomMeasure[] | null;
}

interface ProductDefaults {
  attribution_model: AttributionModel;
  ad_cost_allocation_mode: AdCostAllocationMode;
  new_existing_separation: number | boolean;
  new_existing_evaluation: NewAndExistingEvaluation;
  week_start: WeekStart;
}

/** Returns the requested days. If one end is missing, the range covers 30 days or ends yesterday. */
export function rangeOf(
  { dateFrom, dateTo }: Pick<ReportInput, 'dateFrom' | 'dateTo'>,
  now: number,
): DayRange {
  const today = dayOf(now);
  const latest = lastDays(DEFAULT_DAYS, today);
  if (dateFrom != null && !isDay(dateFrom)) throw badInput({ dateFrom: { key: 'mustBeDate' } });
  if (dateTo != null && !isDay(dateTo)) throw badInput({ dateTo: { key: 'mustBeDate' } });
  const to = dateTo ?? Math.max(latest.to, dateFrom ?? 0);
  const from = dateFrom ?? addDays(to, 1 - DEFAULT_DAYS);
  if (from > to) throw badInput({ dateFrom: { key: 'fromAfterTo' } });
  return { from, to };
}

/** Returns the comparison days, by name or as given. */
function previousOf({ compare, compareFrom, compareTo }: ReportInput, range: DayRange): DayRange | null {
  if (compareFrom != null || compareTo != null) {
    if (compareFrom == null || !isDay(compareFrom)) throw badInput({ compareFrom: { key: 'mustBeDate' } });
    if (compareTo == null || !isDay(compareTo)) throw badInput({ compareTo: { key: 'mustBeDate' } });
    if (compareFrom > compareTo) throw badInput({ compareFrom: { key: 'fromAfterTo' } });
    return { from: compareFrom, to: compareTo };
  }
  if (compare == null) return null;
  if (compare === 'previous') return previousPeriod(range);
  if (compare === 'last_year') return samePeriodLastYear(range);
  throw badInput({ compare: oneOf(comparisons) });
}

/**
 * Returns the requested days and those of the comparison. A relative period counts from today, and its named
 * comparison is that of the console: a running week or month compares its finished days.
 */
function daysOf(
  input: ReportInput,
  now: number,
  weekStart: WeekStart,
): Pick<ReportRequest, 'range' | 'previous'> {
  if (input.period == null) {
    const range = rangeOf(input, now);
    return { range, previous: previousOf(input, range) };
  }
  const preset = periodPresets.find((known) => known === input.period);
  if (!preset) throw badInput({ period: oneOf(periodPresets) });
  if (input.dateFrom != null || input.dateTo != null) throw badInput({ period: { key: 'onlyOne' } });
  const kind = input.compare === 'last_year' ? 'lastYear' : 'previous';
  const days = resolveDays({ preset }, kind, { today: dayOf(now), weekStart });
  const previous = previousOf(input, days.range);
  const isNamed = previous !== null && input.compareFrom == null;
  return { range: days.range, previous: isNamed ? (days.previous ?? null) : previous };
}

function axesOf(report: Report, input: ReportInput): AxisKey[] {
  const requested = input.axis && input.axis.length > 0 ? input.axis : report.defaultAxes;
  const known = requested.filter(isAxisKey).filter((key) => report.axes.includes(key));
  if (known.length < requested.length) throw badInput({ axis: oneOf(report.axes.map(axisName)) });
  return [...new Set(known)];
}

const oneOf = (values: readonly (string | number)[]): FailureMessage => ({
  key: 'mustBeOneOf',
  params: { values: values.join(', ') },
});

/**
 * Checks the permissions of the actor and fills in the defaults.
 *
 * @throws Failure FORBIDDEN for a product or filter value outside the actor's data,
 * BAD_USER_INPUT with the field for an unusable value
 */
export async function resolveRequest(
  db: Database,
  actor: Actor,
  report: Report,
  input: ReportInput,
  now: number,
): Promise<ReportRequest> {
  const grant = requireRight(actor, 'analyze', 'view');
  requireProduct(actor, input.productId);
  const axes = axesOf(report, input);
  // Rejects an invalid page or page size, as lists do.
  pageOf(input);
  if (input.attributionModel != null && !isEnumValue(AttributionModel, input.attributionModel)) {
    throw badInput({ attributionModel: oneOf(enumValues(AttributionModel)) });
  }
  if (input.evaluation != null && !isEnumValue(NewAndExistingEvaluation, input.evaluation)) {
    throw badInput({ evaluation: oneOf(enumValues(NewAndExistingEvaluation)) });
  }
  const given = parseConditions(input.filters?.figures);
  if (given.length > 0 && !report.hasMeasures) throw badInput({ figures: { key: 'noFigureFilter' } });
  const named = [input.sortName, ...given.map(({ name }) => name)];
  const [filters, [product], customMeasures] = await Promise.all([
    resolveFilters(db, actor, ownAgency(actor, grant), input),
    db.read<ProductDefaults>(
      'SELECT attribution_model, ad_cost_allocation_mode, new_existing_separation, new_existing_evaluation, week_start FROM product WHERE id = ?',
      [input.productId],
      { shared: true },
    ),
    needsCustomMeasures(report, input.fields, named) ? readCustomMeasures(db, actor) : null,
  ]);
  if (!product) throw notFound();
  const { range, previous } = daysOf(input, now, product.week_start);
  const columns = [...reportColumns(report, axes), ...(customMeasures ?? []).map(customMeasureColumn)];
  const known = [...columns, ...attributeColumns(axes), ...report.argumentColumns, ...report.extraColumns];
  const sortBy = input.sortName ? findColumn(known, input.sortName) : null;
  if (sortBy === undefined) throw badInput({ sortName: { key: 'unknownField' } });
  const conditions = resolveConditions(given, known);
  const requestedFields = new RequestedFields([
    ...(input.fields ?? fieldsOf([...columns, ...comparisonColumns(report)])),
    ...fieldsOf([...(sortBy ? [sortBy] : []), ...conditions.map(({ column }) => column)]),
    // Tells the cost of the rows that are left out.
    ...(conditions.length > 0 ? ['figures.adCost'] : []),
  ]);
  return {
    productId: input.productId,
    range,
    previous: report.comparison ? previous : null,
    axes,
    nameAxes: [
      ...axes,
      ...attributesForAxes(axes).filter(
        (key) => requestedFields.has(key) || requestedFields.has(axisRecords[key].idKey ?? key),
      ),
    ],
    model: input.attributionModel ?? report.model ?? product.attribution_model,
    evaluation:
      input.evaluation ??
      ownEvaluation(Boolean(product.new_existing_separation), product.new_existing_evaluation),
    allocationMode: product.ad_cost_allocation_mode,
    weekStart: product.week_start,
    filters,
    conditions,
    page: input.page ?? 1,
    pageSize: input.pageSize ?? null,
    sortBy,
    sortAsc: input.sortAsc ?? true,
    customMeasures,
    requestedFields,
  };
}
