import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Info, Query, registerEnumType, Resolver } from 'type-graphql';
import { attributionPairs, axes, axisKeys, measureField, measureKeys, toCamelCase, type MeasureKey } from '../../shared/catalog';
import type { AnalysisInput } from '../analysis';
import { signedIn, type ApiContext } from './context';
import {
  argsType,
  bool,
  day,
  float,
  from,
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
import { wantedFields } from './wanted-fields';

/** AGENCY, ASP ... LPO_TITLE, each standing for the axis' key. */
const Axis = Object.fromEntries(axisKeys.map((key) => [key.toUpperCase(), key]));
registerEnumType(Axis, { name: 'Axis' });

/** A field named as GraphQL does that reads the row's REST key. */
const keyed = (key: string, def: FieldDef): [string, FieldDef] => [toCamelCase(key), from(key, def)];

const axisFields: Fields = Object.fromEntries(
  Object.values(axes).flatMap(({ key, idKey }) => [...(idKey ? [keyed(idKey, opt(int))] : []), keyed(key, opt(text))]),
);

const measured = (keys: readonly MeasureKey[]): Fields =>
  Object.fromEntries(keys.map((key) => [measureField(key), from(key, opt(float))]));

const rowFields: Fields = { ...axisFields, noAd: from('no_ad', bool), ...measured(measureKeys) };

const comparisonFields: Fields = Object.fromEntries(
  attributionPairs.flatMap(({ normal }) => [keyed(`${normal}_diff`, opt(float)), keyed(`${normal}_ratio`, opt(float))]),
);

const ModelCreditType = objectType('ModelCredit', {
  attributionModel: from('attribution_model', int),
  ...measured(measureKeys.filter((key) => key.startsWith('attr_'))),
});

const AdSummaryRowType = objectType('AdSummaryRow', rowFields);
const AttributionRowType = objectType('AttributionRow', {
  ...rowFields,
  ...comparisonFields,
  models: listOf(ref(() => ModelCreditType)),
});

const reportType = (name: string, row: TypeClass): TypeClass =>
  objectType(name, {
    results: listOf(ref(() => row)),
    count: int,
    page: int,
    pageSize: int,
    total: ref(() => row),
    dateFrom: day,
    dateTo: day,
    attributionModel: int,
    evaluation: int,
    asOf: instant,
  });

const AdSummariesType = reportType('AdSummaries', AdSummaryRowType);
const AttributionsType = reportType('Attributions', AttributionRowType);

const ids = opt(listOf(int));
const AnalysisFilterType = inputType('AnalysisFilter', {
  adIds: ids,
  aspIds: ids,
  agencyIds: ids,
  adCategoryIds: ids,
  adType1Ids: ids,
  adType2Ids: ids,
  adType3Ids: ids,
  redirectIds: ids,
  device: opt(listOf(text)),
});

const AnalysisArgs = argsType({
  productId: int,
  dateFrom: opt(day),
  dateTo: opt(day),
  axis: otherwise(listOf(ref(() => Axis)), ['ad']),
  attributionModel: opt(int),
  evaluation: opt(int),
  cvSettingIds: ids,
  filters: opt(ref(() => AnalysisFilterType)),
  page: otherwise(int, 1),
  pageSize: opt(int),
  sortName: opt(text),
  sortAsc: opt(bool),
});

type Info = GraphQLResolveInfo | undefined;

/** Names of the fields below a path in rows or total that are asked for; null over REST, which gives whole rows. */
function fieldsOf(info: Info, ...below: string[]): string[] | null {
  const parts = ['results', 'total'].map((part) => wantedFields(info, [part, ...below]));
  return parts.includes(null) ? null : parts.flatMap((part) => [...(part ?? [])]);
}

@Resolver()
export class AnalysisResolver {
  @Query(() => AdSummariesType)
  adSummaries(@Ctx() context: ApiContext, @Args(() => AnalysisArgs) asked: AnalysisInput, @Info() info?: GraphQLResolveInfo): Promise<object> {
    return context.services.adSummaries(signedIn(context), { ...asked, fields: fieldsOf(info) });
  }

  @Query(() => AttributionsType)
  attributions(@Ctx() context: ApiContext, @Args(() => AnalysisArgs) asked: AnalysisInput, @Info() info?: GraphQLResolveInfo): Promise<object> {
    const fields = fieldsOf(info);
    // Over REST the credit of all models is no part of a row.
    const models = fields?.includes('models') ? fieldsOf(info, 'models') : null;
    return context.services.attributions(signedIn(context), { ...asked, fields, models });
  }
}
