import { amendedState, firstOfOrder, orderValue, type Amendment } from './orders';

describe('the value of an order (domain.md 8.5)', () => {
  it.each([
    ['1001', '1001'],
    [' 1001\u3000', '1001'],
    ['１００１', '1001'],
    ['ｱ-1', 'ア-1'],
    ['Ａｂ', 'Ab'],
    ['ab', 'ab'],
    ['', null],
    ['\u3000 ', null],
    [null, null],
    [undefined, null],
  ])('of %j is %j', (text, value) => expect(orderValue(text)).toBe(value));

  it('keeps letter case and leading zeros apart', () => {
    expect(orderValue('AB')).not.toBe(orderValue('ab'));
    expect(orderValue('0100')).not.toBe(orderValue('100'));
  });
});

describe('the conversion that counts for an order', () => {
  it.each([
    [
      'the earliest',
      [
        ['b', 2],
        ['a', 3],
        ['c', 1],
      ],
      'c',
    ],
    [
      'of one instant the lower id',
      [
        ['b', 1],
        ['a', 1],
        ['c', 2],
      ],
      'a',
    ],
    [
      'ids byte for byte',
      [
        ['a', 1],
        ['B', 1],
      ],
      'B',
    ],
    ['the only one', [['a', 1]], 'a'],
  ] as const)('is %s', (_rule, rows, first) => {
    expect(firstOfOrder(rows.map(([id, time]) => ({ id, time })))?.id).toBe(first);
  });
});

describe('amendments (domain.md 8.6)', () => {
  const one = (time: number, id: string, set: Partial<Amendment>): Amendment => ({
    id,
    time,
    amount: null,
    cancelled: null,
    ...set,
  });
  it.each<[string, Amendment[], number | null, boolean]>([
    ['none change nothing', [], null, false],
    ['a partial refund sets the amount', [one(1, 'a', { amount: 300 })], 300, false],
    ['a refund to 0 is an amount', [one(1, 'a', { amount: 0 })], 0, false],
    ['a cancellation keeps the amount', [one(1, 'a', { cancelled: true })], null, true],
    ['the newest amount decides', [one(2, 'a', { amount: 2 }), one(1, 'b', { amount: 1 })], 2, false],
    [
      'of one instant the higher id decides',
      [one(1, 'b', { amount: 2 }), one(1, 'a', { amount: 1 })],
      2,
      false,
    ],
    [
      'each field has its own newest',
      [one(1, 'a', { amount: 1, cancelled: true }), one(2, 'b', { amount: 2 })],
      2,
      true,
    ],
    [
      'a later one takes a cancellation back',
      [one(2, 'b', { cancelled: false }), one(1, 'a', { cancelled: true })],
      null,
      false,
    ],
  ])('%s', (_rule, amendments, amount, cancelled) => {
    expect(amendedState(amendments)).toEqual({ amount, cancelled });
    expect(amendedState([...amendments].reverse())).toEqual({ amount, cancelled });
  });
});
