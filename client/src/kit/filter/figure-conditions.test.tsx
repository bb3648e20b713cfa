import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../../test/render';
import { FigureConditions, type FigureColumn } from './figure-conditions';

const COLUMNS: readonly FigureColumn[] = [
  { key: 'cv_total_final', title: 'CV', unit: 'count' },
  { key: 'roas', title: 'ROAS', unit: 'ratio' },
];
const change = jest.fn();
const show = (values: readonly string[] = [], columns = COLUMNS) =>
  renderPage(<FigureConditions columns={columns} values={values} onChange={change} />, '/dashboard');
const box = () => screen.getByRole('textbox', { name: '値' });

beforeEach(() => change.mockClear());

describe('conditions on metric values', () => {
  it.each([
    ['3{Enter}', 'cv_total_final>=3'],
    ['１，０００{Enter}', 'cv_total_final>=1000'],
    ['-0.5{Enter}', 'cv_total_final>=-0.5'],
  ])('adds %s', async (typed, condition) => {
    await show(['roas<0.8']);
    await userEvent.type(box(), typed);
    expect(change).toHaveBeenCalledWith(['roas<0.8', condition]);
    expect(box()).toHaveValue('');
  });

  it('takes ratios in percent', async () => {
    await show([], COLUMNS.slice(1));
    await userEvent.type(box(), '12.3{Enter}');
    expect(change).toHaveBeenCalledWith(['roas>=0.123']);
  });

  it('rejects text, a repeated condition, and more than ten', async () => {
    const { unmount } = await show(['cv_total_final>=3']);
    await userEvent.type(box(), '多い{Enter}');
    expect(screen.getByText('数値で入力してください。')).toBeInTheDocument();
    await userEvent.clear(box());
    await userEvent.type(box(), '3{Enter}');
    expect(change).not.toHaveBeenCalled();
    unmount();
    await show(Array.from({ length: 10 }, (_, n) => `cv_total_final>=${n}`));
    expect(screen.getByText('数値の条件は10件までです。')).toBeInTheDocument();
    fireEvent.change(box(), { target: { value: '99' } });
    expect(screen.getByRole('button', { name: /条件を追加$/ })).toBeDisabled();
  });

  it('says each condition in words, and removes it', async () => {
    await show(['cv_total_final>=3', 'roas<0.805', 'custom_9>1']);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'CV 3以上',
      'ROAS 80.5%未満',
      'custom_9 1より大きい',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'ROAS 80.5%未満の絞り込みを外す' }));
    expect(change).toHaveBeenCalledWith(['cv_total_final>=3', 'custom_9>1']);
  });
});
