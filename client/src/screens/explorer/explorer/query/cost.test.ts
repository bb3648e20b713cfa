import { limits } from '../../../../../../shared/query/weight';
import { costOf } from './cost';

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
