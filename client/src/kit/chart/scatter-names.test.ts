import { namedPoints } from './scatter-names';

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
    expect([...namedPoints(points)]).toEqual(['top', 'beside', 'left of it', 'far below']);
  });

  it('are at most four', () => {
    expect(namedPoints(Array.from({ length: 9 }, (_, n) => ({ key: String(n), x: 5, y: n * 20 }))).size).toBe(4);
    expect(namedPoints([]).size).toBe(0);
  });
});
