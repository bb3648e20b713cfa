import { isTimeZone, usualRule } from './media-rule';

describe('the rule of a source', () => {
  it.each([
    ['Google広告', 30],
    ['Ｍｅｔａ広告', 7],
    ['Facebook / Instagram', 7],
    ['TikTok Ads', 7],
    ['Yahoo!広告 検索', 30],
  ])('of %s starts with a window of %d days', (name, days) => {
    expect(usualRule(name)).toMatchObject({ clickWindowDays: days, cvDayBasis: 1, timeZone: 'Asia/Tokyo' });
  });

  it.each([
    ['Asia/Tokyo', true],
    ['UTC', true],
    ['America/New_York', true],
    ['+09:00', false],
    ['Tokyo', false],
    ['', false],
    ['Asia/Tokyo; x', false],
  ])('accepts the time zone %j: %s', (name, isKnown) => expect(isTimeZone(name)).toBe(isKnown));
});
