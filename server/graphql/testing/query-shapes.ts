import { getIntrospectionQuery } from 'graphql';

/** Query that the server must reject. */
export interface Shape {
  readonly name: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
  /** Sent without a sign-in; allowed for signed-in users. */
  readonly isAnonymous?: boolean;
  /** Rejected by the operation itself, as an error in a GraphQL response. */
  readonly isOperationError?: boolean;
}

const many = (count: number, part: (i: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, i) => part(i)).join(between);

const typename = (): string => '__typename';
const ids = (count: number): string => many(count, () => 'id');
const nested = (depth: number): string =>
  `{ __schema { types ${'{ fields { type '.repeat(depth)}{ name }${' } }'.repeat(depth)} } }`;
/** A document of 2^n fields after fragment expansion. */
const doubling = (n: number): string =>
  `{ ...f0 } ${many(n, (i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`)} fragment f${n} on Query { __typename }`;
const page = (count: number, size: string, below = ids(40)): string =>
  `${many(count, (i) => `a${i}: ads(pageSize: ${size}) { results { ${below} } }`)}`;
const ring = (n: number): string =>
  `{ ...f0 } ${many(n, (i) => `fragment f${i} on Query { ...f${(i + 1) % n} }`)}`;
const inFragment = (size: string): string =>
  `fragment rows on AdList { results { ${ids(40)} } } fragment all on Query { ${many(5, (i) => `a${i}: ads(pageSize: ${size}) { ...rows }`)} }`;
const report = (i: number): string =>
  `a${i}: adSummaries(productId: 1, axis: [AD, DEVICE]) { results { ${many(60, () => 'adCost')} } }`;
const relations = '{ results { redirects { lpo { title url rate } } adFeeSetting { amount periodFrom } } }';

const unknownNames: readonly Shape[] = [
  { name: 'an unknown operation', query: 'query a { __typename }', operationName: 'b' },
  {
    name: 'an unknown operation beside an unnamed one',
    query: '{ __typename }',
    operationName: 'b',
  },
  { name: 'an empty name', query: '{ __typename }', operationName: '' },
  {
    name: 'a mutation under another name',
    query: 'mutation a { updateMe(userName: "taken over") { userName } }',
    operationName: 'b',
  },
  { name: 'no name among several', query: 'query a { __typename } query b { __typename }' },
  {
    name: 'no name between a query and a mutation',
    query: 'query a { __typename } mutation b { updateMe(userName: "taken over") { userName } }',
  },
  {
    name: 'the name of a fragment',
    query: 'query a { ...b } fragment b on Query { __typename }',
    operationName: 'b',
  },
  { name: 'only a fragment', query: 'fragment b on Query { __typename }' },
];

const introspection: readonly Shape[] = [
  ['the whole schema', getIntrospectionQuery()],
  ['types', '{ __schema { types { name } } }'],
  [
    'types in a fragment',
    '{ ...a } fragment a on Query { ...b } fragment b on Query { s: __schema { types { name } } }',
  ],
  ['types in a nameless fragment', '{ ... { ... on Query { __schema { types { name } } } } }'],
  [
    'types behind a directive',
    'query ($yes: Boolean = true) { __schema @include(if: $yes) { types { name } } }',
  ],
  ['a type', '{ __type(name: "Ad") { fields { name } } }'],
  ['a type by an escaped name', '{ __type(name: "\\u0041d") { fields { name } } }'],
  ['a type by a block of text', '{ __type(name: """Ad""") { fields { name } } }'],
  ['a type by an additional variable', 'query ($n: String! = "Ad") { __type(name: $n) { fields { name } } }'],
  ['the schema beside a login', 'query a { me { profile { email } } __schema { types { name } } }'],
].map(([name = '', query = '']) => ({ name: `${name}, anonymous`, query, isAnonymous: true }));

/** Queries that are excessive, target something hidden, or ask for something that doesn't exist. */
export const shapes: readonly Shape[] = [
  { name: 'deep nesting', query: nested(30) },
  { name: 'nesting beyond the parser', query: `{ ${'a { '.repeat(5000)}` },
  {
    name: 'nested nameless fragments',
    query: `{ ${'... { '.repeat(700)} __typename ${'}'.repeat(700)} ${many(1000, typename)} }`,
  },
  { name: '16 aliases', query: `{ ${many(16, (i) => `a${i}: __typename`)} }` },
  { name: '100 aliases', query: `{ ${many(100, (i) => `a${i}: __typename`)} }` },
  {
    name: 'aliases in a fragment',
    query: `{ ...a ...b } fragment a on Query { ${many(9, (i) => `a${i}: __typename`)} } fragment b on Query { ${many(9, (i) => `b${i}: __typename`)} }`,
  },
  {
    name: 'aliases over two operations',
    query: `query a { ${many(9, (i) => `a${i}: __typename`)} } query b { ${many(9, (i) => `a${i}: __typename`)} }`,
    operationName: 'a',
  },
  {
    name: '100 aliases of a report',
    query: `{ ${many(100, (i) => `a${i}: adSummaries(productId: 1) { count }`)} }`,
  },
  {
    name: '100 sign-ins',
    query: `mutation { ${many(100, (i) => `a${i}: signIn(email: "a@b.example", password: "Password${i}!") { access }`)} }`,
  },
  {
    name: '300 aliases of the schema',
    query: `{ ${many(300, (i) => `a${i}: __schema { types { name } }`)} }`,
  },
  {
    name: 'ten schemas',
    query: `{ ${many(10, (i) => `a${i}: __schema { types { fields { type { fields { name args { name } } } } } }`)} }`,
  },
  { name: 'a thousand fields', query: `{ ${many(1000, typename)} }` },
  { name: '2400 fields', query: `{ ${many(2400, typename)} }` },
  { name: 'a thousand unknown fields', query: `{ ${many(1000, (i) => `nothing${i}`)} }` },
  { name: 'too many tokens', query: `{ ${many(3000, typename)} }` },
  {
    name: 'tokens in an argument',
    query: `{ ads(filter: { id: [${many(3000, (i) => String(i))}] }) { count } }`,
  },
  { name: 'doubling fragments', query: doubling(18) },
  { name: '100 fragments', query: `{ ...f0 } ${many(100, (i) => `fragment f${i} on Query { __typename }`)}` },
  { name: 'a recursive fragment', query: ring(1) },
  { name: 'fragments in a ring', query: ring(20) },
  { name: 'a hundred directives', query: `{ __typename ${many(100, () => '@skip(if: false)')} }` },
  { name: 'directives on the operation', query: `query ${many(100, (i) => `@a${i}`)} { __typename }` },
  {
    name: 'directives on fragments',
    query: `{ ${many(30, () => '... @include(if: true) { __typename }')} }`,
  },
  {
    name: 'many operations',
    query: many(50, (i) => `query q${i} { ${many(20, typename)} }`),
    operationName: 'q1',
  },
  { name: 'ten full lists', query: `{ ${page(10, '9999')} }` },
  {
    name: 'full lists by a variable',
    query: `query ($n: Int) { ${page(10, '$n')} }`,
    variables: { n: 9999 },
  },
  { name: 'full lists by the default of a variable', query: `query ($n: Int = 9999) { ${page(10, '$n')} }` },
  {
    name: 'full lists by the default of one operation',
    query: `query a($n: Int = 1) { ${page(1, '$n')} } query b($n: Int = 9999) { ${page(9, '$n')} }`,
    operationName: 'b',
  },
  { name: 'full lists in fragments', query: `{ ...all } ${inFragment('9999')}` },
  {
    name: 'full lists in fragments by a variable',
    query: `query ($n: Int!) { ...all } ${inFragment('$n')}`,
    variables: { n: 9999 },
  },
  {
    name: 'full lists in fragments by a default',
    query: `query ($n: Int! = 9999) { ...all } ${inFragment('$n')}`,
  },
  {
    name: 'full lists of relations',
    query: `{ ${page(4, '9999', 'redirects { lpo { title url rate } } adFeeSetting { amount }')} }`,
  },
  {
    name: 'lists of relations by a default',
    query: `query ($n: Int = 9999) { a: ads(pageSize: $n) ${relations} b: ads(pageSize: $n) ${relations} c: ads(pageSize: $n) ${relations} d: ads(pageSize: $n) ${relations} }`,
  },
  {
    name: 'lists behind a directive',
    query: `query ($n: Int = 9999, $yes: Boolean = true) { ... @include(if: $yes) { ${page(10, '$n')} } }`,
  },
  { name: 'thirty whole reports', query: `{ ${many(15, report)} ${many(15, report)} }` },
  { name: 'a bomb of brackets', query: '{'.repeat(20_000) },
  {
    name: 'a list of lists',
    query: `{ ads(filter: { id: ${'['.repeat(3000)}1${']'.repeat(3000)} }) { count } }`,
  },
  {
    name: 'an object of objects',
    query: `{ ads(filter: ${'{ a: '.repeat(800)}1${' }'.repeat(800)}) { count } }`,
  },
  {
    name: 'lists of lists as a variable',
    query: 'query ($n: [Int!]) { ads(filter: { id: $n }) { count } }',
    variables: { n: JSON.parse(`${'['.repeat(2000)}1${']'.repeat(2000)}`) as unknown },
  },
  {
    name: 'a variable of another type',
    query: 'query ($n: Int) { ads(pageSize: $n) { count } }',
    variables: { n: '9999' },
  },
  {
    name: 'a keyword of 60,000 characters',
    isOperationError: true,
    query: `query ($k: String) { ads(keyword: $k) { count } }`,
    variables: { k: 'a'.repeat(60_000) },
  },
  {
    name: '40,000 ids',
    isOperationError: true,
    query: `query ($n: [Int!]) { ads(filter: { id: $n }) { count } }`,
    variables: { n: Array.from({ length: 40_000 }, (_, i) => i) },
  },
  {
    name: '40,000 ids over four filters',
    isOperationError: true,
    query: `query ($n: [Int!]) { ads(filter: { id: $n, agencyId: $n, aspId: $n, adCategoryId: $n }) { count } }`,
    variables: { n: Array.from({ length: 10_000 }, (_, i) => i) },
  },
  { name: 'a text of a megabyte', query: `{ __typename } # ${'x'.repeat(1_000_000)}` },
  {
    name: 'a variable of a megabyte',
    query: 'query ($k: String) { ads(keyword: $k) { count } }',
    variables: { k: 'a'.repeat(1_000_000) },
  },
  { name: 'half a query', query: '{ ads { count' },
  { name: 'an invalid character', query: '{ \u0000 }' },
  { name: 'a type definition', query: 'type Query { a: Int } query { __typename }' },
  { name: 'a subscription', query: 'subscription { __typename }' },
  { name: 'deferred fields', query: '{ ... @defer { __typename } }' },
  ...unknownNames,
  ...introspection,
];
