import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of, throwError } from 'rxjs';
import { renderPage, testSession } from '../../../../test/render';
import { DashboardHome } from './index';

const NOTHING = {
  adClickCount: 0,
  pvCount: 0,
  cvTotalFinal: 0,
  adCost: 0,
  cpa: null,
  amountSum: 0,
  roas: null,
  cvApproved: 0,
  cpaApproved: null,
  amountApproved: 0,
  roasApproved: null,
  roi: null,
  profit: 0,
};
const metricsRow = (more: object, row: object = {}) => ({
  __typename: 'AdSummaryRow',
  ...row,
  figures: { __typename: 'Figures', ...NOTHING, ...more },
});
const summaries = (total: object, more: object = {}, before?: object) => ({
  __typename: 'AdSummaries',
  total: metricsRow(total, { previous: before ? { __typename: 'Figures', ...NOTHING, ...before } : null }),
  ...more,
});
const ad = (adId: number | null, name: string | null, cvTotalFinal: number, more: object = {}) =>
  metricsRow(
    { cvTotalFinal, attrCv: cvTotalFinal, adClickCount: 10, ...more },
    { adId, ad: name, noAd: adId === null },
  );

const daily = (length: number, clicks: (index: number) => number) => ({
  __typename: 'DailyFigures',
  days: Array.from({ length }, (_, index) => ({
    __typename: 'DayFigures',
    figures: { __typename: 'Figures', ...NOTHING, cvTotalFinal: clicks(index) },
  })),
});
const QUIET = {
  __typename: 'Attention',
  pending: null,
  failed: null,
  unsent: null,
  duplicates: null,
  silent: [],
  refused: null,
  ending: [],
  unusual: [],
};

const FULL = {
  today: summaries({ adClickCount: 9, cvTotalFinal: 1 }, { version: 3 }),
  day: summaries(
    {
      adClickCount: 120,
      cvTotalFinal: 15,
      adCost: 30_000,
      cpa: 2000,
      amountSum: 24_000,
      roas: 0.8,
      roi: -0.2,
      profit: -6000,
    },
    {},
    {
      adClickCount: 100,
      cvTotalFinal: 12,
      adCost: 20_000,
      cpa: 1600,
      amountSum: 30_000,
      roas: 1.5,
      roi: 0.5,
      profit: 10_000,
    },
  ),
  month: summaries(
    { adClickCount: 2000, cvTotalFinal: 80 },
    {
      version: 20,
      asOf: '2026-11-20T03:00:00.000Z',
    },
    { adClickCount: 1600, cvTotalFinal: 100 },
  ),
  lastMonth: summaries({ adClickCount: 2400, cvTotalFinal: 150 }, { version: 31 }),
  // 58 days up to yesterday: the second of the trend's days was unusual.
  days: daily(58, (index) => index),
  year: daily(30, () => 7),
  ranking: {
    __typename: 'AdRanking',
    excluded: null,
    best: [ad(1, '指名', 30, { adCost: 50_000, amountSum: 100_000 }), ad(2, '一般', 12)],
    worst: [ad(3, '休止中', 0)],
  },
  spending: {
    __typename: 'AdRanking',
    best: [
      ad(4, '高額', 10, { adCost: 200_000, amountSum: 40_000 }),
      ad(1, '指名', 30, { adCost: 50_000, amountSum: 100_000 }),
      ad(5, '少額', 9, { adCost: 9_000, amountSum: 900_000 }),
    ],
  },
  attention: {
    __typename: 'Attention',
    pending: { __typename: 'Waiting', count: 1200, countExact: true, at: '2026-11-11T03:00:00.000Z' },
    failed: { __typename: 'Waiting', count: 0, countExact: true, at: null },
    duplicates: { __typename: 'Waiting', count: 2, countExact: true, at: '2026-11-11T03:00:00.000Z' },
    silent: [
      {
        __typename: 'SilentSource',
        source: 'view',
        lastAt: '2026-11-17T03:00:00.000Z',
        days: 2,
        longestPause: 1,
      },
    ],
    refused: {
      __typename: 'Refusals',
      exact: true,
      reasons: [{ __typename: 'Refusal', reason: 'ad_invalid', count: 4 }],
    },
    ending: [{ __typename: 'EndingAd', id: 5, adName: '年末限定', periodTo: '2026-11-25' }],
    unusual: [
      {
        __typename: 'UnusualDay',
        day: '2026-11-19',
        measure: 'adClickCount',
        value: 150,
        low: 65,
        high: 135,
      },
    ],
  },
};
const EMPTY = {
  ...Object.fromEntries(
    ['today', 'day', 'lastMonth'].map((name) => [name, summaries({}, { version: 0 }, {})]),
  ),
  month: summaries({}, { version: 0, asOf: '2026-11-20T03:00:00.000Z' }),
  days: daily(58, () => 0),
  year: daily(30, () => 0),
  ranking: { __typename: 'AdRanking', best: [], worst: [] },
  spending: { __typename: 'AdRanking', best: [] },
  attention: QUIET,
};

let requests: Record<string, unknown>[] = [];
async function show(answers: (object | Error)[], rights = ['analyze', 'products', 'ads']) {
  const link = new ApolloLink((operation) => {
    if (operation.operationName === 'FigureNews') return of({ data: { figureVersion: 54, computing: null } });
    requests.push(operation.variables);
    const answer = answers[Math.min(requests.length, answers.length) - 1]!;
    return answer instanceof Error
      ? throwError(() => answer)
      : of({ data: answer as Record<string, unknown> });
  });
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const profile = {
    ...testSession.profile,
    rights: rights.map((menu) => ({ menu, level: 'VIEW' as const })),
  };
  return renderPage(
    <ApolloProvider client={client}>
      <DashboardHome />
    </ApolloProvider>,
    '/dashboard',
    { ...testSession, profile },
  );
}
const metric = (part: HTMLElement, name: string): HTMLElement => within(part).getByText(name).closest('div')!;

beforeEach(() => {
  requests = [];
  localStorage.clear();
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T12:00:00+09:00'));
  globalThis.fetch = jest.fn().mockResolvedValue({ ok: false, json: () => Promise.resolve({}) });
});
afterEach(() => jest.restoreAllMocks());

describe('dashboard', () => {
  // rule: screens-14
  it('sends one query for today, yesterday and the day before, and the finished days of this and last month', async () => {
    await show([FULL]);
    await screen.findByText('120');
    expect(requests).toEqual([
      {
        productId: 1,
        today: '2026-11-20',
        yesterday: '2026-11-19',
        dayBefore: '2026-11-18',
        monthFrom: '2026-11-01',
        monthTo: '2026-11-19',
        earlierFrom: '2026-10-01',
        earlierTo: '2026-10-19',
        lastMonthFrom: '2026-10-01',
        lastMonthTo: '2026-10-31',
        daysFrom: '2026-09-23',
        yearFrom: '2025-10-22',
        yearTo: '2025-11-20',
        rankedBy: 'cvTotalFinal',
        figures: [],
        ads: 5,
        tried: 50,
      },
    ]);
  });

  it('compares each metric with the earlier period and marks the good direction', async () => {
    await show([FULL]);
    await screen.findByText('120');
    const day = screen.getByRole('region', { name: '昨日' });
    expect(metric(day, 'クリック数')).toHaveTextContent('▲20.0%+20.0%（改善）前日 100今日 9');
    expect(metric(day, 'CPA')).toHaveTextContent('2,000円▲25.0%+25.0%（悪化）前日 1,600円');
    expect(metric(day, '広告費')).toHaveTextContent('+50.0%（変動）');
    expect(metric(day, '利益')).toHaveTextContent('-6,000円▼160.0%-160.0%（悪化）前日 10,000円');
    const month = screen.getByRole('region', { name: '今月（昨日まで）' });
    expect(metric(month, '最終CV合計')).toHaveTextContent('80▼20.0%-20.0%（悪化）前月同期 100前月全体 150');
    expect(screen.getByText('2026/11/19（木）')).toBeInTheDocument();
    expect(screen.getByText(/2026\/11\/20 12:00:00 時点/)).toBeInTheDocument();
  });

  it('lists the best and worst ads, each linked to its page with the same days', async () => {
    await show([FULL], ['analyze', 'ads']);
    const ads = await screen.findByRole('region', { name: '上位・下位の広告' });
    await within(ads).findByRole('link', { name: '指名' });
    const names = (label: string) =>
      within(within(ads).getByRole('table', { name: label }))
        .getAllByRole('rowheader')
        .map((cell) => cell.textContent);
    expect([names('上位'), names('下位')]).toEqual([['指名', '一般'], ['休止中']]);
    expect(within(ads).getByRole('link', { name: '一般' })).toHaveAttribute(
      'href',
      '/ad/ad/2?from=2026-11-01&to=2026-11-19&trend=cvTotalFinal',
    );
    expect(screen.getByRole('link', { name: /^昨日/ })).toHaveAttribute(
      'href',
      '/analyze/ad-statistics?from=2026-11-19&to=2026-11-19',
    );
    expect(screen.getByRole('link', { name: /^今月（昨日まで）:/ })).toHaveAttribute(
      'href',
      '/analyze/ad-statistics?period=thisMonth',
    );
  });

  it('spreads 100,000 yen over the ads that gain the most results, each at most doubled', async () => {
    await show([FULL]);
    const table = await screen.findByRole('table', { name: '広告費を100,000円増やすなら' });
    const [head, ...rows] = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(head).toEqual(['広告', '増やす費用円', '再配分CV', '増額分の再配分CPA円', '費用の倍率']);
    // Twice the cost brings 2^0.7 = 1.6245 times the results.
    expect(rows).toEqual([
      ['指名', '+50,000', '+18.74', '2,669', '2.0倍'],
      ['高額', '+41,000', '+1.39', '29,404', '1.2倍'],
      ['少額', '+9,000', '+5.62', '1,601', '2.0倍'],
      ['合計', '+100,000', '+25.75', '3,883', ''],
    ]);
    expect(screen.getByText(/費用を2倍にしたとき成果は1.6倍になると仮定/)).toBeInTheDocument();
    const address =
      '/analyze/allocation?from=2026-11-01&to=2026-11-19&axis=ad&changes=5%3A9000y%2C1%3A50000y%2C4%3A41000y&of=ad&e=0.7';
    for (const name of ['指名への配分を調整する', '配分を調整する'])
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', address);
  });

  it('states how many ads the recommendation considers if further ads cost as much', async () => {
    const spending = (count: number) => ({
      __typename: 'AdRanking',
      best: Array.from({ length: count }, (_, index) =>
        ad(index + 1, `広告${index + 1}`, 10, { adCost: 50_000, amountSum: 100_000 }),
      ),
    });
    const { unmount } = await show([{ ...FULL, spending: spending(50) }]);
    expect(await screen.findByText(/配分の対象は、費用の多い50件です。/)).toBeInTheDocument();
    unmount();
    requests = [];
    await show([{ ...FULL, spending: spending(49) }]);
    await screen.findByText(/今月の費用の2倍までの範囲で広告に配分した案です。/);
    expect(screen.queryByText(/配分の対象は/)).toBeNull();
  });

  it("links counts to their rows, and ratios to the day's statistics", async () => {
    await show([FULL], ['analyze', 'logs', 'ads']);
    await screen.findByText('120');
    const day = screen.getByRole('region', { name: '昨日' });
    const linkOf = (text: string) => within(day).getByRole('link', { name: text }).getAttribute('href');
    expect(linkOf('120')).toBe('/log/interaction?product_id=1&figure=clicks%3B20261119-20261119');
    expect(linkOf('100')).toBe('/log/interaction?product_id=1&figure=clicks%3B20261118-20261118');
    expect(linkOf('9')).toBe('/log/interaction?product_id=1&figure=clicks%3B20261120-20261120');
    expect(linkOf('2,000円')).toBe('/analyze/ad-statistics?from=2026-11-19&to=2026-11-19');
  });

  it('lists alerts with links, and the rule that makes a day unusual', async () => {
    await show([FULL]);
    const part = await screen.findByRole('region', { name: '要確認' });
    await within(part).findByText('承認待ちの成果');
    const items = within(part)
      .getAllByRole('listitem')
      .map((item) => item.textContent);
    expect(items).toEqual([
      'ページビューの計測が止まっています 2日間最後の計測は2026/11/17 12:00:00。それまでの4週間で最も長い空白は1日でした。',
      '承認待ちの成果 1,200件最も古いCVは9日前（2026/11/11 12:00:00）',
      '注文の重複になった承認済みの成果 2件最新のCVは2026/11/11 12:00:00',
      expect.stringMatching(/^記録されなかったイベント 4件直近7日.+ 4件$/),
      'いつもと違う日 1件2026/11/19（木） クリック数 150（通常は65〜135）',
      'まもなく終了する広告 1件年末限定　2026/11/25（水）まで',
    ]);
    expect(within(part).getByRole('link', { name: /承認待ち/ })).toHaveAttribute(
      'href',
      '/log/cv-approve?product_id=1',
    );
    expect(within(part).getByRole('link', { name: /注文の重複/ })).toHaveAttribute(
      'href',
      '/log/result?product_id=1&approvalStatus=1&excludedReason=duplicate_order',
    );
    expect(within(part).getByRole('link', { name: /年末限定/ })).toHaveAttribute('href', '/ad/ad/5');
    expect(within(part).getByText(/過去8週の中央値/)).toBeInTheDocument();
  });

  it('counts only approved conversions by one switch', async () => {
    await show([FULL, FULL]);
    const day = await screen.findByRole('region', { name: '昨日' });
    expect(within(day).getByText('最終CV合計')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('switch', { name: '承認済みのみ' }));
    for (const name of ['承認CV', '承認売上', '承認CPA', '承認ROAS'])
      expect((await within(day).findAllByText(name)).length).toBeGreaterThan(0);
    expect(within(day).queryByText('最終CV合計')).toBeNull();
  });

  it('says that there are no alerts', async () => {
    await show([{ ...FULL, attention: QUIET }]);
    expect(await screen.findByText('いま確認が必要な項目はありません。')).toBeInTheDocument();
  });

  it('moves through the trend by arrow keys, compared with the same weekdays before', async () => {
    const { query } = await show([FULL]);
    const chart = await screen.findByRole('slider', {
      name: /最終CV合計の日別推移。最高は2026\/11\/19（木）の57、最低は2026\/10\/21（水）の28/,
    });
    chart.focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(chart).toHaveAttribute('aria-valuetext', '11/19 2026/11/19（木） 57 2026/10/22（木） 29');
    await userEvent.keyboard('{ArrowLeft}{Escape}');
    expect(chart).toHaveAttribute('aria-valuetext', '');
    expect(query().get('trend')).toBeNull();
    expect(requests).toHaveLength(1);
  });

  it("shows and stores the user's cards in order, and restores the default", async () => {
    const headings = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
    const { unmount } = await show([FULL]);
    await screen.findByText('120');
    expect(headings()).toEqual(['昨日', '要確認', '30日間の推移', '今月（昨日まで）', '上位・下位の広告']);
    await userEvent.click(screen.getByRole('button', { name: 'カードの表示' }));
    await userEvent.click(await screen.findByRole('button', { name: '「今月」を上へ' }));
    await userEvent.click(screen.getByRole('checkbox', { name: '要確認' }));
    expect(headings()).toEqual(['昨日', '今月（昨日まで）', '30日間の推移', '上位・下位の広告']);
    unmount();
    await show([FULL]);
    await screen.findByText('120');
    expect(headings()).toEqual(['昨日', '今月（昨日まで）', '30日間の推移', '上位・下位の広告']);
    await userEvent.click(screen.getByRole('button', { name: 'カードの表示' }));
    await userEvent.click(await screen.findByRole('button', { name: '初期の表示に戻す' }));
    expect(headings()).toEqual(['昨日', '要確認', '30日間の推移', '今月（昨日まで）', '上位・下位の広告']);
  });

  it('lists the next steps of the role while nothing is measured', async () => {
    const { unmount } = await show([EMPTY]);
    expect(await screen.findByText('まだ計測データがありません')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '計測タグを設置する' })).toBeInTheDocument();
    expect(screen.queryByText('クリック数')).not.toBeInTheDocument();
    unmount();
    await show([EMPTY], ['analyze']);
    expect(await screen.findByText(/管理者にご確認ください/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '計測タグを設置する' })).not.toBeInTheDocument();
  });

  it('offers a retry after a failure', async () => {
    await show([new Error('down'), FULL]);
    expect(await screen.findByRole('alert')).toHaveTextContent('計測データは失われていません');
    await userEvent.click(screen.getByRole('button', { name: '再試行' }));
    expect(await screen.findByText('120')).toBeInTheDocument();
  });
});
