import { operationOf } from './run';
import { limits } from '../../../../../../shared/query/weight';
import { costOf } from './cost';

describe('requested operation', () => {
  it.each([
    [
      'keeps a name that the query contains',
      'query Ads { ads { count } } query Asps { asps { count } }',
      'Asps',
      'Asps',
    ],
    ['drops a name that was changed in the meantime', 'query Ads { ads { count } }', 'Slowly', undefined],
    ['drops a name that was removed', '{ products { count } }', 'Slowly', undefined],
    [
      'drops the name of a fragment',
      'fragment Slowly on Query { ads { count } } query { ...Slowly }',
      'Slowly',
      undefined,
    ],
    ['drops the name in a query with invalid syntax', 'query Slowly { ads', 'Slowly', undefined],
    ['selects nothing without a name', 'query Ads { ads { count } }', null, undefined],
  ])('%s', (_, query, name, expected) => {
    expect(operationOf(query, name)).toBe(expected);
  });
});

const excess = (query: string, variables = '') => {
  const cost = costOf(query, variables);
  return cost.kind === 'weighed' ? (cost.excess?.of ?? null) : cost.kind;
};

describe('query cost before it runs', () => {
  it.each([
    ['', 'empty'],
    ['# 広告統計\n', 'empty'],
    ['{ ads {', 'unread'],
    ['{ ads { results { id } } }', null],
    [`{ ads(pageSize: 9999) { results { ${'id '.repeat(400)} } } }`, 'cost'],
    [`{ ${'a: me { email } '.repeat(16).replaceAll('a:', 'a:')} }`, 'aliases'],
    [`{ ${'me { '.repeat(16)} id ${'} '.repeat(16)} }`, 'depth'],
    [`{ me { ${'id '.repeat(600)} } }`, 'fields'],
    [`{ me { ${'id '.repeat(limits.tokens)} } }`, 'tokens'],
    [
      `{ me { email } } ${Array.from({ length: 21 }, (_, index) => `fragment f${index} on User { id }`).join(' ')}`,
      'fragments',
    ],
    [`{ me ${'@include(if: true) '.repeat(21)} { email } }`, 'directives'],
  ])('%#: %.40s', (query, expected) => {
    expect(excess(query)).toBe(expected);
  });

  it('reads the page size from the variables, and ignores incomplete ones', () => {
    const query = 'query ($n: Int) { ads(pageSize: $n) { results { id } } }';
    const cost = (variables: string) => (costOf(query, variables) as { cost: number }).cost;
    expect(cost('{"n": 9999}')).toBeGreaterThan(100 * cost('{"n": 9'));
    expect(cost('{"n": 9')).toBe(cost(''));
  });
});
