import { screen, within } from '@testing-library/react';
import { renderPage } from '../../../test/render';
import type { ReportRow } from './answer';
import { TargetStrip, TargetTable } from './target-table';
import type { FoldablePart } from './url-state';

const row = (more: object): ReportRow => ({
  figures: { cvTotalFinal: 60, adCost: 300_000, cpa: 5000, amountSum: 600_000, roas: 2 },
  ...more,
});
const textsOf = (name: string): (string | null)[] =>
  within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

it('shows target, actual value, achievement, landing with its band, and the outlook', async () => {
  await renderPage(
    <TargetTable
      total={row({
        targets: { cv: 120, cost: 500_000, cpa: 4000, roas: 2, amount: 1_300_000 },
        landing: { cv: 110, cost: 550_000, cpa: 5000, roas: 2.1, amount: 1_155_000 },
        landingLow: { cv: 95, cost: 520_000, amount: 1_100_000 },
        landingHigh: { cv: 125, cost: 580_000, amount: 1_210_000 },
        pace: { cv: 110 / 120, cost: 1.1, cpa: 1.25, roas: 1.05, amount: 0.88 },
      })}
    />,
  );
  expect(textsOf('最終CV合計')).toEqual(['120', '60', '50.0%', '95 〜 125110', '91.7%', '目標前後の見込み']);
  expect(textsOf('広告費').at(-1)).toBe('超過する見込み');
  expect(textsOf('CPA')).toEqual(['4,000円', '5,000円', '125.0%', '5,000円', '125.0%', '超過する見込み']);
  expect(textsOf('ROAS').at(-1)).toBe('達成する見込み');
  expect(textsOf('売上').at(-1)).toBe('届かない見込み');
});

it('leaves out measures without a target, and landings that are unknown', async () => {
  const { container } = await renderPage(
    <TargetTable total={row({ targets: { cost: 400_000 }, landing: null, pace: null })} />,
  );
  expect(container.querySelectorAll('tbody tr')).toHaveLength(1);
  expect(textsOf('広告費')).toEqual(['400,000円', '300,000円', '75.0%', '-', '-', '']);
});

it.each([[undefined], [row({})], [row({ targets: null })]])('is empty for %j', async (total) => {
  const { container } = await renderPage(<TargetTable total={total} />);
  expect(container.querySelector('table')).toBeNull();
});

it('states the outlooks on one line, and unfolds the table', async () => {
  const toggled: FoldablePart[] = [];
  const total = row({ targets: { cv: 120, cpa: 4000 }, landing: { cv: 130, cpa: 5000 } });
  const strip = (isFolded: boolean) => (
    <TargetStrip
      total={total}
      folded={{ isFolded: () => isFolded, toggle: (part) => void toggled.push(part) }}
    />
  );
  const { unmount } = await renderPage(strip(true));
  const button = screen.getByRole('button', { expanded: false });
  expect(button).toHaveTextContent('目標と着地見込み最終CV合計達成する見込みCPA超過する見込み');
  expect(screen.queryByRole('table')).toBeNull();
  button.click();
  expect(toggled).toEqual(['targets']);
  unmount();
  await renderPage(strip(false));
  expect(screen.getByRole('table')).toBeInTheDocument();
});
