import {
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import type { UnknownRecord } from '../../shared/records';
import type { ApiContext } from '../services/context';
import { resolveInfo } from '../graphql/requested-fields';
import { readArguments } from './arguments';
import { mapOf, rowMapper, type Answer, ownFields, snake } from './mapper';

/** Relations in a route's response: the returned fields of each entry, or null for a plain value. */
export type Relations = Readonly<Record<string, readonly string[] | null>>;

/** Relation of an entity in a route's response. */
export interface Relation {
  readonly name: string;
  readonly field: GraphQLField<unknown, unknown>;
  /** Fields of an entry; none for a plain value. */
  readonly entry: readonly GraphQLField<unknown, unknown>[];
}

/** Returns the relations that a route names. */
export function relationsOf(type: GraphQLObjectType | null, relations: Relations = {}): Relation[] {
  return Object.entries(relations).map(([name, picked]) => {
    const field = type?.getFields()[name];
    const entry = field && getNamedType(field.type);
    if (!field?.resolve) throw new Error(`No relation ${name}`);
    const fields = isObjectType(entry) ? ownFields(entry).filter((one) => picked?.includes(one.name)) : [];
    if (fields.length !== (picked?.length ?? 0)) throw new Error(`${name} lacks some of its fields`);
    return { name: snake(name), field, entry: fields };
  });
}

/** Returns the parameters of relations, each once. */
export const relationArguments = (relations: readonly Relation[]): GraphQLArgument[] => [
  ...new Map(
    relations.flatMap(({ field }) => field.args.map((argument) => [argument.name, argument] as const)),
  ).values(),
];

function mapper({ field, entry }: Relation): (value: unknown) => unknown {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return mapOf(field.type) ?? ((value) => value);
  const toRow = rowMapper(type, {}, entry);
  return isListType(getNullableType(field.type))
    ? (value) => (Array.isArray(value) ? value.map(toRow) : value)
    : toRow;
}

/**
 * Creates a reader of an entity's relations through their own resolvers; their arguments are query
 * parameters.
 */
export function relationReader(
  schema: GraphQLSchema,
  parentType: GraphQLObjectType | null,
  relations: readonly Relation[],
): (row: unknown, given: UnknownRecord, context: ApiContext) => Promise<Answer> {
  if (!parentType) return async () => ({});
  const known = relations.map((relation) => ({
    ...relation,
    map: mapper(relation),
    info: resolveInfo({ schema, parentType, field: relation.field }),
  }));
  return async (row, given, context) => {
    const withArguments = known.map((relation) => ({
      ...relation,
      args: readArguments(relation.field, given),
    }));
    const entries = withArguments.map(async ({ name, field, args, info, map }) => {
      const value = await field.resolve?.(row, args, context, info);
      return [name, value === null ? null : map(value)] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  };
}
