import { onlyField } from './only-field';

it('is what an answer of one field holds, whatever its name', () => {
  expect(onlyField({ domain: { id: 1 } })).toEqual({ id: 1 });
  expect(onlyField({ __typename: 'Query', domains: null })).toBeNull();
});

it('does not guess among several', () => {
  expect(() => onlyField({ domain: 1, asp: 2 })).toThrow('domain, asp');
  expect(() => onlyField({})).toThrow('one field');
});
