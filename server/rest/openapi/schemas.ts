import {
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLType,
} from 'graphql';
import { enumValues } from '../../../shared/catalog';
import { enumName, ownFields, restName, type Naming } from '../names';
import type { Relation } from '../relations';
import type { JsonSchema } from './description';
import { entityRules } from './entity-rules';

/** The named schemas of the document, each written once. */
export class Schemas {
  readonly named: Record<string, JsonSchema> = {};

  /** @throws when two different things would have one name */
  ref(name: string, schema: JsonSchema): JsonSchema {
    const known = this.named[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two different schemas are named ${name}`);
    this.named[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }
}

const scalars: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Date: { type: 'string', pattern: '^\\d{4}/\\d{2}/\\d{2}$', examples: ['2026/01/31'] },
  DateTime: {
    type: 'string',
    pattern: '^\\d{4}/\\d{2}/\\d{2} \\d{2}:\\d{2}:\\d{2}$',
    examples: ['2026/01/31 12:34:56'],
  },
  Selection: { type: 'string' },
  EnumValue: { type: ['number', 'string', 'boolean', 'null'] },
};

/** The schema of a scalar or enumeration of GraphQL. */
export function leafSchema(type: GraphQLType): JsonSchema {
  const named = getNamedType(type);
  if (isEnumType(named)) return { type: 'string', enum: named.getValues().map(enumName) };
  return scalars[named.name] ?? {};
}

/** The same, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined) return { anyOf: [schema, { type: 'null' }] };
  if (typeof schema.type !== 'string') return schema;
  const { enum: values, ...rest } = schema;
  return { ...rest, type: [schema.type, 'null'], ...(values && { enum: [...values, null] }) };
}

/** What an answer holds under a GraphQL type, where it holds anything. */
function valueSchema(schemas: Schemas, type: GraphQLType): JsonSchema {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return { type: 'array', items: answerSchema(schemas, nullable.ofType) };
  const isEntity = isObjectType(nullable) && !Object.hasOwn(scalars, nullable.name);
  return isEntity ? schemas.ref(nullable.name, entitySchema(schemas, nullable)) : leafSchema(nullable);
}

/** What an answer holds under a GraphQL type. */
export function answerSchema(schemas: Schemas, type: GraphQLType): JsonSchema {
  const own = valueSchema(schemas, type);
  return isNonNullType(type) ? own : orNull(own);
}

/** Values that a field of an entity can have at all. */
function choicesOf(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): JsonSchema {
  const enumeration = entityRules(type.name)?.[field.name]?.enumeration;
  return enumeration ? { enum: enumValues(enumeration) } : {};
}

/** An object type as REST shows it: same names, same words. Every field is there, null where it has no value. */
export function entitySchema(
  schemas: Schemas,
  type: GraphQLObjectType,
  naming: Naming = {},
  { fields = ownFields(type) }: { fields?: readonly GraphQLField<unknown, unknown>[] } = {},
): JsonSchema & { properties: Record<string, JsonSchema>; required: string[] } {
  const properties: Record<string, JsonSchema> = {};
  for (const field of fields) {
    const own = { ...valueSchema(schemas, field.type), ...choicesOf(type, field) };
    const schema = {
      ...(isNonNullType(field.type) ? own : orNull(own)),
      ...(field.description && { description: field.description }),
    };
    for (const name of [
      restName(field, naming),
      naming.also?.[field.name],
      field.name === 'id' ? naming.id : undefined,
    ]) {
      if (name) properties[name] = schema;
    }
  }
  return {
    type: 'object',
    ...(type.description && { description: type.description }),
    required: Object.keys(properties),
    properties,
  };
}

/** The relations that a route answers with its entity. */
export const relationSchemas = (
  schemas: Schemas,
  relations: readonly Relation[],
): Record<string, JsonSchema> =>
  Object.fromEntries(
    relations.map(({ name, field, entry }) => {
      const type = getNamedType(field.type);
      const one = isObjectType(type)
        ? entitySchema(schemas, type, {}, { fields: entry })
        : answerSchema(schemas, field.type);
      const schema =
        isObjectType(type) && isListType(getNullableType(field.type)) ? { type: 'array', items: one } : one;
      return [name, { ...schema, description: field.description ?? undefined }];
    }),
  );
