import { pointsToName, roomForNames } from './scatter-names';

describe('names of scatter points', () => {
  it('names the highest points whose name covers no other point', () => {
    const points = [
      { key: 'top', x: 20, y: 100 },
      { key: 'covered', x: 30, y: 80 },
      { key: 'beside', x: 45, y: 78 },
      { key: 'right', x: 100, y: 60 },
      { key: 'left of it', x: 70, y: 58 },
      { key: 'far below', x: 30, y: 20 },
    ];
    expect([...pointsToName(points, 0.42)]).toEqual(['top', 'beside', 'left of it', 'far below']);
  });

  it('overlaps no other name', () => {
    const points = [
      { key: 'left', x: 30, y: 100 },
      { key: 'right', x: 100, y: 98 },
    ];
    expect([...pointsToName(points, 0.55)]).toEqual(['left']);
    expect([...pointsToName(points, 0.3)]).toEqual(['left', 'right']);
  });

  it('limits a name to half of the chart', () => {
    expect(roomForNames(1000).glyphs).toBe(16);
    expect(roomForNames(480).glyphs).toBe(11);
    expect(roomForNames(300).glyphs).toBe(7);
  });

  it('names at most four points', () => {
    expect(
      pointsToName(
        Array.from({ length: 9 }, (_, n) => ({ key: String(n), x: 5, y: n * 20 })),
        0.42,
      ).size,
    ).toBe(4);
    expect(pointsToName([], 0.42).size).toBe(0);
  });
});
