import { operationOf } from './run';

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
