import dayjs from 'dayjs';
import { execFileSync } from 'node:child_process';
import * as calendar from '../../../shared/domain/calendar';
import {
  dayOfPanel,
  dayText,
  formatDateTime,
  formatDay,
  formatMonth,
  formatWeekday,
  panelDate,
  panelLocale,
  parseDay,
  tokyoToday,
  untilTomorrow,
} from './tokyo-date';

const HOUR = 3_600_000;

describe('Tokyo dates with dayjs', () => {
  it('match the calendar rules, hour by hour', () => {
    for (let instant = Date.UTC(2026, 0, 1); instant < Date.UTC(2027, 0, 1); instant += HOUR - 1) {
      const time = new Date(instant).toISOString();
      expect(formatDateTime(time)).toBe(calendar.formatDateTime(instant));
      expect(tokyoToday(instant)).toBe(calendar.dayOf(instant));
      expect(instant + untilTomorrow(instant)).toBe(
        calendar.startOfDay(calendar.addDays(calendar.dayOf(instant), 1)),
      );
    }
  });

  it('are the same in a browser with daylight saving time', () => {
    // Next to the hour that New York skips.
    const script =
      "const { formatDateTime } = require('./client/src/kit/tokyo-date.ts'); console.log(new Date(2026, 6, 1).getTimezoneOffset(), formatDateTime('2026-03-07T17:02:00Z'))";
    const output = execFileSync(process.execPath, ['--import', 'tsx', '-e', script], {
      env: { ...process.env, TZ: 'America/New_York' },
      encoding: 'utf8',
    });
    expect(output.trim()).toBe('240 2026/03/08 02:02:00');
  });

  it('survive a round trip, day by day', () => {
    for (let day = 20231230; day < 20270101; day = calendar.addDays(day, 1)) {
      expect(formatDay(day)).toBe(calendar.formatDay(day));
      expect(dayOfPanel(panelDate(day))).toBe(day);
      expect(parseDay(formatDay(day))).toBe(day);
      expect(parseDay(dayText(day))).toBe(day);
    }
  });

  it.each([
    '2026/11/22',
    '2026-11-22',
    ' 2026/11/22 ',
    '2026/11-22',
    '2026/2/3',
    '2026/02/29',
    '2024/02/29',
    '2026/13/01',
    '0999/01/01',
    '1000/01/01',
    '9999/12/31',
    '20261122',
    '2026/11/22 10:00',
    'x',
    '',
  ])('parses %j as the rules do', (text) => {
    expect(parseDay(text)).toBe(calendar.parseDay(text));
  });

  it('are read in full-width digits', () => {
    expect(parseDay('２０２６／１１／２２')).toBe(20261122);
  });

  it('have names in each language', () => {
    expect([formatMonth(202611, 'ja'), formatMonth(202611, 'en'), formatMonth(202611, 'zh-CN')]).toEqual([
      '2026年11月',
      'November 2026',
      '2026年11月',
    ]);
    expect([
      formatWeekday(20261122, 'ja'),
      formatWeekday(20261122, 'en'),
      formatWeekday(20261122, 'zh-CN'),
    ]).toEqual(['日', 'Sun', '周日']);
  });

  it.each([
    ['ja', 0, 20261122],
    ['ja', 1, 20261116],
    ['zh-CN', 0, 20261122],
    ['en', 1, 20261116],
  ] as const)('start weeks in %s with %i, as the product does', (language, weekStart, first) => {
    expect(dayOfPanel(panelDate(20261122).locale(panelLocale(language, weekStart)).startOf('week'))).toBe(
      first,
    );
    expect(dayjs.locale()).toBe('en');
  });
});
