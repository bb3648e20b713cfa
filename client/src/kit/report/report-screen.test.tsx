import { act, screen, waitFor, within } from '@testing-library/react';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import userEvent from '@testing-library/user-event';
import { renderPage, testSession } from '../../../test/render';
import { ReportScreen, type ReportDefinition } from './report-screen';
import { FROM_MENU } from '../page-origin';
import { savedChoice } from './url-state';
import type { ReportData, ReportRow } from './answer';
import type { ReportColumn, ReportQuery } from './types';

jest.mock('../chart/bar-chart', () => ({ BarChart: () => null }));
// The button queries the server for its link; e2e/settings-lists covers it.
jest.mock('./share-button', () => ({ ShareButton: () => null }));

const columnOf = (key: string, title: string, more: Partial<ReportColumn> = {}): ReportColumn => ({
  key,
  title,
  unit: 'count',
  direction: 'up',
  definition: `${title}の定義`,
  group: '流入',
  value: (row) => (typeof row[key] === 'number' ? row[key] : null),
  ...more,
});
const COLUMNS = [
  columnOf('clicks', 'クリック数'),
  columnOf('cpa', 'CPA', { unit: 'yen', direction: 'down' }),
];

const ROWS: ReportRow[] = [
  { aspId: 3, asp: 'サーチワン', adId: 31, ad: '指名', noAd: false, clicks: 100, cpa: 1234 },
  { aspId: 4, asp: 'ツナガルSNS', adId: 41, ad: '動画', noAd: false, clicks: 250, cpa: null },
  { aspId: null, asp: null, noAd: true, clicks: 0, cpa: null },
];
const FULL: ReportData = {
  rows: ROWS,
  total: { clicks: 350, cpa: 1234 },
  previousRows: [{ aspId: 3, asp: 'サーチワン', noAd: false, clicks: 80, cpa: 1000 }],
  previousTotal: { clicks: 300, cpa: 1000 },
  asOf: '2026-03-05T00:00:00.000Z',
  model: 1,
  evaluation: 3,
  loading: false,
  error: undefined,
  refetch: jest.fn(),
};

let queries: ReportQuery[] = [];
const report = (data: ReportData): ReportDefinition => ({
  page: 'test',
  title: '広告統計',
  lead: '説明',
  restPath: '/api/v1/analyses/ad_summaries',
  defaults: { axes: ['asp'], sort: { key: 'clicks', ascending: false }, item: '1' },
  useData: (query) => {
    queries.push(query);
    return data;
  },
  useParts: () => ({
    columns: COLUMNS,
    presets: [{ value: '1', label: '売上効果', columns: ['clicks', 'cpa'] }],
    keyMetrics: [COLUMNS[0]!],
    blocks: [],
  }),
});

const show = (
  data: ReportData = FULL,
  address: Parameters<typeof renderPage>[1] = '/analyze/ad-statistics',
) => renderPage(<ReportScreen report={report(data)} />, address);
const names = (): (string | null)[] => screen.getAllByRole('rowheader').map((cell) => cell.textContent);

beforeEach(() => {
  queries = [];
});
afterEach(() => jest.restoreAllMocks());

describe('report', () => {
  it('shows rows by value, their total and the changes', async () => {
    await show();
    expect(names()).toEqual(['合計　3件', 'ツナガルSNS', 'サーチワン', '（広告なし）']);
    const total = screen.getByText('合計 3件').closest('tr')!;
    expect(within(total).getByText('350')).toBeInTheDocument();
    expect(within(total).getByText('300')).toBeInTheDocument();
    const row = screen.getByText('サーチワン').closest('tr')!;
    expect(within(row).getByText('1,234')).toBeInTheDocument();
    expect(within(row).getByText('+23.4%（悪化）')).toBeInTheDocument();
    expect(within(row).getByText('+25.0%（改善）')).toBeInTheDocument();
    expect(screen.getByText('2026/03/05 09:00:00 時点のデータ')).toBeInTheDocument();
  });

  it('folds its key metrics away and remembers it', async () => {
    const metrics = () => screen.queryByRole('region', { name: '主要指標' });
    const { unmount } = await show();
    expect(metrics()).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '主要指標を表示' }));
    expect(metrics()).toBeNull();
    unmount();
    await show();
    expect(metrics()).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '主要指標を表示' }));
    expect(metrics()).toBeInTheDocument();
  });

  it('queries what the URL states', async () => {
    await show(FULL, '/x?from=2026-01-01&to=2026-01-31&axis=ad&asp_ids=3&drill=agency:5&model=2&compare=0');
    expect(queries.at(-1)).toEqual({
      productId: 1,
      from: 20260101,
      to: 20260131,
      previous: undefined,
      figures: [],
      axes: ['ad'],
      attributes: [],
      filters: { asp: ['3'], agency: ['5'] },
      model: 2,
      evaluation: undefined,
      cvSettingIds: [],
      beside: undefined,
    });
  });

  it('compares whole months with whole months', async () => {
    await show(FULL, '/x?from=2026-03-01&to=2026-03-31');
    expect(queries.at(-1)?.previous).toEqual({ from: 20260201, to: 20260228 });
  });

  it('opens a row as a filter on the next axis, and goes back', async () => {
    const user = userEvent.setup();
    const { query } = await show();
    await user.click(screen.getByRole('link', { name: 'サーチワンを広告別に見る' }));
    expect(query().get('drill')).toBe('asp:3');
    expect(query().get('axis')).toBe('ad');
    expect(queries.at(-1)?.filters).toEqual({ asp: ['3'] });
    await user.click(screen.getByRole('button', { name: '一つ上の階層へ戻る' }));
    expect(query().get('drill')).toBeNull();
    expect(query().get('axis')).toBe('asp');
  });

  it('removes a filter by its chip', async () => {
    const user = userEvent.setup();
    const { query } = await show(FULL, '/x?asp_ids=3,4');
    expect(screen.getByText('サーチワン ほか1件')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /ASP サーチワン ほか1件の絞り込みを外す/ }));
    expect(query().get('asp_ids')).toBeNull();
  });

  it('keeps chosen columns in the URL and restores them only when entered from the menu', async () => {
    const user = userEvent.setup();
    const { query, unmount } = await show();
    await user.click(screen.getByRole('button', { name: /表示する項目/ }));
    await user.click(await screen.findByRole('checkbox', { name: 'CPA' }));
    expect(query().get('cols')).toBe('clicks');
    expect(savedChoice('test').read(7)).toMatchObject({ item: '0', columns: ['clicks'] });
    unmount();
    const byLink = await show();
    expect(byLink.query().toString()).toBe('');
    expect(screen.getByRole('columnheader', { name: /CPA/ })).toBeInTheDocument();
    byLink.unmount();
    const byMenu = await show(FULL, { pathname: '/analyze/ad-statistics', state: FROM_MENU });
    await waitFor(() => expect(byMenu.query().get('cols')).toBe('clicks'));
    expect(screen.queryByRole('columnheader', { name: /CPA/ })).not.toBeInTheDocument();
  });

  it('remembers the sort, and sorts a plain address by it; Back undoes the choice', async () => {
    const user = userEvent.setup();
    const { query, unmount } = await show();
    await user.click(screen.getByRole('button', { name: /^CPA/ }));
    const sort = query().get('sort');
    expect(sort).toMatch(/^-?cpa$/);
    expect(JSON.parse(localStorage.getItem('ic_sort_state') ?? '{}').data).toEqual({
      '/analyze/ad-statistics': sort,
    });
    unmount();
    const plain = await show(FULL, '/analyze/ad-statistics?product_id=1');
    await waitFor(() => expect(plain.query().get('sort')).toBe(sort));
    plain.unmount();
    const stated = await show(FULL, '/analyze/ad-statistics?axis=asp');
    expect(stated.query().get('sort')).toBeNull();
  });

  it('refuses unknown items by name, and goes on with the usual ones', async () => {
    const user = userEvent.setup();
    const { query } = await show(FULL, '/x?item=FOO,BAR');
    expect(screen.getByRole('alert')).toHaveTextContent('FOO、BAR');
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '既定の表示項目で表示' }));
    expect(query().has('item')).toBe(false);
    expect(names()).toHaveLength(4);
  });

  it('offers to clear conditions whose data the user may not see', async () => {
    const user = userEvent.setup();
    const error = new CombinedGraphQLErrors({
      errors: [{ message: 'x', extensions: { code: 'FORBIDDEN', messages: ['権限がありません'] } }],
    });
    const { query } = await show(
      { ...FULL, rows: undefined, total: undefined, error },
      '/x?asp_ids=9&drill=agency:5&cv=3&period=d7',
    );
    expect(screen.getByRole('alert')).toHaveTextContent('権限がありません');
    await user.click(within(screen.getByRole('alert')).getByRole('button', { name: '絞り込みをすべて解除' }));
    expect(query().toString()).toBe('period=d7');
  });

  it('hides empty columns until requested', async () => {
    const user = userEvent.setup();
    const { query } = await show({ ...FULL, rows: ROWS.map((row) => ({ ...row, cpa: null })) });
    expect(screen.queryByRole('columnheader', { name: /CPA/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '空の項目 1件を表示' }));
    expect(query().get('empty')).toBe('1');
    expect(screen.getByRole('columnheader', { name: /CPA/ })).toBeInTheDocument();
  });

  it('searches rows by name', async () => {
    await show(FULL, '/x?q=SNS');
    expect(names()).toEqual(['合計　3件', 'ツナガルSNS']);
  });

  it('names the sort column if it is not visible, and marks its header otherwise', async () => {
    const { unmount } = await show(FULL, '/x?cols=cpa');
    expect(
      screen.getByText('「クリック数」の降順で並べ替えています（表示していない項目です）。'),
    ).toBeInTheDocument();
    unmount();
    // An unknown sort column falls back to the first visible one.
    await show(FULL, '/x?sort=-attr_cv');
    expect(screen.getByRole('columnheader', { name: /クリック数/ })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    expect(screen.queryByText(/で並べ替えています/)).toBeNull();
  });

  it("returns the focus from a column's menu, also when the column is hidden", async () => {
    const user = userEvent.setup();
    const { query } = await show();
    const header = (name: RegExp) =>
      within(screen.getByRole('columnheader', { name })).getAllByRole('button')[0]!;
    const focused = (): HTMLElement | null =>
      document.activeElement instanceof HTMLElement ? document.activeElement : null;
    /** Opens the menu by the keyboard and clicks an item once the menu has the focus. */
    const choose = async (name: string): Promise<void> => {
      await user.keyboard('{ArrowDown}');
      const item = await screen.findByRole('menuitem', { name });
      await waitFor(() => expect(item.closest('[role=menu]')).toContainElement(focused()));
      await user.click(item);
    };
    act(() => header(/クリック数/).focus());
    await choose('昇順に並べ替え');
    expect(query().get('sort')).toBe('clicks');
    await waitFor(() => expect(header(/クリック数/)).toHaveFocus());
    await choose('「クリック数」を非表示にする');
    await waitFor(() => expect(query().get('cols')).toBe('cpa'));
    await waitFor(() => expect(header(/CPA/)).toHaveFocus());
  });

  it('explains that nothing matches', async () => {
    await show({ ...FULL, rows: [], total: {} });
    expect(screen.getByText('この条件に当てはまるデータはありません')).toBeInTheDocument();
  });

  it('leads from an empty day to other days', async () => {
    const user = userEvent.setup();
    await show({ ...FULL, rows: [], previousRows: undefined }, '/x?period=today');
    expect(screen.queryByText(/「今日」/)).toBeNull();
    await user.click(screen.getByRole('button', { name: '過去30日間を表示' }));
    expect(await screen.findByRole('button', { name: /過去30日間/ })).not.toHaveTextContent('表示');
  });

  it('reports pending computations and their extent while open', async () => {
    const computing = { visitors: 12_000, days: 2, secondsLeft: 185 };
    const watch = {
      question: '',
      check: () => Promise.resolve({ figureVersion: 1, computing }),
      reread: () => Promise.resolve(),
    };
    await show({ ...FULL, version: 1, watch });
    expect(await screen.findByText(/集計が遅れています/)).toHaveTextContent(
      '反映待ち 訪問者12,000人分 残り約3分5秒',
    );
    expect(names()).toContain('サーチワン');
  });

  it.each([
    [null, 20261122, 20261122],
    ['2026-11-22', 20261122, 20261122],
    ['2026-11-21', 20261023, 20261121],
  ])('defaults, with data from %s on, to %i to %i', async (firstDay, from, to) => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-22T12:00:00+09:00'));
    const products = [{ id: 1, label: 'ハーブティー', weekStart: 1, firstDay }];
    await renderPage(<ReportScreen report={report(FULL)} />, '/x', { ...testSession, products });
    expect(queries.at(-1)).toMatchObject({ from, to });
  });

  it('moves on to the next day at midnight', async () => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-22T23:59:59+09:00'));
    await show(FULL, '/x?period=d7');
    expect(queries.at(-1)).toMatchObject({ from: 20261115, to: 20261121 });
    now.mockReturnValue(Date.parse('2026-11-23T00:00:00+09:00'));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(queries.at(-1)).toMatchObject({ from: 20261116, to: 20261122 });
  });

  it('shows today beside the finished days of the month', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-22T12:00:00+09:00'));
    await show({ ...FULL, today: { clicks: 12 } }, '/x?period=thisMonth');
    expect(queries.at(-1)).toMatchObject({
      from: 20261101,
      to: 20261121,
      previous: { from: 20261001, to: 20261021 },
      beside: 20261122,
    });
    expect(screen.getByText('前月同期（2026/10/01 〜 2026/10/21）と比較')).toBeInTheDocument();
    expect(screen.getByText('今日').closest('dd')).toHaveTextContent('今日 12');
  });

  it('reports a failure and retries', async () => {
    const refetch = jest.fn();
    await show({ ...FULL, rows: undefined, total: undefined, error: new Error('x'), refetch });
    expect(screen.getByRole('alert')).toHaveTextContent('計測データは失われていません');
    await userEvent.click(screen.getByRole('button', { name: '再試行' }));
    expect(refetch).toHaveBeenCalledTimes(1);
  });
});
