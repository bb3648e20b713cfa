import { addDays, dayOf } from '../calendar';
import { firstCheckedDay, firstDayAfterSave, nextCheck } from './alert-timing';

const at = (time: string): number => Date.parse(`2026-03-18T${time}:00+09:00`);
const TODAY = dayOf(at('00:00'));
const YESTERDAY = addDays(TODAY, -1);
const alert = { measure: 'cpa', rule: 1, threshold: 100, scope: 1, adId: null, hour: 9, status: true };

describe('the start of an alert', () => {
  it.each([
    ['08:59', YESTERDAY],
    ['09:00', TODAY],
    ['12:00', TODAY],
  ] as const)('at %s is at the next occurrence of its hour', (time, day) =>
    expect(firstCheckedDay(9, at(time))).toBe(day),
  );

  it.each(['measure', 'rule', 'threshold', 'scope', 'adId', 'hour', 'status'] as const)(
    'moves after a change of %s',
    (name) =>
      expect(
        firstDayAfterSave(
          { ...alert, fromDay: 5 },
          { ...alert, [name]: name === 'hour' ? 10 : 7 },
          at('12:00'),
        ),
      ).toBe(TODAY),
  );

  it('stays after any other change', () =>
    expect([
      firstDayAfterSave({ ...alert, fromDay: 5 }, alert, at('12:00')),
      firstDayAfterSave({ ...alert, fromDay: null }, alert, at('12:00')),
      firstDayAfterSave(null, alert, at('12:00')),
    ]).toEqual([5, null, TODAY]));

  it.each([
    [{ fromDay: null, judgedDay: null }, YESTERDAY, at('09:00')],
    [{ fromDay: null, judgedDay: YESTERDAY }, TODAY, at('09:00') + 86_400_000],
    [{ fromDay: TODAY, judgedDay: null }, TODAY, at('09:00') + 86_400_000],
    [{ fromDay: 5, judgedDay: 6 }, YESTERDAY, at('09:00')],
  ])('decides its next check: %j', (known, day, time) =>
    expect(nextCheck({ hour: 9, ...known }, at('12:00'))).toEqual({ day, at: new Date(time) }),
  );
});
