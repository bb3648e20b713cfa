import { checkAlert, type AlertRule } from './alert-check';

const above: AlertRule = { is: 'above', threshold: 100 };
const below: AlertRule = { is: 'below', threshold: 100 };
const unusual: AlertRule = { is: 'unusual', kind: 'count' };
const EIGHT = [100, 100, 100, 100, 100, 100, 100, 100];

describe('an alert', () => {
  it.each<[string, number | null, number[], AlertRule, boolean | null]>([
    ['above its threshold', 100.01, [], above, true],
    ['at its threshold', 100, [], above, false],
    ['below its threshold', 99.99, [], below, true],
    ['at its threshold from above', 100, [], below, false],
    ['zero below its threshold', 0, [], below, true],
    ['a ratio with a zero denominator', null, EIGHT, below, null],
    ['a ratio with a zero denominator, by its usual range', null, EIGHT, unusual, null],
    ['within its usual range', 135, EIGHT, unusual, false],
    ['above its usual range', 136, EIGHT, unusual, true],
    ['below its usual range', 64, EIGHT, unusual, true],
    ['too few weekdays', 1, EIGHT.slice(4), unusual, null],
    ['five weekdays are enough', 1, EIGHT.slice(3), unusual, true],
    ['a sum within a tenth of its median times 3.5', 134, EIGHT, { is: 'unusual', kind: 'sum' }, false],
    ['one campaign among eight weeks', 100, [...EIGHT.slice(1), 5000], unusual, false],
  ])('%s: %s', (_what, value, earlier, rule, raised) => {
    expect(checkAlert(value, earlier, rule)?.raised ?? null).toBe(raised);
  });

  it('reports the bounds that it compares with', () => {
    expect(checkAlert(150, [], above)).toEqual({
      value: 150,
      low: null,
      high: 100,
      median: null,
      raised: true,
    });
    expect(checkAlert(150, [], below)).toEqual({
      value: 150,
      low: 100,
      high: null,
      median: null,
      raised: false,
    });
    expect(checkAlert(150, EIGHT, unusual)).toEqual({
      value: 150,
      low: 65,
      high: 135,
      median: 100,
      raised: true,
    });
  });
});
