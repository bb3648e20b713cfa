import { getNamedType, isInputObjectType, type GraphQLArgument } from 'graphql';
import type { UnknownRecord } from '../../shared/records';
import { badInput, type FailureMessage } from '../auth/failure';
import { isAbsent, withoutSingleProduct, parameterName } from './arguments';

/** Returns the REST names of row fields that are neither an argument nor a filter. */
export function unfilterableNames(
  args: readonly GraphQLArgument[],
  names: ReadonlyMap<string, string>,
): readonly string[] {
  const filters = args.flatMap(({ type }) => {
    const named = getNamedType(type);
    return isInputObjectType(named) ? Object.keys(named.getFields()) : [];
  });
  const own = withoutSingleProduct(args).map(({ name }) => parameterName(name));
  return [...names]
    .filter(([rest, field]) => !own.includes(rest) && !filters.includes(field))
    .map(([rest]) => rest);
}

/**
 * Rejects row fields that are no filter: ignored like an unknown parameter, they would return all rows.
 * @throws BAD_USER_INPUT naming each
 */
export function rejectUnfilterable(unfilterable: readonly string[], given: UnknownRecord): void {
  const requested = unfilterable.filter((name) => !isAbsent(given[name]));
  if (requested.length > 0)
    throw badInput(
      Object.fromEntries(
        requested.map((name): [string, FailureMessage] => [name, { key: 'notFilterable', params: { name } }]),
      ),
    );
}
