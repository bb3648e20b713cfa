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

const printed = (schema: GraphQLSchema): string => printSchema(lexicographicSortSchema(schema));

/** Everything of a schema that a reader may ask about, by its path. */
function* words(schema: GraphQLSchema): Generator<[path: string, description: string | null | undefined]> {
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
  it('is what the server answers', () => {
    expect(printed(buildApiSchema(pino({ level: 'silent' })))).toBe(printed(buildSchema(contractText())));
  });

  it('says of every type, field, argument and value what it means', () => {
    const silent = [...words(buildSchema(contractText()))].filter(([, description]) => !description?.trim());
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  it('names each measure of the catalogue once, in its order and its words', () => {
    const { Figures: figures } = buildSchema(contractText()).getTypeMap();
    const fields = isObjectType(figures) ? Object.values(figures.getFields()) : [];
    expect(fields.map(({ name, description }) => [name, description])).toEqual(
      measureKeys.map((key) => [key, measureOf(key).description]),
    );
  });
});
