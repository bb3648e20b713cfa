import { TextDecoder } from 'node:util';
import {
  formatChange,
  durationWords,
  formatDateTime,
  formatDuration,
  formatMeasure,
  formatMonth,
  formatNumber,
  formatPercent,
  formatEnteredYen,
  formatYen,
  roundHalfAway,
  roundParts,
  multipleAffixes,
} from '.';
import { createMatcher } from './text';
import { isWorkbook } from './csv';

// rule: limits-21
describe('rounding is half away from zero', () => {
  it.each([
    [0.5, 0, 1],
    [-0.5, 0, -1],
    [2.5, 0, 3],
    [-2.5, 0, -3],
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [1.004999, 2, 1],
    [8.345, 2, 8.35],
    [1e-7, 2, 0],
    [1.5e-7, 7, 2e-7],
    [123456789012.345, 2, 123456789012.35],
    [-0.4, 0, 0],
  ])('%d to %i decimals is %d', (value, decimals, expected) => {
    expect(roundHalfAway(value, decimals)).toBe(expected);
  });
});

describe('displayed parts add up to the displayed whole', () => {
  it.each([
    [[1 / 3, 1 / 3, 1 / 3], 2, [0.34, 0.33, 0.33]],
    [[33.3333, 33.3333, 33.3334], 0, [33, 33, 34]],
    [[0.5, 0.5], 0, [1, 0]],
    [[-1.5, 2.5], 0, [-1, 2]],
    [[], 2, []],
  ])('%j to %i decimals', (parts, decimals, expected) => {
    expect(roundParts(parts, decimals)).toEqual(expected);
  });
});

describe('numbers', () => {
  it.each([
    [1234, '1,234'],
    [-1234567, '-1,234,567'],
    [999, '999'],
    [0, '-'],
    [null, '-'],
    [undefined, '-'],
    [NaN, '-'],
    [0.4, '0'],
    [-0.4, '0'],
    [1_000_000_000_000, '1,000,000,000,000'],
  ])('%p is %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  // rule: states-10
  it('show decimals and zero on request', () => {
    expect(formatNumber(1234.5, { decimals: 2 })).toBe('1,234.50');
    expect(formatNumber(0, { showZero: true })).toBe('0');
    expect(formatNumber(null, { showZero: true })).toBe('-');
  });

  it.each([
    [0.1234, '12.34%'],
    [0.12345, '12.35%'],
    [12.3, '1,230.00%'],
    [-0.005, '-0.50%'],
    [0, '-'],
    [null, '-'],
    // rule: limits-22
  ])('the ratio %p is %s', (value, text) => {
    expect(formatPercent(value)).toBe(text);
  });

  it.each([
    [1234, '1,234円'],
    [1234.5, '1,235円'],
    [-98.5, '-99円'],
    [0, '-'],
  ])('%p yen is %s', (value, text) => {
    expect(formatYen(value)).toBe(text);
  });
});

describe('yen amounts entered by users', () => {
  it.each([
    [1234, '1,234円'],
    [12.5, '12.5円'],
    [-0.25, '-0.25円'],
    [1_000_000_000_000.01, '1,000,000,000,000.01円'],
    [0.1 + 0.2, '0.3円'],
    [0, '-'],
    [null, '-'],
  ])('%p is shown as %s', (value, text) => {
    expect(formatEnteredYen(value)).toBe(text);
  });
});

describe('a change', () => {
  it.each([
    [112.3, 100, 'count', '+12.3%'],
    [96, 100, 'yen', '-4.0%'],
    [100.01, 100, 'number', '0.0%'],
    [0, 40, 'count', '-100.0%'],
    [1100, 100, 'yen', '+1,000.0%'],
    [1240, 100, 'yen', '12倍'],
    [50_000, 3, 'count', '16,667倍'],
    [0.0671, 0.0619, 'ratio', '+0.52pt'],
    [2.8214, 3.1771, 'ratio', '-35.6pt'],
    [1.643, -0.2171, 'ratio', '+186.0pt'],
    [0.06191, 0.06189, 'ratio', '0.00pt'],
    [11_555, -1947, 'yen', '+13,502円'],
    [-3000, -1000, 'yen', '-2,000円'],
  ] as const)('%d after %d %s is %s', (current, previous, unit, text) => {
    expect(formatChange(current, previous, unit)?.text).toBe(text);
  });

  it('is null if there is nothing to compare', () => {
    expect(formatChange(5, 0, 'count')).toBeNull();
    expect(formatChange(5, null, 'count')).toBeNull();
    expect(formatChange(null, 5, 'ratio')).toBeNull();
  });

  it('goes up, down, or is flat after rounding', () => {
    expect(
      [formatChange(6, 5, 'count'), formatChange(4, 5, 'count'), formatChange(100_001, 100_000, 'count')].map(
        (change) => change?.way,
      ),
    ).toEqual(['up', 'down', 'flat']);
  });

  it('formats multiples by language', () => {
    expect(formatChange(1240, 100, 'count', { times: multipleAffixes.en })?.text).toBe('×12');
  });
});

// rule: limits-20
describe('a duration', () => {
  it.each([
    [90_061, '1日1時間'],
    [86_401, '1日0時間'],
    [86_400, '24時間0分'],
    [3_601, '1時間0分'],
    [3_600, '60分0秒'],
    [61, '1分1秒'],
    [60, '60秒'],
    [1.5, '2秒'],
    [0, '-'],
    [null, '-'],
  ])('of %p s is %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  it('is available in three languages', () => {
    expect(formatDuration(90_061, durationWords.en)).toBe('1d 1h');
    expect(formatDuration(7_265, durationWords['zh-CN'])).toBe('2小时1分');
  });
});

it('a measure is formatted by its unit', () => {
  expect(formatMeasure(1234, 'count')).toBe('1,234');
  expect(formatMeasure(1234.567, 'number')).toBe('1,234.57');
  expect(formatMeasure(0.5, 'ratio')).toBe('50.00%');
  expect(formatMeasure(1234, 'yen')).toBe('1,234円');
  expect(formatMeasure(1234, 'yen', { unitInHeader: true })).toBe('1,234');
  expect(formatMeasure(61, 'seconds')).toBe('1分1秒');
});

it('dates are Tokyo dates', () => {
  expect(formatDateTime(Date.parse('2025-05-30T09:14:00Z'))).toBe('2025/05/30 18:14:00');
  expect(formatMonth(202601)).toBe('2026/01');
});

describe('a search', () => {
  it.each([
    ['ＳＮＳ', 'sns広告', true],
    ['sns', 'ＳＮＳ広告', true],
    ['ﾒｰﾙ', 'メールマガジン', true],
    ['メール', 'ﾒｰﾙﾏｶﾞｼﾞﾝ', true],
    ['ハーブ 定期', '定期ハーブ', true],
    ['ハーブ\u3000定期', '定期ハーブ', true],
    ['ハーブ 定期', '定期だけ', false],
    ['ÉTÉ', 'été', true],
    ['はは', 'ぱぱ', false],
    ['ハハ', 'ﾊﾟﾊﾟ', false],
    ['ハ', 'は', false],
    ['  ', 'anything', true],
    ['50%', '定期50%', true],
  ])('for %p in %p: %p', (typed, text, expected) => {
    expect(createMatcher(typed)(text)).toBe(expected);
  });
});

describe('a workbook', () => {
  it.each([[[0x50, 0x4b, 0x03, 0x04]], [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]]])(
    'is recognised by its first bytes in any text encoding: %j',
    (bytes) => {
      for (const encoding of ['utf-8', 'shift_jis', 'latin1'])
        expect(isWorkbook(new TextDecoder(encoding).decode(new Uint8Array(bytes)))).toBe(true);
    },
  );

  it.each(['', 'id,承認状況', 'PK,name', '\uFFFDPNG'])('is not recognised in other texts: %j', (text) =>
    expect(isWorkbook(text)).toBe(false),
  );
});
