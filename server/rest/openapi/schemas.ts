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

/** Named schemas of the document; each is defined once. */
export class Schemas {
  readonly named: Record<string, JsonSchema> = {};

  /**
   * Adds a schema and returns a reference to it.
   * @throws Error if the name belongs to a different schema
   */
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

/** Returns the schema of a GraphQL scalar or enum. */
export function leafSchema(type: GraphQLType): JsonSchema {
  const named = getNamedType(type);
  if (isEnumType(named)) return { type: 'string', enum: named.getValues().map(enumName) };
  return scalars[named.name] ?? {};
}

/** Makes a schema nullable. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined) return { anyOf: [schema, { type: 'null' }] };
  if (typeof schema.type !== 'string') return schema;
  const { enum: values, ...rest } = schema;
  return { ...rest, type: [schema.type, 'null'], ...(values && { enum: [...values, null] }) };
}

/** Returns the schema of a GraphQL type's values, without null. */
function valueSchema(schemas: Schemas, type: GraphQLType): JsonSchema {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return { type: 'array', items: answerSchema(schemas, nullable.ofType) };
  const isEntity = isObjectType(nullable) && !Object.hasOwn(scalars, nullable.name);
  return isEntity ? schemas.ref(nullable.name, entitySchema(schemas, nullable)) : leafSchema(nullable);
}

/** Returns the schema of a GraphQL type's values. */
export function answerSchema(schemas: Schemas, type: GraphQLType): JsonSchema {
  const own = valueSchema(schemas, type);
  return isNonNullType(type) ? own : orNull(own);
}

/** Returns the allowed values of an entity's field. */
function choicesOf(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): JsonSchema {
  const enumeration = entityRules(type.name)?.[field.name]?.enumeration;
  return enumeration ? { enum: enumValues(enumeration) } : {};
}

/**
 * Returns the schema of an object type: same names, same descriptions. All fields are present; those without
 * a value are null.
 */
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

/** Returns the schemas of the relations in a route's response. */
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
