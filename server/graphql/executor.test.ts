import { buildSchema, execute, parse, validate, type ExecutionResult, type GraphQLSchema } from 'graphql';
import type { ApiContext } from '../services/context';
import { compileSelection, collectFields } from './compile-selection';
import { createExecutor } from './executor';
import { SerializedResponse } from './serialized-response';

const schema: GraphQLSchema = buildSchema(`
  type Query { report(n: Int = 2, fail: Boolean, axis: Axis): Report!  maybe(fail: Boolean): Row  me: Me!  texts(times: Int): [Text!]! }
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
  'あ'.repeat(70_000),
];
const NUMBERS = [0, -0, 0.1 + 0.2, 1e21, 1e-7, -1.5, Number.MAX_SAFE_INTEGER, 5e-324, null];
const fields = schema.getQueryType()?.getFields() ?? {};
const resolvers: Record<string, (args: { n?: number; fail?: boolean; times?: number }) => unknown> = {
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
  texts: ({ times = 1 }: { times?: number }) =>
    Array.from({ length: times }, () =>
      TEXTS.map((text, i) => ({ text, ratio: NUMBERS[i % NUMBERS.length] })),
    ).flat(),
  me: () => ({ name: ({ loud }: { loud?: boolean }) => (loud ? 'ME' : 'me') }),
};
for (const [name, resolve] of Object.entries(resolvers)) {
  const field = fields[name];
  if (field) field.resolve = async (_source, args) => resolve(args);
}

/** Returns a result as the client receives it. */
const received = (result: ExecutionResult | SerializedResponse): unknown =>
  JSON.parse(result instanceof SerializedResponse ? result.bytes().toString() : JSON.stringify(result));

describe('createExecutor', () => {
  const run = createExecutor(schema);
  const context = {} as ApiContext;

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
    ['introspection', '{ __type(name: "Row") { name fields { name } } }'],
    ['one of several operations', 'query one { report { tags } } query two { maybe { id } }'],
  ])('%s', async (_, text, variables = {}) => {
    const document = parse(text);
    expect(validate(schema, document)).toEqual([]);
    const operationName = text.includes('query one') ? 'two' : null;
    const expected = await execute({ schema, document, operationName, variableValues: { ...variables } });
    const request = { document, operationName, variables: { ...variables }, context };
    for (const time of ['compiled', 'cached'])
      expect([time, received(await run(request))]).toEqual([time, received(expected)]);
  });

  it('reports null in a non-null field', async () => {
    const result = await run({
      document: parse('{ maybe(fail: true) { id on } report { tags } }'),
      operationName: null,
      variables: {},
      context,
    });
    expect(received(result)).toMatchObject({
      data: { maybe: null, report: { tags: ['a', null] } },
      errors: [{ message: 'Cannot return null for non-nullable field Row.id.', path: ['maybe'] }],
    });
  });

  it.each([1, 60])('serializes all texts and numbers %i times exactly like JSON.stringify', async (times) => {
    const document = parse('query ($times: Int) { texts(times: $times) { text ratio } maybe { id } }');
    const expected = await execute({ schema, document, variableValues: { times } });
    const result = await run({ document, operationName: null, variables: { times }, context });
    expect(result).toBeInstanceOf(SerializedResponse);
    if (result instanceof SerializedResponse)
      expect(result.bytes().equals(Buffer.from(`${JSON.stringify(expected)}\n`))).toBe(true);
  });

  it('compiles plain selections only', () => {
    const compiled = (text: string, name: string): boolean => {
      const [operation] = parse(text).definitions;
      const nodes =
        operation && 'selectionSet' in operation
          ? collectFields([operation.selectionSet], {}, {}).get(name)
          : undefined;
      const type = fields[name]?.type;
      return Boolean(type && nodes && compileSelection(type, nodes, {}, {}, name));
    };
    expect(compiled('{ report { rows { id } } }', 'report')).toBe(true);
    expect(compiled('{ me { name } }', 'me')).toBe(false);
  });
});
