import { buildSchema, execute, parse, validate, type GraphQLSchema } from 'graphql';
import { executeOperation } from './executor';

const schema: GraphQLSchema = buildSchema(`
  type Query { report(n: Int = 2, fail: Boolean, axis: Axis): Report!  maybe(fail: Boolean): Row  me: Me!  texts: [Text!]! }
  enum Axis { AD DEVICE }
  type Report { rows: [Row!]! total: Row tags: [String] grid: [[Int!]!]! }
  type Row { id: Int! name: String ratio: Float on: Boolean! kind: Axis again: Row }
  type Text { text: String ratio: Float }
  type Me { name(loud: Boolean): String! }
`);

const row = (id: number): object => ({
  id,
  name: id % 2 ? `n${id}` : null,
  ratio: id / 3,
  on: id > 1,
  kind: id % 2 ? 'AD' : 'DEVICE',
  again: id > 1 ? null : { id: 9, on: true },
});
/** Texts that JSON escapes, lone surrogates, multi-byte characters, and numbers at the limits. */
const TEXTS = [
  '',
  'plain',
  '"quoted" \\ /',
  'a\u0000\u001f\n\t\u007f',
  '広告 「夏」',
  '\u{1f600} 👩‍👩‍👧',
  '\ud83d alone',
  'alone \ude00',
  '\u2028\u2029\ufeff',
  '<script>',
  'あ',
];
const NUMBERS = [0, -0, 0.1 + 0.2, 1e21, 1e-7, -1.5, Number.MAX_SAFE_INTEGER, 5e-324, null];
const fields = schema.getQueryType()?.getFields() ?? {};
const resolvers: Record<string, (args: { n?: number; fail?: boolean }) => unknown> = {
  report: ({ n = 0, fail }) => {
    if (fail) throw new Error('refused');
    return {
      rows: Array.from({ length: n }, (_, i) => row(i + 1)),
      total: null,
      tags: ['a', null],
      grid: [[1, 2], []],
    };
  },
  maybe: ({ fail }) => (fail ? { on: true } : null),
  texts: () => TEXTS.map((text, i) => ({ text, ratio: NUMBERS[i % NUMBERS.length] })),
  me: () => ({ name: ({ loud }: { loud?: boolean }) => (loud ? 'ME' : 'me') }),
};
for (const [name, resolve] of Object.entries(resolvers)) {
  const field = fields[name];
  if (field) field.resolve = async (_source, args) => resolve(args);
}

/** Returns a result as the client receives it. */
const received = (result: unknown): string => JSON.stringify(result);

describe('executeOperation', () => {
  it.each<[string, string, object?]>([
    [
      'values, nulls and lists',
      '{ report { rows { id name ratio on kind again { id name } } total { id } tags grid } }',
    ],
    [
      'aliases and repeated fields',
      '{ a: report { rows { x: id id } } b: report(n: 1) { rows { id } rows { name } tags } a: report { tags } }',
    ],
    [
      'fragments',
      '{ report { ...r rows { ... { ratio } } } } fragment r on Report { rows { ...row } tags } fragment row on Row { id kind }',
    ],
    ['type names', '{ __typename report { __typename rows { __typename id } } }'],
    [
      'variables and defaults',
      'query ($n: Int = 1, $axis: Axis) { report(n: $n, axis: $axis) { rows { id } } }',
      { n: 3 },
    ],
    ['a variable of a wrong type', 'query ($n: Int) { report(n: $n) { tags } }', { n: 'x' }],
    ['a missing variable', 'query ($n: Int!) { report(n: $n) { tags } }', {}],
    ['a refusal', '{ report(fail: true) { tags } maybe { id } }'],
    ['a field that may be null', '{ maybe { id } report { tags } }'],
    [
      'directives',
      'query ($no: Boolean = true) { report { rows { id name @skip(if: $no) } tags @include(if: $no) } }',
    ],
    [
      'directives with variables on fields and fragments',
      'query ($a: Boolean!, $b: Boolean = false) { report @include(if: $a) { ...r @skip(if: $b) rows { id } } maybe @skip(if: true) { id } } fragment r on Report { tags rows { ... @include(if: $b) { name } on } }',
      { a: true },
    ],
    [
      'a root field left out',
      'query ($a: Boolean!) { report @include(if: $a) { tags } again: report(n: 1) { tags } }',
      { a: false },
    ],
    [
      'both directives at once',
      '{ report { tags @include(if: true) @skip(if: false) rows @include(if: true) @skip(if: true) { id } } }',
    ],
    ['resolvers below the root', '{ me { name(loud: true) } report { tags } }'],
    ['an alias that names the prototype', '{ report { rows { __proto__: id name } } }'],
    ['introspection', '{ __type(name: "Row") { name fields { name } } }'],
    ['one of several operations', 'query one { report { tags } } query two { maybe { id } }'],
  ])('%s', async (_, text, variables = {}) => {
    const document = parse(text);
    expect(validate(schema, document)).toEqual([]);
    const operationName = text.includes('query one') ? 'two' : null;
    const args = { schema, document, operationName, variableValues: { ...variables } };
    expect(received(await executeOperation(args))).toBe(received(await execute(args)));
  });

  it('reports null in a non-null field', async () => {
    const document = parse('{ maybe(fail: true) { id on } report { tags } }');
    const result = await executeOperation({ schema, document, variableValues: {} });
    expect(JSON.parse(received(result))).toMatchObject({
      data: { maybe: null, report: { tags: ['a', null] } },
      errors: [{ message: 'Cannot return null for non-nullable field Row.id.', path: ['maybe'] }],
    });
  });

  it('completes all texts and numbers like graphql-js', async () => {
    const document = parse('{ texts { text ratio } maybe { id } }');
    const args = { schema, document, variableValues: {} };
    expect(received(await executeOperation(args))).toBe(received(await execute(args)));
  });
});
