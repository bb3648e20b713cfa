import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  field,
  resetSetting,
  list,
  refetchRows,
  refusal,
  remove,
  save,
  type,
  withRight,
} from '../../../test/ad-setting';

jest.mock('./use-dependents', () => ({ useDependents: () => undefined }));

beforeEach(resetSetting);

describe('dialogs of a list', () => {
  // rule: screens-21
  it('add: names required fields, saves, closes and reloads the list', async () => {
    await list();
    await userEvent.click(screen.getByRole('button', { name: /広告を追加/ }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: '保存する' }));
    expect(
      await within(dialog).findByRole('heading', { name: '入力内容をご確認ください（1件）' }),
    ).toBeInTheDocument();
    expect(save).not.toHaveBeenCalled();
    await userEvent.click(within(dialog).getByRole('button', { name: '広告名' }));
    expect(field('広告名')).toHaveFocus();
    await type('広告名', '  新しい広告 ');
    await type('クリック単価', '１，２３４');
    await userEvent.click(within(dialog).getByRole('button', { name: '保存する' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(save.mock.lastCall?.[0]).toBeUndefined();
    expect(save.mock.lastCall?.[1]).toMatchObject({ adName: '新しい広告', clickCost: 1234, status: true });
    expect(refetchRows).toHaveBeenCalled();
  });

  // rule: screens-23
  it('edit: sends the changes and the version that was read; cancel asks if something changed', async () => {
    await list();
    await userEvent.click(screen.getByRole('button', { name: '指名：編集' }));
    await type('広告名', '一般');
    await userEvent.click(screen.getByRole('button', { name: 'キャンセル' }));
    await userEvent.click(await screen.findByRole('button', { name: '編集を続ける' }));
    await userEvent.click(screen.getByRole('button', { name: '保存する' }));
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect(save.mock.lastCall?.[1]).toEqual({ adName: '一般', version: 3 });
  });

  // rule: screens-24
  it('detail: shows no save button, and leads to editing', async () => {
    await list();
    await userEvent.click(screen.getByRole('button', { name: '指名：詳細' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).queryByRole('button', { name: '保存する' })).not.toBeInTheDocument();
    expect(within(dialog).getByText('100円')).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: '編集' }));
    expect(await screen.findByRole('button', { name: '保存する' })).toBeInTheDocument();
    // The pressed button is gone.
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^広告名/ })).toHaveFocus());
  });

  it('return the focus to the opener', async () => {
    await list();
    const details = screen.getByRole('button', { name: '指名：詳細' });
    await userEvent.click(details);
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(details).toHaveFocus();
  });

  // rule: screens-25
  it('stay open after saving if there is a next step', async () => {
    await list({ nextStep: () => <p>URLをコピー</p> });
    await userEvent.click(screen.getByRole('button', { name: /広告を追加/ }));
    await type('広告名', '新規');
    await userEvent.click(screen.getByRole('button', { name: '保存する' }));
    expect(await screen.findByText('URLをコピー')).toBeInTheDocument();
    expect(refetchRows).toHaveBeenCalled();
  });

  it('delete asks, and offers to invalidate a record that has logs', async () => {
    remove.mockRejectedValueOnce(refusal('CONFLICT', {}, ['削除できません', '接触ログ 12件']));
    await list();
    await userEvent.click(screen.getByRole('button', { name: '指名：削除' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/「指名」/)).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: '削除' }));
    expect(await within(dialog).findByText(/接触ログ 12件/)).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: '無効にする' }));
    await waitFor(() => expect(save.mock.lastCall?.[1]).toEqual({ status: false, version: 3 }));
    await waitFor(() => expect(refetchRows).toHaveBeenCalled());
  });

  it('offer no add, edit or delete to users who may only view', async () => {
    await list({}, withRight('VIEW'));
    expect(screen.queryByRole('button', { name: /広告を追加/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '指名：編集' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '指名：削除' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: '指名：詳細' })).toBeInTheDocument();
  });

  it('offer no edit or delete of records that only their creator may change, in the list or in details', async () => {
    await list({ mayChange: () => false });
    expect(screen.getByRole('button', { name: /広告を追加/ })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '指名：編集' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '指名：削除' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '指名：詳細' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).queryByRole('button', { name: /編集/ })).not.toBeInTheDocument();
  });
});
