import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  field,
  resetSetting,
  page,
  refetch,
  refusal,
  ROW,
  save,
  type,
  withRight,
} from '../../../test/ad-setting';

jest.mock('./use-dependents', () => ({ useDependents: () => undefined }));

beforeEach(resetSetting);

describe('page of a setting', () => {
  it('shows the error of a field after blur', async () => {
    await page();
    await type('成果単価', '123456789');
    expect(screen.queryByText(/整数部8桁以内/)).not.toBeInTheDocument();
    await userEvent.tab();
    expect(await screen.findByText(/整数部8桁以内/)).toBeInTheDocument();
    expect(field('成果単価')).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByText('必須')).toBeInTheDocument();
  });

  it('shows the error of a field only after the click that blurred it, so that buttons stay under the pointer', async () => {
    await page();
    await type('成果単価', '123456789');
    const user = userEvent.setup();
    await user.pointer({ keys: '[MouseLeft>]', target: field('クリック単価') });
    expect(field('クリック単価')).toHaveFocus();
    expect(screen.queryByText(/整数部8桁以内/)).not.toBeInTheDocument();
    await user.pointer({ keys: '[/MouseLeft]' });
    expect(await screen.findByText(/整数部8桁以内/)).toBeInTheDocument();
  });

  it('moves the focus to the first field when editing starts, because the pressed button is gone', async () => {
    await page('/ad/setting/5?mode=detail');
    await userEvent.click(screen.getByRole('button', { name: /編集$/ }));
    expect(await screen.findByRole('button', { name: '保存する' })).toBeInTheDocument();
    expect(field('広告名')).toHaveFocus();
  });

  it('opens under its own product if the address names another one', async () => {
    const products = [1, 2].map((id) => ({ ...withRight('EDIT').products[0]!, id }));
    const useOne = () => ({ one: { ...ROW, productId: 2 }, error: undefined, refetch });
    const { query } = await page(
      '/ad/setting/5?mode=detail&product_id=1',
      { ...withRight('EDIT'), products },
      { perProduct: true, useOne },
    );
    expect(Object.fromEntries(query())).toEqual({ mode: 'detail', product_id: '2' });
    expect(screen.queryByRole('heading', { name: '指名' })).not.toBeInTheDocument();
  });

  it('is not found if its product is not open to the user', async () => {
    await page('/ad/setting/5', withRight('EDIT'), {
      perProduct: true,
      useOne: () => ({ one: { ...ROW, productId: 2 }, error: undefined, refetch }),
    });
    expect(screen.queryByRole('heading', { name: '指名' })).not.toBeInTheDocument();
    expect(screen.getByText(/見つかりません/)).toBeInTheDocument();
  });

  it('names the maximum length from the first character typed', async () => {
    await page();
    expect(screen.queryByText('255文字以内で入力')).not.toBeInTheDocument();
    await type('広告名', 'あ');
    expect(screen.getByText('255文字以内で入力')).toBeInTheDocument();
    await userEvent.clear(field('広告名'));
    expect(screen.queryByText('255文字以内で入力')).not.toBeInTheDocument();
  });

  it('shows full-width digits as a number after blur', async () => {
    await page();
    await type('クリック単価', '１２３４．５');
    await userEvent.tab();
    expect(field('クリック単価')).toHaveValue('1,234.5');
  });

  it('is not submitted by the Enter that ends a composition, in either order of events', async () => {
    await page();
    await type('広告名', 'かな');
    const input = field('広告名');
    expect(fireEvent.keyDown(input, { key: 'Enter', isComposing: true })).toBe(false);
    expect(fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 })).toBe(false);
    expect(fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 })).toBe(true);
    expect(save).not.toHaveBeenCalled();
  });

  it("shows the server's error at its field until the field changes", async () => {
    save.mockRejectedValueOnce(refusal('BAD_USER_INPUT', { adName: ['すでに使用されています'] }));
    await page();
    await type('広告名', '重複');
    await userEvent.click(screen.getByRole('button', { name: '保存する' }));
    expect(await screen.findAllByText(/すでに使用されています/)).not.toHaveLength(0);
    expect(field('広告名')).toHaveAttribute('aria-invalid', 'true');
    await type('広告名', '別の名前');
    expect(screen.queryByText(/すでに使用されています/)).not.toBeInTheDocument();
  });

  it.each(['5', 'new'])(
    'reports an unreachable server and keeps the input; a retry has the same idempotency key: %s',
    async (id) => {
      save.mockRejectedValueOnce(new TypeError('Failed to fetch'));
      await page(`/ad/setting/${id}`);
      await type('広告名', '一般');
      await userEvent.click(screen.getByRole('button', { name: '保存する' }));
      expect(await screen.findAllByText(/サーバーに接続できませんでした/)).not.toHaveLength(0);
      expect(field('広告名')).toHaveValue('一般');
      await userEvent.click(await screen.findByRole('button', { name: '保存する' }));
      const [first, second] = save.mock.calls.map(([, , , once]) => once?.headers['Idempotency-Key']);
      expect([first, second]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), first]);
    },
  );

  it("shows a concurrent save, and keeps or drops the user's input", async () => {
    save.mockRejectedValueOnce(refusal('CONFLICT', { version: ['4'], clickCost: ['200'] }));
    refetch.mockResolvedValue({ ...ROW, clickCost: 200, version: 4 });
    await page();
    await type('広告名', '一般');
    await userEvent.click(screen.getByRole('button', { name: '保存する' }));
    expect(
      await screen.findByRole('heading', { name: '別の画面または他のユーザーが先に保存しています' }),
    ).toBeInTheDocument();
    const row = screen.getByRole('row', { name: /クリック単価/ });
    expect(row).toHaveTextContent('100円200円変更なし');
    await userEvent.click(screen.getByRole('button', { name: '入力した内容を残して続ける' }));
    expect(field('広告名')).toHaveValue('一般');
    expect(field('広告名')).toHaveFocus();
    expect(field('クリック単価')).toHaveValue('200');
    await userEvent.click(screen.getByRole('button', { name: '保存する' }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    expect(save.mock.lastCall?.[1]).toEqual({ adName: '一般', version: 4 });
  });

  it('asks before leaving a changed form, but not after saving', async () => {
    const { router } = await page();
    await type('広告名', '一般');
    await userEvent.click(screen.getByRole('link', { name: '別の画面へ' }));
    expect(await screen.findByText('変更を破棄しますか？')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '編集を続ける' }));
    expect(router.state.location.pathname).toBe('/ad/setting/5');
    await userEvent.click(screen.getByRole('button', { name: '保存する' }));
    expect(await screen.findByText('保存しました')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: '別の画面へ' }));
    expect(await screen.findByText('一覧')).toBeInTheDocument();
  });

  // rule: messages-12
  it('leads to the page of a new record, with a note that it was saved', async () => {
    const { router } = await page('/ad/setting/new', withRight('EDIT'), {
      nextStep: (_one, added) => added && <p>URLをコピー</p>,
    });
    await type('広告名', '新規');
    await userEvent.click(screen.getByRole('button', { name: '保存する' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/ad/setting/5'));
    expect(await screen.findByText('URLをコピー')).toBeInTheDocument();
  });

  it.each(['5', 'new'])(
    'moves the focus to the note after saving by keyboard, not to the top of the page: %s',
    async (id) => {
      await page(`/ad/setting/${id}`);
      await type('広告名', '一般');
      act(() => screen.getByRole('button', { name: '保存する' }).focus());
      await userEvent.keyboard('{Enter}');
      const word = (await screen.findByText('保存しました')).closest('[role=status]');
      expect(word).toHaveFocus();
    },
  );

  it('keeps the focus in the field that submitted the form', async () => {
    await page();
    await type('広告名', '一般{Enter}');
    expect(await screen.findByText('保存しました')).toBeInTheDocument();
    expect(field('広告名')).toHaveFocus();
  });

  it('offers different next steps after adding and after editing', async () => {
    await page('/ad/setting/5', withRight('EDIT'), {
      nextStep: (_one, added) => <p>{added ? '追加の次' : '変更の次'}</p>,
    });
    await type('広告名', '別名');
    await userEvent.click(screen.getByRole('button', { name: '保存する' }));
    expect(await screen.findByText('変更の次')).toBeInTheDocument();
  });

  it('shows an agency neither costs nor their section', async () => {
    await page('/ad/setting/5', withRight('EDIT', 4));
    expect(screen.queryByText('クリック単価')).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: '費用' })).toBeInTheDocument();
  });

  it('is read-only for records that only their creator may change', async () => {
    await page('/ad/setting/5', withRight('EDIT'), { mayChange: () => false });
    expect(screen.getByRole('heading', { name: '指名' })).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    for (const name of [/保存する/, /削除/, /編集/])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });

  it('reports an invalid id as not found', async () => {
    await page('/ad/setting/x');
    expect(screen.getByText('対象が見つかりません')).toBeInTheDocument();
  });

  it.each([
    ['without an answer', new Error('down'), /^保存できませんでした：/],
    [
      'with a server error',
      refusal('INTERNAL_SERVER_ERROR', {}, ['処理できませんでした']),
      /^保存できませんでした：/,
    ],
    [
      'because the record was deleted elsewhere',
      refusal('NOT_FOUND'),
      /^保存できませんでした：削除されたか、/,
    ],
  ])(
    'scrolls to the error of a save that ended %s, and repeats it in the footer',
    async (_name, error, words) => {
      Element.prototype.scrollIntoView = jest.fn();
      save.mockRejectedValueOnce(error);
      await page();
      await type('広告名', '新しい名');
      await userEvent.click(screen.getByRole('button', { name: '保存する' }));
      expect(await screen.findByText(words)).toBeInTheDocument();
      expect(screen.getByRole('alert')).toHaveFocus();
      expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
    },
  );

  it('reports a save of a record deleted elsewhere without the name of the failure', async () => {
    save.mockRejectedValueOnce(refusal('NOT_FOUND', {}, ['対象が見つかりません。']));
    await page();
    await type('広告名', '新しい名');
    await userEvent.click(screen.getByRole('button', { name: '保存する' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/削除されたか、/);
    expect(alert).not.toHaveTextContent(/404|対象が見つかりません/);
  });
});
