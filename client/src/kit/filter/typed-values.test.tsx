import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../../test/render';
import { TypedValues } from './filter-picker';

const change = jest.fn();
const show = (values: readonly string[] = [], max = 3) =>
  renderPage(
    <TypedValues
      field={{ name: 'visitorId', label: '訪問者ID', choices: [] }}
      typed={{ hint: '完全に一致', max }}
      values={values}
      onChange={change}
    />,
    '/log/access',
  );
const box = () => screen.getByRole('textbox', { name: '訪問者ID' });

beforeEach(() => change.mockClear());

describe('typed values of a condition', () => {
  it('adds values on Enter, splits them at commas and skips duplicates', async () => {
    await show(['v1']);
    await userEvent.type(box(), ' v2, v1,v3 {Enter}');
    expect(change).toHaveBeenCalledWith(['v1', 'v2', 'v3']);
    expect(box()).toHaveValue('');
  });

  it('ignores empty input and the Enter that ends an IME composition', async () => {
    await show();
    fireEvent.keyDown(box(), { key: 'Enter' });
    fireEvent.change(box(), { target: { value: '東京' } });
    fireEvent.keyDown(box(), { key: 'Enter', isComposing: true });
    expect(change).not.toHaveBeenCalled();
  });

  it('refuses more values than the server accepts', async () => {
    await show(['v1', 'v2']);
    fireEvent.change(box(), { target: { value: 'v3,v4' } });
    expect(screen.getByRole('button', { name: '値を追加' })).toBeDisabled();
    expect(screen.getByText('3件まで指定できます。')).toBeInTheDocument();
  });

  it('removes values one by one', async () => {
    await show(['v1', 'v2']);
    await userEvent.click(screen.getByRole('button', { name: /v1.*の絞り込みを外す/ }));
    expect(change).toHaveBeenCalledWith(['v2']);
  });
});
