import { Arg, Ctx, FieldResolver, Float, Int, Resolver, Root } from 'type-graphql';
import { entriesOf } from '../../../shared/records';
import { AttributionModel, enumValues, isEnumValue, NewAndExistingEvaluation } from '../../../shared/catalog';
import type { LogDefinition, LogType } from '../../logs/log-definition';
import { logs, type LogName } from '../../logs/logs';
import { badInput } from '../../auth/failure';
import { loadersOf, type ApiContext } from '../../services/context';
import type { StoredAmendment } from '../../logs/amendment.service';
import { shareUnder, type PathTouch } from '../../logs/conversion-path';
import {
  bool,
  float,
  instant,
  int,
  objectType,
  opt,
  pick,
  text,
  textMap,
  label,
  typeOf,
  withDefault,
  listOf,
  type FieldDef,
  type Fields,
} from '../fields';
import { query, resolver, mutation } from '../operation';
import { readResolver } from './read-resolver';

const types: Readonly<Record<LogType, FieldDef>> = { text, int, float, bool, instant, label, textMap };

const fieldsOf = ({ fields }: LogDefinition): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { type, nullable }]) =>
      type ? [[name, nullable ? opt(types[type]) : types[type]] as const] : [],
    ),
  );

/** Lists and single events of all logs, generated from their definitions. */
const listResolvers = entriesOf(logs).map(([name, log]: readonly [LogName, LogDefinition]) => {
  const { type, one, many, within = [] } = log;
  const fields = fieldsOf(log);
  objectType(type, fields);
  return readResolver({
    type,
    one,
    many,
    ofProduct: true,
    log: 'textId',
    within: pick(fields, within),
    service: (services) => services[name],
  });
});

/** Returns a value of an enumeration, or null if none is given. @throws BAD_USER_INPUT */
function enumArgument<T extends Readonly<Record<string, number>>>(
  name: string,
  values: T,
  given: number | null | undefined,
): T[keyof T] | null {
  if (given == null) return null;
  if (!isEnumValue(values, given))
    throw badInput({ [name]: { key: 'mustBeOneOf', params: { values: enumValues(values).join(', ') } } });
  return given;
}

const evaluationOf = (given: number | null | undefined) =>
  enumArgument('evaluation', NewAndExistingEvaluation, given);

const AmendmentType = objectType('ConversionAmendment', {
  id: text,
  time: instant,
  amount: opt(float),
  cancelled: opt(bool),
  reason: opt(text),
  door: text,
  user: opt(text),
  storedAt: instant,
});

/** Adds the evaluated path and the amendments to conversions. */
@Resolver(() => typeOf('Conversion'))
class ConversionPathResolver {
  @FieldResolver(() => [typeOf('ConversionAmendment')])
  amendments(
    @Root() conversion: { rowId: number },
    @Ctx() context: ApiContext,
  ): Promise<readonly StoredAmendment[]> {
    return loadersOf(context).amendments(conversion.rowId);
  }

  @FieldResolver(() => [typeOf('PathTouch')])
  async path(
    @Root() conversion: { rowId: number },
    @Ctx() context: ApiContext,
    @Arg('evaluation', () => Int, { nullable: true }) evaluation: number | null,
    @Arg('attributionModel', () => Int, { nullable: true }) attributionModel: number | null,
  ): Promise<readonly PathTouch[]> {
    const model = enumArgument('attributionModel', AttributionModel, attributionModel);
    const touches = await loadersOf(context).path(conversion.rowId, evaluationOf(evaluation));
    return model === null
      ? touches
      : touches.map((touch) => ({ ...touch, share: shareUnder(touch.shares, model) }));
  }

  @FieldResolver(() => Int)
  async touches(
    @Root() conversion: { rowId: number },
    @Ctx() context: ApiContext,
    @Arg('evaluation', () => Int, { nullable: true }) evaluation: number | null,
  ): Promise<number> {
    return (await loadersOf(context).extent(conversion.rowId, evaluationOf(evaluation))).touches;
  }

  @FieldResolver(() => Float, { nullable: true })
  async latency(
    @Root() conversion: { rowId: number },
    @Ctx() context: ApiContext,
    @Arg('evaluation', () => Int, { nullable: true }) evaluation: number | null,
  ): Promise<number | null> {
    return (await loadersOf(context).extent(conversion.rowId, evaluationOf(evaluation))).latency;
  }
}

const operations = resolver({
  visitorStory: query(
    typeOf('VisitorStory'),
    {
      productId: int,
      visitorId: text,
      newestFirst: withDefault(bool, false),
      pageSize: withDefault(int, 30),
      after: opt(text),
      before: opt(text),
      at: opt(instant),
    },
    ({ services, actor }, args) => services.stories.read(actor, args),
  ),
  creditExplanation: query(
    typeOf('CreditExplanation'),
    {
      conversionId: text,
      productId: int,
      cvSettingId: opt(int),
      attributionModel: opt(int),
      evaluation: opt(int),
      windowDays: opt(int),
    },
    ({ services, actor }, args) => services.credits.explain(actor, args),
  ),
  figureTotal: query(
    typeOf('FigureTotal'),
    { productId: int, figure: text },
    ({ services, actor }, { productId, figure }) => services.drillDownTotal(actor, productId, figure),
  ),
  amendConversion: mutation(
    AmendmentType,
    {
      conversionId: text,
      productId: opt(int),
      cvSettingId: opt(int),
      id: opt(text),
      time: opt(instant),
      amount: opt(float),
      cancelled: opt(bool),
      reason: opt(text),
    },
    ({ services, actor, client }, args) => services.amendments.amend(actor, args, client),
  ),
  loadRefusedEvents: mutation(
    [typeOf('LoadedEvent')],
    { productId: int, ids: listOf(text) },
    ({ services, actor }, { productId, ids }) => services.rejectedEventLoader.load(actor, productId, ids),
  ),
});

export const logResolvers = [...listResolvers, ConversionPathResolver, operations] as const;
