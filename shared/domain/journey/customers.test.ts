import { seeded } from '../testing/random';
import { customerKey, deriveRepeats, pathVisitors } from './index';

const cv = (id: string, time: number, isLast = true, cvSettingId = 1) => ({ id, time, isLast, cvSettingId });

const history = (...conversions: ReturnType<typeof cv>[]): string =>
  deriveRepeats(conversions)
    .map(
      ({ conversion, previousLastTime }) =>
        `${conversion.id}/${conversion.cvSettingId}<${previousLastTime ?? '-'}`,
    )
    .join(' ');

describe('a repeat conversion has an earlier LAST conversion of its customer', () => {
  it.each([
    ['the first is not repeat', [cv('a', 1)], 'a/1<-'],
    ['each later one is repeat', [cv('a', 1), cv('b', 2), cv('c', 3)], 'a/1<- b/1<1 c/1<2'],
    ['MIDDLE ones make nobody repeat', [cv('a', 1, false), cv('b', 2)], 'a/1<- b/1<-'],
    ['but are repeat after a LAST one', [cv('a', 1), cv('b', 2, false), cv('c', 3)], 'a/1<- b/1<1 c/1<1'],
    ['at the same instant the lower id is earlier', [cv('b', 1), cv('a', 1)], 'a/1<- b/1<1'],
    ['then the lower cv_setting_id', [cv('a', 1, true, 2), cv('a', 1, true, 1)], 'a/1<- a/2<1'],
    ['ids compare bytewise', [cv('a', 1), cv('B', 1)], 'B/1<- a/1<1'],
  ])('%s', (_name, conversions, expected) => {
    expect(history(...conversions)).toBe(expected);
  });

  it('does not depend on the order of arrival', () => {
    const random = seeded(11);
    for (let round = 0; round < 50; round++) {
      const conversions = Array.from({ length: 8 }, (_, i) =>
        cv(`o${i}`, random.below(4), random.below(2) === 0, random.below(3)),
      );
      expect(history(...random.shuffle(conversions))).toBe(history(...conversions));
    }
  });
});

describe('customers', () => {
  it('are identified by the advertiser id if given, else by the browser', () => {
    expect(customerKey('v1', 'u1')).toBe('user:u1');
    expect(customerKey('v1', null)).toBe('visitor:v1');
    expect(customerKey('v1', '')).toBe('visitor:v1');
    expect(customerKey('u1', undefined)).not.toBe(customerKey('v9', 'u1'));
  });

  it('link every visitor that converted with the id at or before the conversion', () => {
    const sameUser = [
      { visitorId: 'phone', time: 5 },
      { visitorId: 'tablet', time: 10 },
      { visitorId: 'later', time: 11 },
    ];
    expect([...pathVisitors({ visitorId: 'pc', time: 10 }, sameUser)].sort()).toEqual([
      'pc',
      'phone',
      'tablet',
    ]);
  });
});
