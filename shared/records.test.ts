import { entriesOf, isKeyOf, isRecord, keysOf, recordOf, recordsIn } from './records';

describe('record helpers', () => {
  const prices = { apple: 3, pear: 5 };

  it('keep the written order of names and values', () => {
    expect(keysOf(prices)).toEqual(['apple', 'pear']);
    expect(entriesOf(prices)).toEqual([
      ['apple', 3],
      ['pear', 5],
    ]);
    expect(['apple', 'toString', 'plum'].filter((name) => isKeyOf(prices, name))).toEqual(['apple']);
  });

  it('build a record from names and values', () =>
    expect(recordOf(['b', 'a'], (key) => key.toUpperCase())).toEqual({ b: 'B', a: 'A' }));
});

it.each([
  [{}, true],
  [Object.create(null), true],
  [new Date(0), true],
  [[], false],
  [null, false],
  [undefined, false],
  ['text', false],
  [1, false],
])('isRecord(%p) is %p', (value, is) => {
  expect(isRecord(value)).toBe(is);
  expect(recordsIn([value]).length).toBe(Number(is));
});
