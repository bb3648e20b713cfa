import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Info, Query, registerEnumType, Resolver } from 'type-graphql';
import {
  axes,
  axisKeys,
  axisName,
  measureKeys,
  type Axis as AxisRecord,
  type AxisKey,
} from '../../../shared/catalog';
import {
  comparisons,
  reportKeys,
  reports,
  type ArgumentKind,
  type Part,
  type Report,
  type ReportFilters,
  type ReportInput,
  type ReportKey,
  type ValueKind,
} from '../../analysis';
import { signedIn, type ApiContext } from '../../services/context';
import {
  argsType,
  bool,
  day,
  float,
  inputType,
  instant,
  int,
  listOf,
  objectType,
  opt,
  withDefault,
  ref,
  text,
  label,
  typeOf,
  type FieldDef,
  type Fields,
  type TypeClass,
} from '../fields';
import { requestedFields, requestedPaths } from '../requested-fields';
import { query, resolver } from '../operation';

/** AGENCY, ASP ... LPO_TITLE, mapped to the axis keys. */
const Axis = Object.fromEntries(axisKeys.map((key) => [axisName(key).toUpperCase(), key]));
registerEnumType(Axis, { name: 'Axis' });

const Comparison = Object.fromEntries(comparisons.map((name) => [name.toUpperCase(), name]));
registerEnumType(Comparison, { name: 'Comparison' });

const axisRecords: readonly AxisRecord[] = Object.values(axes);
const axisFields: Fields = Object.fromEntries(
  axisRecords.flatMap(({ key, idKey }): [string, FieldDef][] => {
    const label: [string, FieldDef] = [key, opt(text)];
    return idKey ? [[idKey, opt(int)], label] : [label];
  }),
);

const MetricsType = objectType('Figures', Object.fromEntries(measureKeys.map((key) => [key, opt(float)])));
const metrics = ref(() => MetricsType);

const kinds: Readonly<Record<ValueKind, FieldDef>> = {
  int,
  'int?': opt(int),
  float,
  'float?': opt(float),
  text,
  'text?': opt(text),
  bool,
  day,
  instant,
  'instant?': opt(instant),
  'label?': opt(label),
  figures: metrics,
  'figures?': opt(metrics),
};
const partTypes = new Map<string, TypeClass>();

/** Returns the type of an object in rows, created once for all reports and fields. */
function partType({ type, fields }: Part): TypeClass {
  const partClass = partTypes.get(type) ?? objectType(type, fieldsOf(fields));
  partTypes.set(type, partClass);
  return partClass;
}

function partField(part: Part): FieldDef {
  const type = partType(part);
  const one: FieldDef = ref(() => type);
  const field = part.list ? listOf(one) : one;
  return part.nullable ? opt(field) : field;
}

/** Builds the fields of a type from a report's declaration. */
function fieldsOf(fields: Part['fields']): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, kind]) => [
      name,
      typeof kind === 'string' ? kinds[kind] : partField(kind),
    ]),
  );
}

const ids = opt(listOf(int));
const FilterType = inputType('AnalysisFilter', {
  ...Object.fromEntries(
    axisRecords.flatMap(({ filter, kind }) =>
      filter ? [[filter, kind ? ids : opt(listOf(text))] as const] : [],
    ),
  ),
  figures: opt(listOf(text)),
});

const PERIOD: Fields = { dateFrom: opt(day), dateTo: opt(day), period: opt(text) };
const COMPARISON: Fields = {
  compare: opt(ref(() => Comparison)),
  compareFrom: opt(day),
  compareTo: opt(day),
};
const COMMON: Fields = {
  attributionModel: opt(int),
  evaluation: opt(int),
  cvSettingIds: ids,
  filters: opt(ref(() => FilterType)),
  page: withDefault(int, 1),
  pageSize: opt(int),
  sortName: opt(text),
  sortAsc: opt(bool),
};

const ownArguments: Readonly<Record<Extract<ArgumentKind, string>, FieldDef>> = {
  int: opt(int),
  float: opt(float),
  text: opt(text),
  bool: opt(bool),
  ints: ids,
};

/** Builds the field of a report's own argument; a choice of values becomes an enum. */
function argument(kind: ArgumentKind): FieldDef {
  if (typeof kind === 'string') return ownArguments[kind];
  const choices = Object.fromEntries(kind.values.map((value) => [value.toUpperCase(), value]));
  registerEnumType(choices, { name: kind.type });
  return withDefault(
    ref(() => choices),
    kind.defaultValue,
  );
}

/** Fields of a report that depend on its rows. */
const ROW_FIELDS = ['results', 'count', 'pageSize'];

/** Creates the query of a report with its types and arguments, from the report's record. */
function reportResolver(key: ReportKey): new () => object {
  const report: Report = reports[key];
  const { row, period, comparison } = report;
  const hasAxes = report.axes.length > 0;
  const rowType = objectType(row, {
    ...(hasAxes && { ...axisFields, noAd: bool }),
    ...(report.hasMeasures && { figures: metrics }),
    ...(comparison && { previous: opt(metrics) }),
    ...fieldsOf(report.fields),
  });
  const reportType = objectType(`${key.slice(0, 1).toUpperCase()}${key.slice(1)}`, {
    results: listOf(ref(() => rowType)),
    count: int,
    page: int,
    pageSize: int,
    total: report.total ? partField(report.total) : ref(() => rowType),
    ...(period && { dateFrom: day, dateTo: day }),
    ...(comparison && { previousFrom: opt(day), previousTo: opt(day) }),
    attributionModel: int,
    evaluation: int,
    version: int,
    asOf: instant,
    ...fieldsOf(report.resultFields),
  });
  const args = argsType({
    productId: int,
    ...(period && PERIOD),
    ...(comparison && COMPARISON),
    ...(hasAxes && { axis: withDefault(listOf(ref(() => Axis)), [...report.defaultAxes]) }),
    ...COMMON,
    ...Object.fromEntries(Object.entries(report.args).map(([name, kind]) => [name, argument(kind)])),
  });

  @Resolver()
  class ReportResolver {
    @Query(() => reportType, { name: key })
    read(
      @Ctx() context: ApiContext,
      @Args(() => args) input: ReportInput,
      @Info() info: GraphQLResolveInfo,
    ): Promise<object> {
      const resultFields = requestedFields(info);
      return context.services.reports[key](signedIn(context), {
        ...input,
        fields: requestedPaths(info, 'results', 'total'),
        resultFields: resultFields && [...resultFields],
        totalOnly: resultFields !== null && !ROW_FIELDS.some((field) => resultFields.has(field)),
      });
    }
  }
  return ReportResolver;
}

const GAP = {
  productId: int,
  sourceId: opt(listOf(int)),
  dateFrom: opt(day),
  dateTo: opt(day),
  adIds: opt(listOf(int)),
  aspIds: opt(listOf(int)),
  axis: opt(text),
};

const operations = resolver({
  adRanking: query(
    typeOf('AdRanking'),
    {
      productId: int,
      dateFrom: day,
      dateTo: day,
      measure: text,
      size: withDefault(int, 5),
      figures: opt(listOf(text)),
    },
    ({ services, actor, info }, input) =>
      services.adRanking(actor, { ...input, fields: requestedPaths(info, 'best', 'worst') }),
  ),
  disagreement: query(
    typeOf('Disagreement'),
    {
      productId: int,
      dateFrom: opt(day),
      dateTo: opt(day),
      period: opt(text),
      axis: withDefault(
        ref<AxisKey>(() => Axis),
        'ad',
      ),
      evaluation: opt(int),
      filters: opt(ref<ReportFilters>(() => FilterType)),
      measure: withDefault(text, 'cv'),
      bootstrap: withDefault(int, 200),
      seed: withDefault(int, 1),
      maturityDays: opt(int),
      includeNull: withDefault(bool, true),
      cpa: opt(float),
    },
    ({ services, actor, gone }, input) => services.disagreements.read(actor, input, gone),
  ),
  dailyFigures: query(
    typeOf('DailyFigures'),
    {
      productId: int,
      dateFrom: day,
      dateTo: day,
      adIds: opt(listOf(int)),
      attributionModel: opt(int),
      evaluation: opt(int),
    },
    async ({ services, actor, info }, input) => ({
      days: await services.dailyMetrics(actor, { ...input, fields: requestedPaths(info, 'days') }),
    }),
  ),
  /**
   * Data version of these days: increases when their rollups change. A report returns the version it was read
   * at.
   */
  figureVersion: query(int, { productId: int, dateFrom: day, dateTo: day }, ({ services, actor }, args) =>
    services.dataVersion(actor, args.productId, { from: args.dateFrom, to: args.dateTo }),
  ),
  /** Pending computations of a product's metrics; null if there are none. */
  computing: query(
    opt(ref<object>(() => typeOf('Computing'))),
    { productId: int },
    ({ services, actor }, { productId }) => services.computing(actor, productId),
  ),
  gap: query(typeOf('Gap'), GAP, ({ services, actor, locale }, input) =>
    services.gap.analysis(actor, input, locale),
  ),
  gapRows: query(
    typeOf('GapMoves'),
    { ...GAP, step: text, page: withDefault(int, 1), pageSize: opt(int) },
    ({ services, actor, locale }, input) => services.gap.rows(actor, input, locale),
  ),
  attention: query(typeOf('Attention'), { productId: int }, ({ services, actor }, { productId }) =>
    services.dashboardAlerts.read(actor, productId),
  ),
});

export const reportResolvers = [...reportKeys.map(reportResolver), operations] as const;
