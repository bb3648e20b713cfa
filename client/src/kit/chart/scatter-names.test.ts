import { namedPoints, nameRoom } from './scatter-names';

describe('the names of points', () => {
  it('are those of the highest, as far as they stand over no other point', () => {
    const points = [
      { key: 'top', x: 20, y: 100 },
      { key: 'covered', x: 30, y: 80 },
      { key: 'beside', x: 45, y: 78 },
      { key: 'right', x: 100, y: 60 },
      { key: 'left of it', x: 70, y: 58 },
      { key: 'far below', x: 30, y: 20 },
    ];
    expect([...namedPoints(points, 0.42)]).toEqual(['top', 'beside', 'left of it', 'far below']);
  });

  it('stand over no other name', () => {
    const points = [
      { key: 'left', x: 30, y: 100 },
      { key: 'right', x: 100, y: 98 },
    ];
    expect([...namedPoints(points, 0.55)]).toEqual(['left']);
    expect([...namedPoints(points, 0.3)]).toEqual(['left', 'right']);
  });

  it('are as long as half of the chart', () => {
    expect(nameRoom(1000).glyphs).toBe(16);
    expect(nameRoom(480).glyphs).toBe(11);
    expect(nameRoom(300).glyphs).toBe(7);
  });

  it('are at most four', () => {
    expect(
      namedPoints(
        Array.from({ length: 9 }, (_, n) => ({ key: String(n), x: 5, y: n * 20 })),
        0.42,
      ).size,
    ).toBe(4);
    expect(namedPoints([], 0.42).size).toBe(0);
  });
});
