import { heatOf, heatTop } from './heat-scale';

const cells = (...values: (number | null)[]) => values.map((value) => ({ value, forecast: false }));

describe('colours of a heat map', () => {
  it('grow with the value up to the top value', () => {
    const [low, high, top, over] = [1, 5, 10, 1000].map((value) => heatOf(value, 10));
    expect(low).toBeLessThan(high!);
    expect(high).toBeLessThan(top!);
    expect(over).toBe(top);
  });

  it('are absent for empty and non-positive values', () => {
    for (const value of [null, 0, -1]) expect(heatOf(value, 10)).toBe(0);
    expect(heatOf(5, null)).toBe(0);
    expect(heatTop([cells(null, 0), []], 0)).toBeNull();
  });

  it('ignore outliers and columns outside the scale', () => {
    const many = Array.from({ length: 99 }, () => cells(500, 10));
    expect(heatTop([...many, cells(500, 9999)], 1)).toBe(10);
    expect(heatTop([cells(500, 10)], 0)).toBe(500);
  });
});
