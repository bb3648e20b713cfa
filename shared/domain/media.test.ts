import {
  guessMapping,
  isNegativeMediaNumber,
  isTotalRow,
  missingFields,
  parseMediaDay,
  parseMediaNumber,
} from './media';

describe('values that media write', () => {
  it.each([
    ['2026/11/01', 20261101],
    ['2026/11/1', 20261101],
    ['2026-11-01', 20261101],
    ['20261101', 20261101],
    ['2026年11月1日', 20261101],
    ['２０２６／１１／０１', 20261101],
    ['2026/11/01 0:00', 20261101],
    ['2026-11-01 00:00:00', 20261101],
    [' 2026.11.01 ', 20261101],
    ['2026/02/30', null],
    ['2026/13/01', null],
    ['11/01/2026', null],
    ['2026/11', null],
    ['', null],
    ['合計', null],
    ['2026-11-01T12:00:00', null],
  ])('as a day: %s is %p', (text, day) => expect(parseMediaDay(text)).toBe(day));

  it.each([
    ['1234', 1234],
    ['1,234', 1234],
    ['1,234,567.5', 1_234_567.5],
    ['¥1,234', 1234],
    ['￥1,234', 1234],
    ['\\1,234', 1234],
    ['1,234円', 1234],
    ['１，２３４', 1234],
    ['0', 0],
    ['', 0],
    ['-', 0],
    ['--', 0],
    ['－', 0],
    ['-5', null],
    ['12,34', null],
    ['1e3', null],
    ['1.234,5', null],
    ['abc', null],
    ['5%', null],
    ['0x10', null],
    ['NaN', null],
  ])('as a number: %s is %p', (text, value) => expect(parseMediaNumber(text)).toBe(value));

  it.each([
    ['-5', true],
    ['-1,234.5', true],
    ['－５００', true],
    ['▲500', true],
    ['¥-500', true],
    ['-¥500', true],
    ['-500円', true],
    ['5', false],
    ['-', false],
    ['--', false],
    ['', false],
    ['abc', false],
    ['-abc', false],
    ['5-5', false],
  ])('as a negative number: %s is %p', (text, negative) =>
    expect(isNegativeMediaNumber(text)).toBe(negative),
  );

  it.each([
    [['合計', '', '100'], '合計', true],
    [['総計 - アカウント', '100'], '総計 - アカウント', true],
    [['', 'Total', '9'], '', true],
    [['2026/11/01', '合計広告', '9'], '2026/11/01', false],
    [['', 'x'], '', false],
  ])('as a row of totals: %j', (cells, day, total) => expect(isTotalRow(cells, day)).toBe(total));
});

describe('columns of exports', () => {
  it.each([
    [
      ['日付', '広告名', '費用', '表示回数', 'クリック数'],
      {
        day: '日付',
        ad: '広告名',
        adBy: 'name',
        cost: '費用',
        impressions: '表示回数',
        clicks: 'クリック数',
      },
    ],
    [
      ['日', 'キャンペーン', 'コスト', 'インプレッション数', 'クリック数'],
      {
        day: '日',
        ad: 'キャンペーン',
        adBy: 'name',
        cost: 'コスト',
        impressions: 'インプレッション数',
        clicks: 'クリック数',
      },
    ],
    [
      ['レポート開始日', '広告の名前', '消化金額 (JPY)', 'インプレッション', 'リンクのクリック'],
      {
        day: 'レポート開始日',
        ad: null,
        adBy: 'name',
        cost: '消化金額 (JPY)',
        impressions: 'インプレッション',
        clicks: 'リンクのクリック',
      },
    ],
    [
      ['ad_id', 'Date', 'Amount spent', 'ad_name'],
      { day: 'Date', ad: 'ad_id', adBy: 'id', cost: 'Amount spent', impressions: null, clicks: null },
    ],
  ])('%j are guessed', (columns, mapping) => expect(guessMapping(columns)).toEqual(mapping));

  it('report missing fields', () =>
    expect(missingFields(guessMapping(['日付', 'x']))).toEqual(['ad', 'cost']));
});
