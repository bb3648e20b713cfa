import {
  currencyOf,
  currencyOfHeader,
  foreignAmount,
  isEmptyCell,
  isNegativeCell,
  isTotalCell,
  lacksYear,
  parseCellDay,
  parseCellNumber,
  parseCellPeriod,
  periodInTitle,
} from './table-cells';

const november = { from: 20261101, to: 20261126 };
const one = { from: 20261120, to: 20261120 };

it.each([
  ['2026/11/01', 20261101],
  ['2026/11/1', 20261101],
  ['2026-11-1', 20261101],
  ['20261101', 20261101],
  ['2026年11月1日', 20261101],
  ['２０２６／１１／０１', 20261101],
  ['2026/11/01 0:00', 20261101],
  ['2026-11-01 00:00:00', 20261101],
  ['2026-11-01T00:00:00+09:00', 20261101],
  [' 2026.11.01 ', 20261101],
  ['2026/11/01(日)', 20261101],
  ['2026年11月1日 日曜日', 20261101],
  ['Nov 1, 2026', 20261101],
  ['1 November 2026', 20261101],
  ['2026/02/30', null],
  ['2026/13/01', null],
  ['11/01/2026', null],
  ['2026/11', null],
  ['Foo 1, 2026', null],
  ['11/1', null],
  ['', null],
  ['合計', null],
  ['2026-11-01T12:00:00', null],
])('reads the day %s as %p', (text, day) => expect(parseCellDay(text)).toBe(day));

it.each([
  ['11/1', 20251101],
  ['11月1日', 20251101],
  ['１１月１日(土)', 20251101],
  ['2026/11/1', 20261101],
  ['13/1', null],
  ['2/29', null],
])('reads the day %s of 2025 as %p', (text, day) => expect(parseCellDay(text, 2025)).toBe(day));

it.each([
  ['11/1', true],
  ['11月1日', true],
  ['2/29', true],
  ['11/1～11/26', true],
  ['2026/11/1', false],
  ['13/1', false],
  ['', false],
])('says whether %s lacks a year: %p', (text, lacks) => expect(lacksYear(text)).toBe(lacks));

it.each([
  ['2026/11/01～2026/11/26', november],
  ['2026-11-01 - 2026-11-26', november],
  ['2026年11月1日〜11月26日', november],
  ['Nov 1, 2026 to Nov 26, 2026', november],
  ['20261101-20261126', november],
  ['2026-11-20', one],
  ['2026/11/26～2026/11/01', null],
  ['x', null],
])('reads the period %s as %j', (text, period) => expect(parseCellPeriod(text)).toEqual(period));

it.each([
  [['2026年11月1日～2026年11月26日'], november],
  [['キャンペーン レポート（2026/11/01-2026/11/26）', '', ''], november],
  [['期間：2026/11/20'], one],
  [['期間', '2026/11/01', '2026/11/26'], november],
  [['2026年11月20日'], one],
  [['作成日: 2026/11/20'], null],
  [['電話 03-1234-5678'], null],
])('finds the period of the title %j: %j', (cells, period) => expect(periodInTitle(cells)).toEqual(period));

it.each([
  ['1234', 1234],
  ['1,234', 1234],
  ['1,234,567.5', 1_234_567.5],
  ['¥1,234', 1234],
  ['￥1,234', 1234],
  ['JP¥1,234', 1234],
  ['\\1,234', 1234],
  ['1,234円', 1234],
  ['1,234.00 JPY', 1234],
  ['１，２３４', 1234],
  ['0', 0],
  ['', null],
  ['-', null],
  ['-5', null],
  ['12,34', null],
  ['1e3', null],
  ['1.234,5', null],
  ['abc', null],
  ['5%', null],
  ['0x10', null],
  ['NaN', null],
  ['$5', null],
])('reads the number %s as %p', (text, value) => expect(parseCellNumber(text)).toBe(value));

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
  ['', false],
  ['-abc', false],
  ['5-5', false],
])('says whether %s is negative: %p', (text, negative) => expect(isNegativeCell(text)).toBe(negative));

it.each([
  ['', true],
  [' --', true],
  ['－', true],
  ['ー', true],
  ['0', false],
  ['a-', false],
])('says whether %s is empty: %p', (text, empty) => expect(isEmptyCell(text)).toBe(empty));

it.each([
  ['合計', true],
  ['総計 - アカウント', true],
  ['合計: キャンペーン', true],
  ['合計：キャンペーン', true],
  ['Total: Account', true],
  ['小計', true],
  ['Grand Total', true],
  ['合計広告', false],
  ['Totally', false],
  ['', false],
])('says whether %s is a total: %p', (text, total) => expect(isTotalCell(text)).toBe(total));

it.each([
  ['消化金額 (USD)', 'USD'],
  ['費用（ドル）', 'USD'],
  ['Amount spent ($)', 'USD'],
  ['Cost EUR', 'EUR'],
  ['Amount spent (JPY)', 'JPY'],
  ['費用（円）', 'JPY'],
  ['費用（税抜）', null],
  ['クリック (ALL)', null],
  ['CPM', null],
  ['費用', null],
])('reads the currency of the column %s: %p', (name, code) => expect(currencyOfHeader(name)).toBe(code));

it.each([
  ['$1.50', 'USD', '1.50'],
  ['US$1,200', 'USD', '1,200'],
  ['1.50 USD', 'USD', '1.50'],
  ['€5', 'EUR', '5'],
  ['5ドル', 'USD', '5'],
])('reads %s as %s %s', (text, currency, amount) =>
  expect(foreignAmount(text)).toEqual({ currency, amount }),
);

it.each(['¥5', '5円', 'JPY 5', '5', 'abc', ''])('reads no foreign amount in %s', (text) =>
  expect(foreignAmount(text)).toBeNull(),
);

it.each([
  ['usd', 'USD'],
  ['日本円', 'JPY'],
  ['人民元', 'CNY'],
  ['yen', 'JPY'],
  ['', null],
  ['件', null],
])('reads the currency %s: %p', (text, code) => expect(currencyOf(text)).toBe(code));
