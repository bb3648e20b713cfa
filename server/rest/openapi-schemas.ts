import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputField,
  type GraphQLObjectType,
  type GraphQLType,
} from 'graphql';
import { parameterName } from './arguments';
import { ownFields, restName, snake, type Naming } from './names';
import type { Relation } from './relations';
import { inputNames } from './write-input';

type Field = GraphQLField<unknown, unknown>;

/** A JSON Schema, as far as we need it. */
export type JsonSchema = Record<string, unknown>;

const scalars: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Date: { type: 'string', pattern: '^\\d{4}/\\d{2}/\\d{2}$', examples: ['2026/01/31'] },
  DateTime: { type: 'string', pattern: '^\\d{4}/\\d{2}/\\d{2} \\d{2}:\\d{2}:\\d{2}$', examples: ['2026/01/31 12:34:56'] },
  Selection: { type: 'string' },
  EnumValue: { type: ['number', 'string', 'boolean', 'null'] },
};

function valueSchema(type: GraphQLType): JsonSchema {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return { type: 'array', items: valueSchema(nullable.ofType as GraphQLType) };
  const named = getNamedType(nullable);
  const scalar = scalars[named.name];
  if (scalar) return isNonNullType(type) || Array.isArray(scalar.type) ? scalar : { ...scalar, type: [scalar.type, 'null'] };
  if (isEnumType(named)) return { type: 'string', enum: named.getValues().map(({ value }) => value as unknown) };
  if (isInputObjectType(named)) return { type: 'object', properties: inputSchema(named, {}) };
  return isObjectType(named) ? entitySchema(named) : {};
}

/** An object type as REST shows it: same names, same words. */
export function entitySchema(type: GraphQLObjectType, naming: Naming = {}, fields: readonly Field[] = ownFields(type)): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const field of fields) {
    const schema = { ...valueSchema(field.type), description: field.description ?? undefined };
    properties[restName(field, naming)] = schema;
    const further = naming.also?.[field.name];
    if (further) properties[further] = schema;
    if (field.name === 'id' && naming.id) properties[naming.id] = schema;
  }
  return { type: 'object', description: type.description ?? undefined, properties };
}

/** The relations that a route answers with its entity. */
export const relationSchemas = (relations: readonly Relation[]): Record<string, JsonSchema> =>
  Object.fromEntries(
    relations.map(({ name, field, entry }) => {
      const type = getNamedType(field.type);
      const one = isObjectType(type) ? entitySchema(type, {}, entry) : valueSchema(field.type);
      const schema = isObjectType(type) && isListType(getNullableType(field.type)) ? { type: 'array', items: one } : one;
      return [name, { ...schema, description: field.description ?? undefined }];
    }),
  );

const queryParameter = (name: string, source: GraphQLArgument | GraphQLInputField): JsonSchema => {
  const list = isListType(getNullableType(source.type));
  return {
    name,
    in: 'query',
    required: isNonNullType(source.type) && source.defaultValue === undefined,
    description: source.description ?? undefined,
    schema: valueSchema(source.type),
    // Several values come comma-joined.
    ...(list && { style: 'form', explode: false }),
  };
};

/** The query parameters of an operation's arguments; fields of filters stand beside the others. */
export function queryParameters(args: readonly GraphQLArgument[], names: ReadonlyMap<string, string>): JsonSchema[] {
  const restNames = new Map([...names].map(([rest, field]) => [field, rest] as const));
  return args.flatMap((argument) => {
    const type = getNamedType(argument.type);
    if (!isInputObjectType(type)) return [queryParameter(parameterName(argument.name), argument)];
    return Object.values(type.getFields()).map((field) => queryParameter(restNames.get(field.name) ?? snake(field.name), field));
  });
}

const inputSchema = (type: GraphQLInputObjectType, naming: Naming): JsonSchema =>
  Object.fromEntries(
    Object.values(type.getFields()).map((field) => [
      inputNames(field.name, naming)[0] as string,
      { ...valueSchema(field.type), description: field.description ?? undefined },
    ]),
  );

/** The body of a mutation: its arguments that are not in the path; the fields of an input stand for it. */
export function bodySchema(args: readonly GraphQLArgument[], naming: Naming = {}): JsonSchema {
  const properties = args.flatMap((argument): Array<[string, unknown]> => {
    const type = getNamedType(argument.type);
    if (isInputObjectType(type) && argument.name === 'input') return Object.entries(inputSchema(type, naming));
    return [[snake(argument.name), { ...valueSchema(argument.type), description: argument.description ?? undefined }]];
  });
  const required = args.filter(({ name, type, defaultValue }) => name !== 'input' && isNonNullType(type) && defaultValue === undefined);
  return { type: 'object', required: required.map(({ name }) => snake(name)), properties: Object.fromEntries(properties) };
}
