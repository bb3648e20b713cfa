import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
  type GraphQLSchema,
} from 'graphql';
import pino from 'pino';
import { measureKeys, measureOf } from '../shared/catalog';
import { buildApiSchema, contractText } from '../server/graphql/schema';
import { composeContract, readDefinitions } from '../tools/contract/compose';

const printed = (schema: GraphQLSchema): string => printSchema(lexicographicSortSchema(schema));

/** Lists every described element of a schema by its path. */
function* descriptions(
  schema: GraphQLSchema,
): Generator<[path: string, description: string | null | undefined]> {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || ['Int', 'Float', 'String', 'Boolean', 'ID'].includes(type.name))
      continue;
    yield [type.name, type.description];
    if (isEnumType(type))
      for (const value of type.getValues()) yield [`${type.name}.${value.name}`, value.description];
    if (!isObjectType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      yield [`${type.name}.${field.name}`, field.description];
      if ('args' in field)
        for (const arg of field.args) yield [`${type.name}.${field.name}(${arg.name})`, arg.description];
    }
  }
}

describe('the API contract', () => {
  it('is composed from schema/ (if not, run `npm run codegen`)', () => {
    expect(contractText()).toBe(composeContract(readDefinitions()));
  });

  it('equals the schema that the server builds', () => {
    expect(printed(buildApiSchema(pino({ level: 'silent' })))).toBe(printed(buildSchema(contractText())));
  });

  it('describes every type, field, argument and value', () => {
    const undescribed = [...descriptions(buildSchema(contractText()))].filter(
      ([, description]) => !description?.trim(),
    );
    expect(undescribed.map(([path]) => path)).toEqual([]);
  });

  it('lists each measure of the catalogue once, with its order and description', () => {
    const { Figures: metrics } = buildSchema(contractText()).getTypeMap();
    const fields = isObjectType(metrics) ? Object.values(metrics.getFields()) : [];
    expect(fields.map(({ name, description }) => [name, description])).toEqual(
      measureKeys.map((key) => [key, measureOf(key).description]),
    );
  });
});
