import { axisText, valueAxis } from './plot-style';
import { scaleEnd } from './interval-plot';
import { axisTicks, barPath, dayAt, linePath } from './line-points';
import { lineEnd, meanPoint, scatterLines } from './scatter-lines';
import { shortenNames, pointsToName, roomForNames } from './names';

it.each([
  ['count', [0, 0.2, 0.4, 0.6, 0.8, 1], ['0', '0.2', '0.4', '0.6', '0.8', '1']],
  ['count', [0, 2000, 4000], ['0', '2,000', '4,000']],
  ['yen', [0, 0.25, 0.5], ['0円', '0.25円', '0.5円']],
  ['ratio', [0, 0.005, 0.01, 0.5], ['0%', '0.5%', '1%', '50%']],
  ['number', [0, 0.3, 1e-16], ['0', '0.3', '0']],
] as const)('labels each tick of a %s axis differently: %j', (unit, places, texts) => {
  expect(places.map((place) => axisText(place, unit))).toEqual(texts);
});

it.each([
  ['count', [0, 1]],
  ['yen', [0, 1]],
  ['number', [0, 0.5, 1]],
  ['ratio', [0, 0.5, 1]],
] as const)('draws on a %s axis the ticks %j out of 0, 0.5 and 1', (unit, marked) => {
  const { tickFilter = () => true } = valueAxis('light', unit);
  expect([0, 0.5, 1].filter(tickFilter)).toEqual(marked);
});

describe('scaleEnd', () => {
  it.each([
    [0.0123, 0.015],
    [0.02, 0.02],
    [0.0201, 0.03],
    [0.071, 0.08],
    [0.09, 0.1],
    [0.5, 0.5],
    [1, 1],
    [0, 1],
    [Number.NaN, 1],
  ])('rounds %d up to %d', (value, end) => expect(scaleEnd(value)).toBeCloseTo(end, 12));
});

describe('linePath', () => {
  it.each<[(number | null)[], string]>([
    [[], ''],
    [[5], 'M50 50h0'],
    [[0, 10], 'M0 100L100 0'],
    [[0, null, 10], 'M0 100h0M100 0h0'],
    [[0, 5, null, 10, 10], 'M0 100L25 50M75 0L100 0'],
  ])('draws %j', (values, path) => expect(linePath(values, 0, 10)).toBe(path));

  it('draws equal values along the bottom', () => expect(linePath([3, 3], 3, 3)).toBe('M0 100L100 100'));
});

it.each<[(number | null)[], boolean, string]>([
  [[2, 0, null, 4], false, 'M5 100V50H20V100ZM80 100V0H95V100Z'],
  [[2, 0, null, 4], true, 'M5 50H20M30 100H45M80 0H95'],
  [[], false, ''],
])('draws %j as bars, as ends: %s', (values, ends, path) => expect(barPath(values, 0, 4, ends)).toBe(path));

it.each([
  [0, 0, 0],
  [0.24, 0, 1],
  [0.26, 1, 1],
  [1, 3, 3],
])('finds the day at %d of four: %d in bars, %d on a line', (share, bars, line) => {
  expect([dayAt(share, 4, true), dayAt(share, 4)]).toEqual([bars, line]);
});

describe('lines of a scatter chart', () => {
  it.each([
    [1, { x: 100, y: 200 }, { x: 100, y: 100 }],
    [4, { x: 100, y: 200 }, { x: 50, y: 200 }],
  ])('leave the plot at ratio %d', (ratio, most, end) => expect(lineEnd(ratio, most)).toEqual(end));

  it('have their averages, and nothing without points', () => {
    const points = [
      { x: 0, y: 10 },
      { x: 10, y: 30 },
    ];
    expect(meanPoint(points)).toEqual({ x: 5, y: 20 });
    const options = {
      targetLines: [{ label: '100%', ratio: 1 }],
      quadrants: undefined,
      theme: 'light',
    } as const;
    expect(scatterLines({ ...options, points })).toHaveLength(1);
    expect(scatterLines({ ...options, points: [] })).toEqual([]);
  });
});

describe('axisTicks', () => {
  it.each<[(number | null)[], boolean, number[]]>([
    [[], false, [0, 1]],
    [[0, 0], true, [0, 1]],
    [[1, 2], true, [0, 1, 2]],
    [[0.02, null], false, [0, 0.005, 0.01, 0.015, 0.02]],
    [[90, 130], true, [0, 50, 100, 150]],
    [[-40, 60], false, [-50, -25, 0, 25, 50, 75]],
  ])('returns round ticks for %j', (values, whole, places) => {
    const ticks = axisTicks(values, whole);
    expect(ticks).toHaveLength(places.length);
    ticks.forEach((place, index) => expect(place).toBeCloseTo(places[index]!, 9));
  });
});

const shortened = (names: readonly string[], longest: number): string[] =>
  names.map(shortenNames(names, longest));

describe('shortNames', () => {
  it('leaves names that fit unchanged', () => {
    expect(shortened(['広告A', '広告B'], 8)).toEqual(['広告A', '広告B']);
  });

  it('cuts the end', () => {
    expect(
      shortened(['リスティング 一般（ハーブティー 通販）', 'リスティング 一般（ノンカフェイン）'], 12),
    ).toEqual(['リスティング 一般（ハ…', 'リスティング 一般（ノ…']);
  });

  it('keeps the differing part of names with the same beginning and end', () => {
    const [one = '', other = ''] = shortened(
      ['SNS広告 プロスペクティング A 動画 2024年', 'SNS広告 プロスペクティング B 動画 2024年'],
      12,
    );
    expect([one, other]).toEqual(['SNS…A 動画 20…', 'SNS…B 動画 20…']);
  });
});

describe('names of scatter points', () => {
  it('names the points farthest out whose name covers no other point', () => {
    const points = [
      { key: 'top', x: 20, y: 100 },
      { key: 'covered', x: 30, y: 80 },
      { key: 'beside', x: 45, y: 78 },
      { key: 'right', x: 100, y: 60 },
      { key: 'left of it', x: 70, y: 58 },
      { key: 'far below', x: 30, y: 20 },
    ];
    expect([...pointsToName(points, 0.42)]).toEqual(['left of it', 'beside', 'top', 'far below']);
  });

  it('overlaps no other name', () => {
    const points = [
      { key: 'left', x: 30, y: 100 },
      { key: 'right', x: 100, y: 98 },
    ];
    expect([...pointsToName(points, 0.55)]).toEqual(['right']);
    expect([...pointsToName(points, 0.3)]).toEqual(['right', 'left']);
  });

  it('limits a name to half of the chart', () => {
    expect(roomForNames(1000).glyphs).toBe(16);
    expect(roomForNames(480).glyphs).toBe(11);
    expect(roomForNames(300).glyphs).toBe(7);
  });

  it('names at most six points', () => {
    expect(
      pointsToName(
        Array.from({ length: 9 }, (_, n) => ({ key: String(n), x: 5, y: n * 20 })),
        0.42,
      ).size,
    ).toBe(6);
    expect(pointsToName([], 0.42).size).toBe(0);
  });
});
