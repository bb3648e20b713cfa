import { entriesOf, isRecord, keyed, keysOf } from './keyed';

describe('names and values of records', () => {
  const prices: { readonly apple: number; readonly pear?: string } = { apple: 3, pear: 'none' };

  it('are the own ones, in their order', () => {
    const ofOthers: typeof prices = Object.assign(Object.create({ inherited: true }), prices);
    expect(keysOf(ofOthers)).toEqual(['apple', 'pear']);
    expect(entriesOf(ofOthers)).toEqual([['apple', 3], ['pear', 'none']]);
  });

  it('make a record again', () => expect(keyed(['b', 'a'], (key) => key.toUpperCase())).toEqual({ b: 'B', a: 'A' }));
});

it.each([[{}, true], [Object.create(null), true], [new Date(0), true], [[], false], [null, false], [undefined, false], ['text', false], [1, false]])(
  '%p holds others by name: %p',
  (value, is) => expect(isRecord(value)).toBe(is),
);
