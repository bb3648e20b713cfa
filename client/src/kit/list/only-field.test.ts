import { onlyField } from './only-field';

it('returns the value of the only field', () => {
  expect(onlyField({ domain: { id: 1 } })).toEqual({ id: 1 });
  expect(onlyField({ __typename: 'Query', domains: null })).toBeNull();
});

it('throws if there are several fields', () => {
  expect(() => onlyField({ domain: 1, asp: 2 })).toThrow('domain, asp');
  expect(() => onlyField({})).toThrow('one field');
});
