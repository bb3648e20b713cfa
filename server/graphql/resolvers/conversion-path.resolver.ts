import { Arg, Ctx, FieldResolver, Float, Int, Resolver, Root } from 'type-graphql';
import { AttributionModel, enumValues, isEnumValue, NewAndExistingEvaluation } from '../../../shared/catalog';
import { badInput } from '../../auth/failure';
import { loadersOf, type ApiContext } from '../../services/context';
import { typeOf } from '../fields';
import { shareUnder, type PathTouch } from '../../logs/conversion-path';

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

/** Adds the evaluated path to conversions. */
@Resolver(() => typeOf('Conversion'))
export class ConversionPathResolver {
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
