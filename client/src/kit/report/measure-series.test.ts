import {
  changeOf,
  isFewEvents,
  joinedMeasures,
  joinedValue,
  readShape,
  shapedValues,
} from './measure-series';

const day = (adCost: number, cvTotalFinal: number, amountSum = 0) => ({
  figures: {
    adCost,
    cvTotalFinal,
    amountSum,
    cpa: cvTotalFinal === 0 ? null : adCost / cvTotalFinal,
    profit: amountSum - adCost,
  },
});
const days = (count: number, of: (index: number) => ReturnType<typeof day>) =>
  Array.from({ length: count }, (_, index) => of(index));

describe('values of several periods', () => {
  it('joins a ratio from its sums, and adds counts', () => {
    const rows = [day(1000, 1), day(3000, 0), undefined];
    expect(joinedValue(rows, 'cpa')).toBe(4000);
    expect(joinedValue(rows, 'cvTotalFinal')).toBe(1);
    expect(joinedValue([day(10, 0)], 'cpa')).toBeNull();
    expect(joinedValue([], 'adCost')).toBeNull();
  });

  it('names the measures that this needs', () => {
    expect(joinedMeasures('cpa')).toEqual(['cpa', 'adCost', 'cvTotalFinal']);
    expect(joinedMeasures('adCost')).toEqual(['adCost']);
  });

  it('accumulates a cost per result', () => {
    const rows = [day(1000, 0), day(1000, 1), day(1000, 2)];
    expect(shapedValues(rows, 'cpa', 'cumulative')).toEqual([null, 2000, 1000]);
    expect(shapedValues(rows, 'cpa', 'value')).toEqual([null, 1000, 500]);
  });

  it('takes the mean of seven whole days', () => {
    const rows = days(8, (index) => day(100, index));
    expect(shapedValues(rows, 'cvTotalFinal', 'mean')).toEqual([
      ...Array.from({ length: 6 }, () => null),
      3,
      4,
    ]);
    expect(shapedValues([undefined, ...rows.slice(1)], 'cpa', 'mean').slice(0, 7)).toEqual(
      Array.from({ length: 7 }, () => null),
    );
  });

  it('offers the mean for days only', () => {
    expect([readShape('mean', true), readShape('mean', false), readShape('x', true)]).toEqual([
      'mean',
      'value',
      'value',
    ]);
  });
});

it.each([
  ['cvTotalFinal', [0, 9, null], true],
  ['cvTotalFinal', [10, 0], false],
  ['attrCv', [0.5, 2.25, null], true],
  ['cpa', [1, 2], false],
] as const)('calls %s of %j few events: %s', (key, values, few) => {
  expect(isFewEvents(key, values)).toBe(few);
});

describe('change of a measure', () => {
  const worse = days(40, (index) => day(10_000, index < 25 ? 6 + (index % 3) : 2 + (index % 2)));

  it('judges a cost per result by results per cost', () => {
    expect(changeOf(worse, 'cpa')).toMatchObject({ at: 25, tone: 'worse' });
    expect(changeOf([...worse].reverse(), 'cpa')).toMatchObject({ at: 15, tone: 'better' });
    expect(changeOf(worse, 'cvTotalFinal')).toMatchObject({ at: 25, tone: 'worse' });
  });

  it('knows no value without results', () => {
    const stopped = days(40, (index) => day(10_000, index < 25 ? 6 : 0));
    expect(changeOf(stopped, 'cpa')).toMatchObject({ at: 25, after: null, tone: 'worse' });
  });

  it('gives a neutral measure its way', () => {
    expect(
      changeOf(
        days(40, (index) => day(index < 20 ? 1000 : 3000, 1)),
        'adCost',
      ),
    ).toMatchObject({
      at: 20,
      before: 1000,
      after: 3000,
      tone: 'up',
    });
  });

  it('counts no days before the start, and judges no difference of sums', () => {
    expect(
      changeOf(
        days(40, (index) => (index < 20 ? day(0, 0) : day(1000, 3))),
        'cvTotalFinal',
      ),
    ).toBeNull();
    expect(changeOf(worse, 'profit')).toBeNull();
    expect(changeOf([], 'cpa')).toBeNull();
    expect(
      changeOf(
        days(40, () => day(0, 0)),
        'cpa',
      ),
    ).toBeNull();
  });
});
