import { screen } from '@testing-library/react';
import { renderPage } from '../../../test/render';
import { resolveDays, type Comparison } from '../period/comparison';
import { ComparisonNote } from './report-notes';

const STANDING = { today: 20261125, weekStart: 1 } as const;
const PERIOD = { preset: 'custom', range: { from: 20261007, to: 20261124 } } as const;
const show = (comparison: Comparison) =>
  renderPage(
    <ComparisonNote
      state={{ period: PERIOD, comparison }}
      days={resolveDays(PERIOD, comparison, STANDING)}
    />,
  );
const unlike = () => screen.queryByText(/日数が異なります/)?.textContent;

describe('comparison note', () => {
  it.each<[Comparison, string]>([
    ['previous', '前期間（2026/08/19 〜 2026/10/06）と比較'],
    ['lastYear', '前年同期（2025/10/08 〜 2025/11/25）と比較'],
    [{ from: 20260701, to: 20260818 }, '指定の期間（2026/07/01 〜 2026/08/18）と比較'],
    ['none', '比較なし'],
  ])('names the comparison days: %j', async (comparison, text) => {
    await show(comparison);
    expect(screen.getByText(text)).toBeVisible();
  });

  it('warns about a chosen comparison period of different length', async () => {
    await show({ from: 20260803, to: 20260820 });
    expect(unlike()).toBe('日数が異なります（49日と18日）。件数や金額の増減には日数の差も含まれます');
  });

  it.each<[string, Comparison]>([
    ['as many chosen days', { from: 20260701, to: 20260818 }],
    ['the days before', 'previous'],
    ['nothing', 'none'],
  ])('gives no warning for %s', async (_, comparison) => {
    await show(comparison);
    expect(unlike()).toBeUndefined();
  });
});
