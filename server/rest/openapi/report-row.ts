import {
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql';
import { isAxisKey, measureKeys, measureName } from '../../../shared/catalog';
import { hasCustomMeasures, reportColumns, type Column, type Report } from '../../analysis';
import type { JsonSchema } from './description';
import { answerSchema, type Schemas } from './schemas';

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
