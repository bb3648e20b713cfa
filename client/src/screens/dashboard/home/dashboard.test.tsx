import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of, throwError } from 'rxjs';
import { renderPage, testSession } from '../../../../test/render';
import { DashboardHome } from './index';

const NOTHING = { adClickCount: 0, pvCount: 0, cvTotalFinal: 0, adCost: 0, cpa: null, amountSum: 0, roas: null, roi: null, profit: 0 };
const figures = (more: object, row: object = {}) => ({ __typename: 'AdSummaryRow', ...row, figures: { __typename: 'Figures', ...NOTHING, ...more } });
const summaries = (total: object, more: object = {}, before?: object) => ({
  __typename: 'AdSummaries',
  total: figures(total, { previous: before ? { __typename: 'Figures', ...NOTHING, ...before } : null }),
  ...more,
});
const ad = (adId: number | null, name: string | null, cvTotalFinal: number) =>
  figures({ cvTotalFinal, adClickCount: 10 }, { adId, ad: name, noAd: adId === null });

const FULL = {
  today: summaries({ adClickCount: 9, cvTotalFinal: 1 }, { version: 3 }),
  day: summaries(
    { adClickCount: 120, cvTotalFinal: 15, adCost: 30_000, cpa: 2000, amountSum: 24_000, roas: 0.8, roi: -0.2, profit: -6000 },
    {},
    { adClickCount: 100, cvTotalFinal: 12, adCost: 20_000, cpa: 1600, amountSum: 30_000, roas: 1.5, roi: 0.5, profit: 10_000 },
  ),
  month: summaries(
    { adClickCount: 2000, cvTotalFinal: 80 },
    {
      version: 20,
      asOf: '2026-11-20T03:00:00.000Z',
      results: [ad(1, '指名', 30), ad(null, null, 20), ad(2, '一般', 12), ad(3, '休止中', 0)],
    },
    { adClickCount: 1600, cvTotalFinal: 100 },
  ),
  lastMonth: summaries({ adClickCount: 2400, cvTotalFinal: 150 }, { version: 31 }),
};
const EMPTY = {
  ...Object.fromEntries(['today', 'day', 'lastMonth'].map((name) => [name, summaries({}, { version: 0 }, {})])),
  month: summaries({}, { version: 0, asOf: '2026-11-20T03:00:00.000Z', results: [] }),
};

let asked: Record<string, unknown>[] = [];
async function show(answers: (object | Error)[], rights = ['analyze', 'products', 'ads']) {
  const link = new ApolloLink((operation) => {
    if (operation.operationName === 'FigureNews') return of({ data: { figureVersion: 54, computing: null } });
    asked.push(operation.variables);
    const answer = answers[Math.min(asked.length, answers.length) - 1]!;
    return answer instanceof Error ? throwError(() => answer) : of({ data: answer as Record<string, unknown> });
  });
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const profile = { ...testSession.profile, rights: rights.map((menu) => ({ menu, level: 'VIEW' as const })) };
  return renderPage(<ApolloProvider client={client}><DashboardHome /></ApolloProvider>, '/dashboard', { ...testSession, profile });
}
const figure = (part: HTMLElement, name: string): HTMLElement => within(part).getByText(name).closest('div')!;

beforeEach(() => {
  asked = [];
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T12:00:00+09:00'));
  globalThis.fetch = jest.fn().mockResolvedValue({ ok: false, json: () => Promise.resolve({}) });
});
afterEach(() => jest.restoreAllMocks());

describe('the dashboard', () => {
  it('asks once, for today, yesterday beside the day before, and the finished days of the month beside those of the last', async () => {
    await show([FULL]);
    await screen.findByText('120');
    expect(asked).toEqual([
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
        ads: 6,
      },
    ]);
  });

  it('sets each figure beside what came before, and says which way is good', async () => {
    await show([FULL]);
    await screen.findByText('120');
    const day = screen.getByRole('region', { name: '昨日' });
    expect(figure(day, 'クリック数')).toHaveTextContent('▲20.0%+20.0%（改善）前日 100今日 9');
    expect(figure(day, 'CPA')).toHaveTextContent('2,000円▲25.0%+25.0%（悪化）前日 1,600円');
    expect(figure(day, '広告費')).toHaveTextContent('+50.0%（変動）');
    expect(figure(day, '利益')).toHaveTextContent('-6,000円▼160.0%-160.0%（悪化）前日 10,000円');
    const month = screen.getByRole('region', { name: '今月' });
    expect(figure(month, '最終CV合計')).toHaveTextContent('80▼20.0%-20.0%（悪化）前月同期 100前月全体 150');
    expect(screen.getByText('2026/11/19（木）')).toBeInTheDocument();
    expect(screen.getByText(/2026\/11\/20 12:00:00 時点/)).toBeInTheDocument();
  });

  it('lists ads with CVs, without direct ones, each leading to its statistics of the same period', async () => {
    await show([FULL]);
    const ads = await screen.findByRole('region', { name: '今月の上位広告' });
    await within(ads).findByText('指名');
    expect(within(ads).getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['指名', '一般']);
    expect(within(ads).getByRole('link', { name: '一般' })).toHaveAttribute('href', '/analyze/ad-statistics?period=thisMonth&ad_ids=2');
    expect(screen.getByRole('link', { name: /^昨日/ })).toHaveAttribute('href', '/analyze/ad-statistics?from=2026-11-19&to=2026-11-19');
    expect(screen.getByRole('link', { name: /^今月:/ })).toHaveAttribute('href', '/analyze/ad-statistics?period=thisMonth');
  });

  it('says what to do next while nothing is measured, as far as the role may', async () => {
    const { unmount } = await show([EMPTY]);
    expect(await screen.findByText('まだ計測データがありません')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '計測タグを設置する' })).toBeInTheDocument();
    expect(screen.queryByText('クリック数')).not.toBeInTheDocument();
    unmount();
    await show([EMPTY], ['analyze']);
    expect(await screen.findByText(/管理者にご確認ください/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '計測タグを設置する' })).not.toBeInTheDocument();
  });

  it('offers to try again after a failure', async () => {
    await show([new Error('down'), FULL]);
    expect(await screen.findByRole('alert')).toHaveTextContent('計測データは失われていません');
    await userEvent.click(screen.getByRole('button', { name: '再試行' }));
    expect(await screen.findByText('120')).toBeInTheDocument();
  });
});
