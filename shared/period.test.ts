import { queryForDay } from './period';

const contextOf = (today: number) => ({ today, weekStart: 1 as const });
const SAVED = 'product_id=1&date_from=2026-01-01&date_to=2026-01-30&columns=ad,cpa';
const days = (report: string, address: string, today: number, question = SAVED) => {
  const moved = queryForDay(
    report,
    new URLSearchParams(address),
    new URLSearchParams(question),
    contextOf(today),
  );
  return ['date_from', 'date_to', 'compare_from', 'compare_to']
    .map((name) => moved.get(name))
    .filter(Boolean)
    .join(' ');
};

describe('the query of a saved report', () => {
  it.each([
    ['ad_summaries', 'period=d30', 20261122, '2026-10-23 2026-11-21'],
    ['ad_summaries', 'period=d7&axis=asp', 20261122, '2026-11-15 2026-11-21'],
    ['ad_summaries', 'period=thisMonth', 20261101, '2026-11-01 2026-11-01'],
    ['ad_summaries', 'period=lastMonth', 20261122, '2026-10-01 2026-10-31'],
    ['ad_summaries', 'period=yesterday', 20261122, '2026-11-21 2026-11-21'],
    ['ad_summaries', 'period=lastWeek', 20261122, '2026-11-09 2026-11-15'],
    ['ad_summaries', 'period=d14', 20261122, '2026-11-08 2026-11-21'],
    ['ad_summaries', 'period=thisQuarter', 20261122, '2026-10-01 2026-11-21'],
    ['ad_summaries', 'period=thisYear', 20261122, '2026-01-01 2026-11-21'],
    ['ad_summaries', 'from=2026-01-05&to=2026-01-06', 20261122, '2026-01-05 2026-01-06'],
    ['ad_summaries', '', 20261122, '2026-01-01 2026-01-30'],
    ['transitions', 'acquired=24', 20261122, '2024-11-01 2026-11-22'],
    ['transitions', '', 20261122, '2025-11-01 2026-11-22'],
  ])('of %s at %s on %i covers %s', (report, address, today, expected) => {
    expect(days(report, address, today)).toBe(expected);
  });

  it('also moves its comparison days, if it has any', () => {
    const compared = `${SAVED}&compare_from=2025-12-02&compare_to=2025-12-31`;
    expect(days('ad_summaries', 'period=d7', 20261122, compared)).toBe(
      '2026-11-15 2026-11-21 2026-11-08 2026-11-14',
    );
    expect(days('ad_summaries', 'period=lastMonth&compare=last_year', 20261122, compared)).toBe(
      '2026-10-01 2026-10-31 2025-10-01 2025-10-31',
    );
    expect(days('ad_summaries', 'period=d7&compare=2026-01-01_2026-01-07', 20261122, compared)).toBe(
      '2026-11-15 2026-11-21 2026-01-01 2026-01-07',
    );
  });

  it('drops the comparison on days when its screen has none', () => {
    const compared = `${SAVED}&compare_from=2025-12-02&compare_to=2025-12-31`;
    // The first day of a month, and a Monday: only the current day is shown.
    expect(days('ad_summaries', 'period=thisMonth', 20261101, compared)).toBe('2026-11-01 2026-11-01');
    expect(days('ad_summaries', 'period=thisWeek', 20261123, compared)).toBe('2026-11-23 2026-11-23');
    const savedQuery = new URLSearchParams(
      `${compared.replace('columns=ad,cpa', 'columns=ad,cpa,cpa_previous')}`,
    );
    expect(
      queryForDay(
        'ad_summaries',
        new URLSearchParams('period=thisWeek'),
        savedQuery,
        contextOf(20261123),
      ).get('columns'),
    ).toBe('ad,cpa');
    expect(
      queryForDay(
        'ad_summaries',
        new URLSearchParams('period=thisWeek'),
        savedQuery,
        contextOf(20261125),
      ).get('columns'),
    ).toBe('ad,cpa,cpa_previous');
    expect(days('ad_summaries', 'period=thisWeek', 20261125, compared)).toBe(
      '2026-11-23 2026-11-24 2026-11-16 2026-11-17',
    );
  });

  it('keeps all other parameters', () => {
    const moved = queryForDay(
      'ad_summaries',
      new URLSearchParams('period=d7'),
      new URLSearchParams(SAVED),
      contextOf(20261122),
    );
    expect([moved.get('columns'), moved.get('product_id')]).toEqual(['ad,cpa', '1']);
  });
});
