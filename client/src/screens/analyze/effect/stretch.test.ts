import { stretchOf } from './stretch';

const shown = (months: readonly string[], more: { costWithoutCustomers?: number; currentMonth?: string } = {}) =>
  stretchOf({ costWithoutCustomers: 0, currentMonth: '202611', cohorts: months.map((acquisitionMonth) => ({ acquisitionMonth })), ...more });

describe('the stretch of days of acquisition months', () => {
  it('is none without any', () => expect(shown([])).toBeUndefined());

  it('goes from the first to the last, with sales up to now', () =>
    expect(shown(['202609', '202610'])).toEqual({ acquisition: { from: 20260901, to: 20261031 }, only: undefined, salesTo: 20261130, isWholeCost: true }));

  it('has sales of 24 months where the only month is older', () => expect(shown(['202401'])).toMatchObject({ only: 202401, salesTo: 20260131 }));

  it('has no sales of one stretch where some months are older than that', () => {
    expect(shown(['202410', '202411'])?.salesTo).toBeUndefined();
    expect(shown(['202411', '202412'])?.salesTo).toBe(20261130);
  });

  it('has no cost where ads without customers cost something, or a month acquired nobody', () => {
    expect(shown(['202609'], { costWithoutCustomers: 1 })?.isWholeCost).toBe(false);
    expect(shown(['202608', '202610'])?.isWholeCost).toBe(false);
  });
});
