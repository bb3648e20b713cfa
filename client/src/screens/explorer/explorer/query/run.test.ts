import { operationOf } from './run';

describe('requested operation', () => {
  it.each([
    ['has the name', 'query Ads { ads { count } } query Asps { asps { count } }', 'Asps', 'Asps'],
    ['was renamed since', 'query Ads { ads { count } }', 'Slowly', undefined],
    ['has none any more', '{ products { count } }', 'Slowly', undefined],
    [
      'is only the name of a fragment',
      'fragment Slowly on Query { ads { count } } query { ...Slowly }',
      'Slowly',
      undefined,
    ],
    ["can't be read", 'query Slowly { ads', 'Slowly', undefined],
    ['was not chosen', 'query Ads { ads { count } }', null, undefined],
  ])('is %s', (_, query, name, expected) => {
    expect(operationOf(query, name)).toBe(expected);
  });
});
