import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Info, Query, registerEnumType, Resolver } from 'type-graphql';
import { axes, axisKeys, axisName, measureKeys, type Axis as AxisRecord } from '../../shared/catalog';
import { comparisons, reportKeys, reports, type Part, type ReportInput, type ReportKey } from '../analysis';
import { signedIn, type ApiContext } from './context';
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
  otherwise,
  ref,
  text,
  type FieldDef,
  type Fields,
  type TypeClass,
} from './fields';
import { wantedPaths } from './wanted-fields';

/** AGENCY, ASP ... LPO_TITLE, each standing for the axis' key. */
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

const FiguresType = objectType('Figures', Object.fromEntries(measureKeys.map((key) => [key, opt(float)])));
const figures = ref(() => FiguresType);

const kinds: Readonly<Record<Part['fields'][string], FieldDef>> = { int, float: opt(float), figures, previous: opt(figures) };
const partTypes = new Map<string, TypeClass>();

/** The type of an object in rows, made once for all reports and fields that have it. */
function partType({ type, fields }: Part): TypeClass {
  const made = partTypes.get(type) ?? objectType(type, Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, kinds[kind]])));
  partTypes.set(type, made);
  return made;
}

function partField(part: Part): FieldDef {
  const type = partType(part);
  return part.list ? listOf(ref(() => type)) : ref(() => type);
}

const ids = opt(listOf(int));
const FilterType = inputType(
  'AnalysisFilter',
  Object.fromEntries(axisRecords.flatMap(({ filter, kind }) => (filter ? [[filter, kind ? ids : opt(listOf(text))] as const] : []))),
);

const PERIOD: Fields = { dateFrom: opt(day), dateTo: opt(day) };
const COMPARISON: Fields = { compare: opt(ref(() => Comparison)), compareFrom: opt(day), compareTo: opt(day) };
const QUESTION: Fields = {
  axis: otherwise(listOf(ref(() => Axis)), ['ad']),
  attributionModel: opt(int),
  evaluation: opt(int),
  cvSettingIds: ids,
  filters: opt(ref(() => FilterType)),
  page: otherwise(int, 1),
  pageSize: opt(int),
  sortName: opt(text),
  sortAsc: opt(bool),
};

/** The query of a report, its types and arguments, from its record. */
function reportResolver(key: ReportKey): new () => object {
  const { type, row, parts, period, comparison } = reports[key];
  const rowType = objectType(row, {
    ...axisFields,
    noAd: bool,
    figures,
    ...(comparison && { previous: opt(figures) }),
    ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, partField(part)])),
  });
  const reportType = objectType(type, {
    results: listOf(ref(() => rowType)),
    count: int,
    page: int,
    pageSize: int,
    total: ref(() => rowType),
    ...(period && { dateFrom: day, dateTo: day }),
    ...(comparison && { previousFrom: opt(day), previousTo: opt(day) }),
    attributionModel: int,
    evaluation: int,
    version: int,
    asOf: instant,
  });
  const args = argsType({ productId: int, ...(period && PERIOD), ...(comparison && COMPARISON), ...QUESTION });

  @Resolver()
  class ReportResolver {
    @Query(() => reportType, { name: key })
    read(@Ctx() context: ApiContext, @Args(() => args) asked: ReportInput, @Info() info: GraphQLResolveInfo): Promise<object> {
      return context.services.reports[key](signedIn(context), { ...asked, fields: wantedPaths(info, 'results', 'total') });
    }
  }
  return ReportResolver;
}

/** One resolver a report. */
export const reportResolvers: readonly (new () => object)[] = reportKeys.map(reportResolver);
