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
import {
  analyzeSettingFields,
  settingRules,
  passwordFields,
  reportScheduleFields,
  type Fields,
} from '../../../shared/settings';
import { enumValues, isAxisKey, measureKeys, measureName } from '../../../shared/catalog';
import { settingEntries } from '../../settings/settings';
import { hasCustomMeasures, reportColumns, type Column, type Report } from '../../analysis';
import { enumName, ownFields, restName, type Naming } from '../mapper';
import type { Relation } from '../relations';
import type { JsonSchema } from './description';

/** Validation rules by type. */
const rules: Readonly<Record<string, Fields>> = {
  ...Object.fromEntries(settingEntries.map(([, { type, name }]) => [type, settingRules[name].fields])),
  User: { ...settingRules.user.fields, password: { ...passwordFields.password, required: false } },
  AnalyzeSetting: analyzeSettingFields,
  AllocationScenario: settingRules.allocationScenario.fields,
  SavedView: settingRules.savedView.fields,
  ClientReport: settingRules.clientReport.fields,
  ReportSchedule: reportScheduleFields,
};

/** Returns the field rules of a GraphQL type or of its input; forms and mutations use the same. */
export const entityRules = (typeName: string): Fields | undefined => rules[typeName.replace(/Input$/, '')];

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
  TextMap: { type: 'object', additionalProperties: { type: 'string' } },
  JsonObject: { type: 'object' },
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

/** Returns the field at the end of a path. */
function fieldAt(
  type: GraphQLObjectType,
  [name = '', ...below]: readonly string[],
): GraphQLField<unknown, unknown> {
  const field = type.getFields()[name];
  if (!field) throw new Error(`${type.name} has no field ${name}`);
  const next = getNamedType(field.type);
  return below.length > 0 && isObjectType(next) ? fieldAt(next, below) : field;
}

const described = (schemas: Schemas, { type, description }: GraphQLField<unknown, unknown>): JsonSchema => ({
  ...answerSchema(schemas, type),
  ...(description && { description }),
});

/** Returns the item of a list that REST spreads over columns. */
const oneOf = (field: GraphQLField<unknown, unknown>): GraphQLField<unknown, unknown> => {
  const type = getNullableType(field.type);
  return isListType(type) ? { ...field, type: type.ofType } : field;
};

/** Custom measures, whose keys are not known in advance. */
const CUSTOM_MEASURES: JsonSchema = {
  type: ['number', 'null'],
  description: 'A custom measure, `custom_` and its id, if `columns` names it.',
};

/** Returns the schema of the compared measures, which REST returns as one object. */
function previousSchema(schemas: Schemas, type: GraphQLObjectType): JsonSchema {
  const properties = Object.fromEntries(
    measureKeys.map((key) => [measureName(key), described(schemas, fieldAt(type, ['figures', key]))]),
  );
  const metrics = schemas.ref('Figures', {
    type: 'object',
    description: 'The measures of a row.',
    required: Object.keys(properties),
    properties,
    additionalProperties: CUSTOM_MEASURES,
  });
  return { anyOf: [metrics, { type: 'null' }], description: fieldAt(type, ['previous']).description };
}

/**
 * Returns the schema of a report row: its columns with their field descriptions. Axes are present on request.
 */
export function reportRowSchema(schemas: Schemas, report: Report, type: GraphQLObjectType): JsonSchema {
  const columns = reportColumns(report, report.axes);
  const typeOf = ({ fields: [path], isListItem: ofList }: Column) =>
    ofList ? oneOf(fieldAt(type, path.split('.'))) : fieldAt(type, path.split('.'));
  const properties = Object.fromEntries(
    [...columns, ...report.argumentColumns].map((column) => [
      column.name,
      described(schemas, typeOf(column)),
    ]),
  );
  const always = columns.filter(
    ({ fields: [path], identifiesRow: naming }) =>
      !naming && !isAxisKey(path) && !isAxisKey(path.replace(/Id$/, '')),
  );
  return {
    type: 'object',
    ...(type.description && { description: type.description }),
    required: always.map(({ name }) => name),
    properties: { ...properties, ...(report.comparison && { previous: previousSchema(schemas, type) }) },
    ...(hasCustomMeasures(report) && { additionalProperties: CUSTOM_MEASURES }),
  };
}
