import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../../test/render';
import { FROM_MENU } from '../page-origin';
import { columnsOf } from './columns';
import { listDownloadQuery } from './list-export';
import { ListScreen, type ListScreenProps } from './list-screen';
import type { Chosen, ListResult, ListFilter, ListVariables } from './list-source';

interface Row {
  id: number;
  adName: string;
  status: boolean;
  clickCost: number;
}
const column = columnsOf<Row>('ad');
const COLUMNS = [column.name('adName'), column.status('status'), column.yen('clickCost')];
const FILTERS: ListFilter[] = [
  {
    name: 'status',
    label: '状態',
    kind: 'boolean',
    choices: [
      { value: 'true', label: '有効のみ' },
      { value: 'false', label: '無効のみ' },
    ],
  },
];
const ROWS: Row[] = [
  { id: 1, adName: '指名', status: true, clickCost: 1234 },
  { id: 2, adName: '<img src=x onerror=alert(1)>', status: false, clickCost: 12.5 },
];
const FULL: ListResult<Row> = {
  rows: ROWS,
  count: 61,
  loading: false,
  error: undefined,
  refetch: () => Promise.resolve(),
};

let queries: ListVariables[] = [];
const show = (
  answer: ListResult<Row> = FULL,
  address: Parameters<typeof renderPage>[1] = '/ad/setting',
  more: Partial<ListScreenProps<Row>> = {},
) =>
  renderPage(
    <ListScreen<Row>
      name="ad_setting"
      entity="ad"
      columns={COLUMNS}
      filters={FILTERS}
      useRows={(variables) => {
        queries.push(variables);
        return answer;
      }}
      nameOf={({ adName }) => adName}
      handlers={{ open: jest.fn(), edit: jest.fn(), remove: jest.fn() }}
      downloadPath="/api/v1/ads"
      empty={{ title: '広告はまだありません', hint: '追加してください' }}
      {...more}
    />,
    address,
  );
const headers = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent);

beforeEach(() => {
  queries = [];
});

describe('list screen', () => {
  // rule: screens-17
  it('escapes values and shows the actions of each row', async () => {
    const remove = jest.fn();
    await show(FULL, '/ad/setting', { handlers: { open: jest.fn(), edit: jest.fn(), remove } });
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeInTheDocument();
    expect(document.querySelector('img')).toBeNull();
    expect(screen.getByText('1,234円')).toBeInTheDocument();
    // A configured price keeps its decimals.
    expect(screen.getByText('12.5円')).toBeInTheDocument();
    expect(screen.getByText('61件中 1〜30件')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '指名：削除' }));
    expect(remove).toHaveBeenCalledWith(ROWS[0]);
  });

  it('queries what the URL states', async () => {
    await show(FULL, '/ad/setting?page=2&size=50&sort=-clickCost&q=お茶&status=false');
    expect(queries.at(-1)).toEqual({
      page: 2,
      period: undefined,
      place: undefined,
      live: false,
      pageSize: 50,
      sortName: 'clickCost',
      sortAsc: false,
      keyword: 'お茶',
      filter: { status: [false] },
    });
  });

  // rule: screens-19
  it('returns to page 1 for a search, but not while an IME composes text', async () => {
    const { query } = await show(FULL, '/ad/setting?page=3');
    const box = screen.getByRole('searchbox', { name: '検索' });
    fireEvent.compositionStart(box);
    fireEvent.change(box, { target: { value: 'おちゃ' } });
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 });
    // The search would start within this time; the table measures its scroll bar in the next frames.
    await act(() => new Promise((resolve) => setTimeout(resolve, 450)));
    expect(query().get('page')).toBe('3');
    fireEvent.change(box, { target: { value: 'お茶' } });
    fireEvent.compositionEnd(box);
    await waitFor(() => expect(query().get('q')).toBe('お茶'));
    expect(query().get('page')).toBeNull();
    expect(queries.at(-1)).toMatchObject({ page: 1, keyword: 'お茶' });
  });

  it('sorts on a header click and restores the sort only when entered from the menu', async () => {
    const { query, unmount } = await show(FULL, '/ad/setting?page=2');
    await userEvent.click(screen.getByRole('columnheader', { name: /クリック単価/ }));
    await waitFor(() => expect(query().get('sort')).toBe('clickCost'));
    expect(query().get('page')).toBeNull();
    expect(localStorage.getItem('ic_sort_state')).toContain('clickCost');
    unmount();
    const byLink = await show();
    expect(byLink.query().get('sort')).toBeNull();
    byLink.unmount();
    const byMenu = await show(FULL, { pathname: '/ad/setting', state: FROM_MENU });
    await waitFor(() => expect(byMenu.query().get('sort')).toBe('clickCost'));
  });

  it("does not sort on the Enter that opens a column's menu", async () => {
    const { query } = await show();
    fireEvent.keyDown(screen.getByRole('columnheader', { name: /状態/ }), { key: 'Enter', keyCode: 13 });
    await waitFor(() => expect(query().get('sort')).toBe('status'));
    fireEvent.keyDown(screen.getByRole('button', { name: '「クリック単価」のメニュー' }), {
      key: 'Enter',
      keyCode: 13,
    });
    expect(query().get('sort')).toBe('status');
  });

  // rule: screens-20
  it('hides a column from its header and remembers it for this user', async () => {
    const { unmount, query } = await show();
    await userEvent.click(screen.getByRole('button', { name: '「状態」のメニュー' }));
    await userEvent.click(await screen.findByText('「状態」を非表示にする'));
    await waitFor(() => expect(headers()).not.toContain('状態'));
    expect(query().get('sort')).toBeNull();
    unmount();
    await show();
    expect(headers()).not.toContain('状態');
    expect(localStorage.getItem('ic_7_columns_ad_setting')).toContain('"hidden":["status"]');
  });

  it('filters by a condition and shows it as a chip', async () => {
    const { query } = await show(FULL, '/ad/setting?page=2');
    await userEvent.click(screen.getByRole('button', { name: /絞り込み$/ }));
    await userEvent.click(await screen.findByRole('checkbox', { name: '無効のみ' }));
    await waitFor(() => expect(query().get('status')).toBe('false'));
    expect(query().get('page')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '状態 無効のみの絞り込みを外す' }));
    await waitFor(() => expect(query().get('status')).toBeNull());
  });

  it('chooses the rows of the page, then all matches', async () => {
    const bulk = jest.fn<React.ReactNode, [Chosen, () => void]>(() => null);
    await show(FULL, '/ad/setting?status=false', { bulk });
    const [all] = screen.getAllByRole('checkbox', { name: 'このページの2件を選択' });
    await userEvent.click(all!);
    expect(bulk.mock.lastCall?.[0]).toEqual({ kind: 'ids', ids: [1, 2] });
    await userEvent.click(screen.getByRole('button', { name: '条件に一致する61件すべてを選択' }));
    expect(bulk.mock.lastCall?.[0]).toEqual({
      kind: 'matching',
      count: 61,
      query: { keyword: undefined, filter: { status: [false] }, period: undefined },
    });
    expect(screen.getByText('条件に一致する61件すべてを選択中')).toBeInTheDocument();
  });

  it.each([
    ['the header without keyboard navigation', undefined, 0],
    ['the row with keyboard navigation', {}, 2],
  ])('returns the focus to %s after the choice is done or cleared', async (_name, keys, box) => {
    const bulk = (_chosen: Chosen, done: () => void) => (
      <button type="button" onClick={done}>
        再送
      </button>
    );
    await show(FULL, '/ad/setting', { bulk, ...(keys && { keys }) });
    for (const name of ['再送', '選択を解除']) {
      await userEvent.click(screen.getAllByRole('checkbox')[2]!);
      await userEvent.click(screen.getByRole('button', { name }));
      expect(screen.queryByRole('button', { name })).toBeNull();
      expect(screen.getAllByRole('checkbox')[box]).toHaveFocus();
    }
  });

  it('ties "all matches" to the conditions it was chosen under', async () => {
    const bulk = jest.fn<React.ReactNode, [Chosen, () => void]>(() => null);
    await show(FULL, '/ad/setting?status=false', { bulk });
    await userEvent.click(screen.getAllByRole('checkbox')[0]!);
    await userEvent.click(screen.getByRole('button', { name: /61件/ }));
    expect(bulk.mock.lastCall?.[0]).toMatchObject({ kind: 'matching' });
    await userEvent.click(screen.getByRole('button', { name: /の絞り込みを外す$/ }));
    expect(bulk.mock.lastCall?.[0]).toEqual({ kind: 'ids', ids: [1, 2] });
  });

  it('goes to the last page if the current one no longer exists', async () => {
    const { query } = await show(FULL, '/ad/setting?page=4', {
      useRows: ({ page }) => (page > 3 ? { ...FULL, rows: [] } : FULL),
    });
    expect(query().get('page')).toBe('3');
    expect(screen.getByText('指名')).toBeInTheDocument();
  });

  it('chooses all matches from the cards of a narrow window', async () => {
    const wide = window.matchMedia;
    window.matchMedia = (query) => Object.assign(wide(query), { matches: query.startsWith('(max-width') });
    try {
      const bulk = jest.fn<React.ReactNode, [Chosen, () => void]>(() => <button type="button">承認</button>);
      await show(FULL, '/ad/setting?status=false', { bulk });
      const strip = within(screen.getByRole('region', { name: '選択した行への操作' }));
      // With nothing chosen, the bulk actions are visible but inert.
      expect(strip.getByText('承認').closest('[inert]')).not.toBeNull();
      await userEvent.click(screen.getByRole('checkbox', { name: '指名を選択' }));
      expect(bulk.mock.lastCall?.[0]).toEqual({ kind: 'ids', ids: [1] });
      expect(strip.getByText('承認').closest('[inert]')).toBeNull();
      await userEvent.click(strip.getByRole('checkbox', { name: '1件を選択中' }));
      expect(bulk.mock.lastCall?.[0]).toEqual({ kind: 'ids', ids: [1, 2] });
      await userEvent.click(strip.getByRole('button', { name: '条件に一致する61件すべてを選択' }));
      expect(bulk.mock.lastCall?.[0]).toMatchObject({
        kind: 'matching',
        count: 61,
        query: { filter: { status: [false] } },
      });
      expect(strip.getByRole('checkbox', { name: '条件に一致する61件すべてを選択中' })).toBeChecked();
      await userEvent.click(strip.getByRole('button', { name: '選択を解除' }));
      expect(bulk.mock.lastCall?.[0]).toEqual({ kind: 'ids', ids: [] });
      // Choosing all works without choosing a row first.
      await userEvent.click(strip.getByRole('button', { name: '条件に一致する61件すべてを選択' }));
      expect(bulk.mock.lastCall?.[0]).toMatchObject({ kind: 'matching', count: 61 });
    } finally {
      window.matchMedia = wide;
    }
  });

  it('distinguishes an empty list from one without matches', async () => {
    const none = { ...FULL, rows: [], count: 0 };
    const { unmount } = await show(none);
    expect(screen.getByText('広告はまだありません')).toBeInTheDocument();
    unmount();
    const { query } = await show(none, '/ad/setting?q=x');
    await userEvent.click(screen.getByRole('button', { name: '条件をすべて解除' }));
    await waitFor(() => expect(query().get('q')).toBeNull());
  });

  it('shows the searched fields if a keyword has no matches', async () => {
    const none: ListResult<Row> = { ...FULL, rows: [], count: 0 };
    await show(none, '/ad/setting?q=指名', { searched: 'IDから探します' });
    expect(screen.getByText('IDから探します')).toBeInTheDocument();
  });

  it('says how far a search looked and continues it', async () => {
    const pages = { countExact: false, next: 'x1', previous: null, searchedTo: '2026-06-01T03:00:00Z' };
    await show({ ...FULL, rows: [], count: 0, pages });
    expect(screen.getByText('2026/06/01 12:00:00 まで検索しました')).toBeInTheDocument();
    expect(screen.queryByText('条件に一致するデータはありません')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'さらに古いものを検索' }));
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ place: { by: 'after', value: 'x1' } }));
  });

  it('offers a retry if loading fails', async () => {
    const refetch = jest.fn(() => Promise.resolve());
    await show({ rows: undefined, count: undefined, loading: false, error: new Error('x'), refetch });
    const note = screen.getByRole('alert');
    expect(within(note).getByText('一覧を表示できませんでした')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '再試行' }));
    expect(refetch).toHaveBeenCalled();
  });
});

it('exports with the conditions, order and columns of the list', () => {
  const variables: ListVariables = {
    page: 3,
    pageSize: 30,
    sortName: 'clickCost',
    sortAsc: false,
    keyword: '茶',
    filter: { adType1Id: [1, 2], status: [false] },
  };
  const query = listDownloadQuery(variables, [column.name('adName'), { key: 'adType1' }], 4);
  expect(query.getAll('ad_type1_id')).toEqual(['1', '2']);
  expect(Object.fromEntries(query)).toEqual({
    product_id: '4',
    keyword: '茶',
    sortName: 'click_cost',
    sortAsc: 'false',
    ad_type1_id: '2',
    status: 'false',
    columns: 'ad_name,ad_type1',
    layout: 'document',
    locale: 'ja',
  });
});
