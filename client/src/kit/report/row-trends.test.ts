import type { ReportRow } from './answer';
import { RowTrends } from './row-trends';
import { filtersOfRows, trendUnit } from './use-row-trends';

const ROWS: ReportRow[] = [
  { adId: 1, device: 'pc' },
  { adId: 2, device: 'pc' },
];

describe('row trends', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('loads all rows of one moment in one request, each row once', async () => {
    const load = jest.fn((rows: readonly ReportRow[]) =>
      Promise.resolve(new Map(rows.map((row) => [`${String(row.adId)}`, [1, 2]]))),
    );
    const trends = new RowTrends(load);
    const listener = jest.fn();
    trends.subscribe(listener);
    ROWS.forEach((row) => trends.request(String(row.adId), row));
    ROWS.forEach((row) => trends.request(String(row.adId), row));
    await jest.runAllTimersAsync();
    ROWS.forEach((row) => trends.request(String(row.adId), row));
    await jest.runAllTimersAsync();
    expect(load.mock.calls).toEqual([[ROWS]]);
    expect([trends.of('1'), trends.of('3'), listener.mock.calls.length]).toEqual([[1, 2], undefined, 1]);
  });

  it('stay empty after a failed request', async () => {
    const trends = new RowTrends(() => Promise.reject(new Error('away')));
    trends.request('1', { adId: 1 });
    await jest.runAllTimersAsync();
    expect(trends.of('1')).toBeUndefined();
  });

  it('filter by the rows within the filters of the report', () => {
    expect(
      filtersOfRows(ROWS, { axes: ['ad', 'device'], filters: { asp: ['3'], ad: ['1', '2', '9'] } }),
    ).toEqual({ asp: ['3'], ad: ['1', '2'], device: ['pc'] });
  });

  it('use days, weeks or months depending on the range', () => {
    expect([
      trendUnit({ from: 20260101, to: 20260131 }),
      trendUnit({ from: 20260101, to: 20260630 }),
      trendUnit({ from: 20250701, to: 20260630 }),
    ]).toEqual(['day', 'week', 'month']);
  });
});
