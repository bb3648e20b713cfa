import { lastDue, nextDue, type Schedule } from './schedule';

const at = (text: string): number => Date.parse(`${text}+09:00`);
const format = (instant: number): string => new Date(instant + 9 * 3_600_000).toISOString().slice(0, 16);

const daily: Schedule = { every: 'day', hour: 9 };
const monday: Schedule = { every: 'week', weekday: 1, hour: 8 };
const last: Schedule = { every: 'month', dayOfMonth: 31, hour: 0 };

describe('the next due time of a schedule', () => {
  it.each([
    [daily, '2026-11-22T08:59:59', '2026-11-22T09:00'],
    [daily, '2026-11-22T09:00:00', '2026-11-23T09:00'],
    [{ every: 'day', hour: 0 }, '2026-12-31T23:59:59', '2027-01-01T00:00'],
    [{ every: 'day', hour: 23 }, '2026-11-22T00:00:00', '2026-11-22T23:00'],
    [monday, '2026-11-22T12:00:00', '2026-11-23T08:00'],
    [monday, '2026-11-23T08:00:00', '2026-11-30T08:00'],
    [{ ...monday, weekday: 0 }, '2026-11-22T07:00:00', '2026-11-22T08:00'],
    [last, '2026-11-22T00:00:00', '2026-11-30T00:00'],
    [last, '2026-11-30T00:00:00', '2026-12-31T00:00'],
    [last, '2027-01-31T00:00:00', '2027-02-28T00:00'],
    [last, '2028-01-31T00:00:00', '2028-02-29T00:00'],
    [{ every: 'month', dayOfMonth: 1, hour: 9 }, '2026-12-01T09:00:00', '2027-01-01T09:00'],
  ] as [Schedule, string, string][])('%j after %s is %s', (schedule, after, due) => {
    expect(format(nextDue(schedule, at(after)))).toBe(due);
  });

  it('continues indefinitely, never backwards', () => {
    for (const schedule of [daily, monday, last]) {
      let now = at('2026-01-01T00:00:00');
      for (let n = 0; n < 100; n += 1) {
        const due = nextDue(schedule, now);
        expect(due).toBeGreaterThan(now);
        now = due;
      }
    }
  });
});

it.each([
  [daily, '2026-11-20T09:00:00', '2026-11-20T09:00:00', '2026-11-20T09:00'],
  [daily, '2026-11-20T09:00:00', '2026-11-22T08:59:59', '2026-11-21T09:00'],
  [daily, '2026-11-20T09:00:00', '2026-11-22T09:00:00', '2026-11-22T09:00'],
  [monday, '2026-11-02T08:00:00', '2026-11-22T12:00:00', '2026-11-16T08:00'],
  [last, '2026-11-30T00:00:00', '2027-03-01T00:00:00', '2027-02-28T00:00'],
] as [Schedule, string, string, string][])(
  'of all times of %j from %s to %s the last is %s',
  (schedule, known, upTo, due) => {
    expect(format(lastDue(schedule, at(known), at(upTo)))).toBe(due);
  },
);
