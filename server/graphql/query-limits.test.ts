import {
  execute,
  getIntrospectionQuery,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  type GraphQLOutputType,
} from 'graphql';
import pino from 'pino';
import { SHORT_LISTS, VALUE_LISTS, RELATIONS, REPORTS, weighDocument } from '../../shared/query/weight';
import { overLimit } from './query-limits';
import { buildApiSchema } from './schema';

const schema = buildApiSchema(pino({ level: 'silent' }));
const objects = Object.values(schema.getTypeMap()).filter(isObjectType);

const isList = (type: GraphQLOutputType): boolean => isListType(isNonNullType(type) ? type.ofType : type);

/** Counts the values of a response. */
const valuesIn = (answer: unknown): number =>
  typeof answer === 'object' && answer !== null
    ? Object.values(answer).reduce((sum: number, below) => sum + 1 + valuesIn(below), 0)
    : 0;

describe('query weight', () => {
  const lists = objects
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({
        where: `${type.name}.${field.name}`,
        name: field.name,
        type: field.type,
      })),
    )
    .filter(({ type }) => isList(type));

  it('weighs every list of the schema', () => {
    const unknown = lists.filter(({ name, type, where }) => {
      if (!isObjectType(getNamedType(type))) return !VALUE_LISTS.has(name);
      const inRows = !/^(Query|Mutation)\./.test(where);
      return !(name === 'results' || SHORT_LISTS.has(name) || (inRows && Object.hasOwn(RELATIONS, name)));
    });
    expect(unknown.map(({ where }) => where)).toEqual([]);
    expect(lists.length).toBeGreaterThan(40);
  });

  it('weighs every report', () => {
    const reports = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ type }) => {
      const answer = getNamedType(type);
      return isObjectType(answer) && 'total' in answer.getFields() && 'results' in answer.getFields();
    });
    expect(reports.map(({ name }) => name).sort()).toEqual([...REPORTS].sort());
  });

  const WIDEST =
    '{ __schema { types { fields { name args { name type { name ofType { name } } } type { fields { name type { name } } } } inputFields { name } } } }';

  it.each([getIntrospectionQuery(), WIDEST])('underestimates no field of the schema', async (text) => {
    const document = parse(text);
    const { data } = await execute({ schema, document });
    expect(weighDocument(document, {}).cost).toBeGreaterThan(valuesIn(data));
    expect(overLimit(document, {})).toBeNull();
  });

  it('counts page sizes in variable defaults, per operation', () => {
    const cost = (text: string, variables = {}): number => weighDocument(parse(text), variables).cost;
    const page = '{ ads(pageSize: $n) { results { id } } }';
    expect(cost(`query ($n: Int = 9999) ${page}`)).toBe(cost(`query ($n: Int) ${page}`, { n: 9999 }));
    expect(cost(`query ($n: Int = 9999) ${page}`, { n: 1 })).toBe(cost(`query ($n: Int) ${page}`, { n: 1 }));
    expect(
      cost(`query a($n: Int = 1) { ...f } query b($n: Int = 9999) { ...f } fragment f on Query ${page}`),
    ).toBeGreaterThan(9999);
  });
});
