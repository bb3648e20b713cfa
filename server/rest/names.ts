import { isObjectType, type GraphQLField, type GraphQLObjectType } from 'graphql';
import { snakeCase as snake } from '../../shared/catalog';
import { isPlain } from '../graphql/fields';

export { camelCase as camel, snakeCase as snake } from '../../shared/catalog';

/** Returns the REST name of an enum value: `LPO_TITLE` becomes `lpo_title`. */
export const enumName = ({ name }: { readonly name: string }): string => name.toLowerCase();

/** Names of fields that differ from the GraphQL name in snake_case. */
export interface Naming {
  /** The specification's own name of the id, returned beside `id`. */
  readonly id?: string;
  /** Fields under another name. */
  readonly instead?: Readonly<Record<string, string>> | undefined;
  /** Fields under an additional name. */
  readonly also?: Readonly<Record<string, string>> | undefined;
}

/** Returns the REST name of a field. */
export function restName(
  field: Pick<GraphQLField<unknown, unknown>, 'name' | 'extensions'>,
  naming: Naming = {},
): string {
  const { property } = field.extensions;
  return naming.instead?.[field.name] ?? (typeof property === 'string' ? property : snake(field.name));
}

/**
 * Returns the fields that a row contains itself. Relations have resolvers and are returned only if a route
 * names them.
 */
export const ownFields = (type: GraphQLObjectType): GraphQLField<unknown, unknown>[] =>
  Object.values(type.getFields()).filter(isPlain);

/** Returns the GraphQL names of a type's fields by REST name. */
export function fieldNames(type: unknown, naming: Naming): Map<string, string> {
  const names = new Map<string, string>();
  if (!isObjectType(type)) return names;
  for (const field of ownFields(type)) names.set(restName(field, naming), field.name);
  for (const [name, further] of Object.entries(naming.also ?? {})) names.set(further, name);
  if (naming.id) names.set(naming.id, 'id');
  return names;
}
