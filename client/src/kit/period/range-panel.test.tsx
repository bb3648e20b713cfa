import { fireEvent, screen } from '@testing-library/react';
import { renderPage } from '../../../test/render';
import type { Comparison } from './comparison';
import { RangePanel } from './range-panel';
import type { Period } from './period';

const DAYS: Period = { preset: 'custom', range: { from: 20261101, to: 20261110 } };

async function show(comparison: Comparison = 'previous'): Promise<jest.Mock> {
  const onApply = jest.fn();
  await renderPage(
    <RangePanel
      period={DAYS}
      comparison={comparison}
      standing={{ today: 20261127, weekStart: 1 }}
      months={1}
      onApply={onApply}
      onCancel={() => undefined}
    />,
  );
  return onApply;
}
const type = (name: string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });
const apply = (): HTMLElement => screen.getByRole('button', { name: '適用する' });

describe('typed days', () => {
  it('applies them on Enter', async () => {
    const onApply = await show();
    type('終了日', '2026-11-20');
    fireEvent.keyDown(screen.getByLabelText('終了日'), { key: 'Enter', keyCode: 13 });
    expect(onApply).toHaveBeenCalledWith(
      { preset: 'custom', range: { from: 20261101, to: 20261120 } },
      'previous',
    );
  });

  it.each([
    ['in the future', '終了日', '2026/12/10'],
    ['out of order', '開始日', '2026/11/11'],
    ['malformed', '開始日', '11月'],
  ])('blocks applying days that are %s', async (_what, name, value) => {
    const onApply = await show();
    type(name, value);
    expect(apply()).toBeDisabled();
    expect(screen.getByRole('status')).toHaveTextContent('2026/11/27までの日付を入力してください');
    expect(screen.getByLabelText(name)).toBeInvalid();
    fireEvent.keyDown(screen.getByLabelText(name), { key: 'Enter', keyCode: 13 });
    expect(onApply).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: '過去7日間' }));
    expect(apply()).toBeEnabled();
  });

  it('blocks applying until the comparison is valid too', async () => {
    const onApply = await show({ from: 20261001, to: 20261010 });
    type('比較の終了日', '2026/09/10');
    expect(apply()).toBeDisabled();
    type('比較の開始日', '2026/09/01');
    fireEvent.click(apply());
    expect(onApply).toHaveBeenCalledWith(DAYS, { from: 20260901, to: 20260910 });
  });
});
