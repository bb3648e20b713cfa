import type { ReportRow } from './answer';
import { RowTrends } from './row-trends';
import { filtersOfRows, trendUnit } from './use-row-trends';

const ROWS: ReportRow[] = [
  { adId: 1, device: 'pc' },
  { adId: 2, device: 'pc' },
];

describe('the tiny trends of rows', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are asked for once for all rows of a moment, each row once', async () => {
    const ask = jest.fn((rows: readonly ReportRow[]) =>
      Promise.resolve(new Map(rows.map((row) => [`${String(row.adId)}`, [1, 2]]))),
    );
    const trends = new RowTrends(ask);
    const told = jest.fn();
    trends.subscribe(told);
    ROWS.forEach((row) => trends.want(String(row.adId), row));
    ROWS.forEach((row) => trends.want(String(row.adId), row));
    await jest.runAllTimersAsync();
    ROWS.forEach((row) => trends.want(String(row.adId), row));
    await jest.runAllTimersAsync();
    expect(ask.mock.calls).toEqual([[ROWS]]);
    expect([trends.of('1'), trends.of('3'), told.mock.calls.length]).toEqual([[1, 2], undefined, 1]);
  });

  it('stay empty where they could not be read', async () => {
    const trends = new RowTrends(() => Promise.reject(new Error('away')));
    trends.want('1', { adId: 1 });
    await jest.runAllTimersAsync();
    expect(trends.of('1')).toBeUndefined();
  });

  it('are of the rows alone, within what the report is filtered by', () => {
    expect(
      filtersOfRows(ROWS, { axes: ['ad', 'device'], filters: { asp: ['3'], ad: ['1', '2', '9'] } }),
    ).toEqual({ asp: ['3'], ad: ['1', '2'], device: ['pc'] });
  });

  it('are by days as long as there is room for them', () => {
    expect([
      trendUnit({ from: 20260101, to: 20260131 }),
      trendUnit({ from: 20260101, to: 20260630 }),
      trendUnit({ from: 20250701, to: 20260630 }),
    ]).toEqual(['day', 'week', 'month']);
  });
});
