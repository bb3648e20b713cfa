import { isObjectType, type GraphQLField, type GraphQLObjectType } from 'graphql';
import { snakeCase as snake } from '../../shared/catalog';
import { propertyOf } from '../graphql/fields';

export { camelCase as camel, snakeCase as snake } from '../../shared/catalog';

/** A value of an enumeration: `LPO_TITLE` is `lpo_title` over REST. */
export const enumName = ({ name }: { readonly name: string }): string => name.toLowerCase();

/** Names of a type's fields where they are not simply the GraphQL name in snake_case. */
export interface Naming {
  /** The specification's own name of the id, given beside `id`. */
  readonly id?: string;
  /** Fields under another name. */
  readonly instead?: Readonly<Record<string, string>> | undefined;
  /** Fields given under a further name too. */
  readonly also?: Readonly<Record<string, string>> | undefined;
}

/** The REST name of a field. */
export function restName(
  field: Pick<GraphQLField<unknown, unknown>, 'name' | 'extensions'>,
  naming: Naming = {},
): string {
  const { property } = field.extensions;
  return naming.instead?.[field.name] ?? (typeof property === 'string' ? property : snake(field.name));
}

/** The fields that a row holds itself. Relations have resolvers, and stand in REST only where a route names them. */
export const ownFields = (type: GraphQLObjectType): GraphQLField<unknown, unknown>[] =>
  Object.values(type.getFields()).filter((field) => propertyOf(field) !== null);

/** REST names of a type's fields with the GraphQL names they stand for. */
export function fieldNames(type: unknown, naming: Naming): Map<string, string> {
  const names = new Map<string, string>();
  if (!isObjectType(type)) return names;
  for (const field of ownFields(type)) names.set(restName(field, naming), field.name);
  for (const [name, further] of Object.entries(naming.also ?? {})) names.set(further, name);
  if (naming.id) names.set(naming.id, 'id');
  return names;
}
