import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderRoutes } from '../../../test/render-routes';
import { confirmLeaving } from '../leaving';
import { SingleForm } from './single-form';
import type { FormValues } from '../form/form-definition';

interface One {
  id: number;
  version: number;
  adName: string;
}
const ONE: One = { id: 5, version: 3, adName: '指名' };
const save = jest.fn<Promise<One>, [One, FormValues]>();
const signOut = jest.fn();

const page = () =>
  renderRoutes(
    {
      '/form': (
        <>
          <button type="button" onClick={() => confirmLeaving(signOut)}>
            サインアウト
          </button>
          <SingleForm
            definition={{
              entity: 'ad',
              sections: [{ key: 'basic', title: () => '基本', items: ['adName'] }],
            }}
            one={ONE}
            readOnly={false}
            productId={1}
            save={save}
            reload={() => Promise.resolve(ONE)}
          />
        </>
      ),
    },
    '/form',
  );
const name = () => screen.getByRole('textbox', { name: /^広告名/ });
const change = async (): Promise<void> => {
  await userEvent.clear(name());
  await userEvent.type(name(), '一般');
};
const press = (text: string) => userEvent.click(screen.getByRole('button', { name: text }));

beforeEach(() => jest.clearAllMocks());

describe('a changed form', () => {
  it('asks before sign-out, with the safe choice first', async () => {
    await page();
    await change();
    await press('サインアウト');
    expect(await screen.findByText('変更を破棄しますか？')).toBeInTheDocument();
    // A dialog focuses its first button.
    expect(within(screen.getByRole('dialog')).getAllByRole('button')[0]).toHaveTextContent('編集を続ける');
    await press('編集を続ける');
    await waitFor(() => expect(screen.queryByText('変更を破棄しますか？')).not.toBeInTheDocument());
    expect(signOut).not.toHaveBeenCalled();
    expect(name()).toHaveValue('一般');
    await press('サインアウト');
    await userEvent.click(await screen.findByRole('button', { name: '破棄して移動' }));
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  it('returns the focus to the last field after the user stays', async () => {
    await page();
    await change();
    await press('サインアウト');
    await screen.findByText('変更を破棄しますか？');
    await press('編集を続ける');
    await waitFor(() => expect(name()).toHaveFocus());
  });

  it('of a product asks before another product is chosen on the same page', async () => {
    const { router } = await page();
    await change();
    await act(() => router.navigate('/form?product_id=1&from=menu'));
    expect(screen.queryByText('変更を破棄しますか？')).not.toBeInTheDocument();
    act(() => void router.navigate('/form?product_id=2'));
    expect(await screen.findByText('変更を破棄しますか？')).toBeInTheDocument();
    await press('編集を続ける');
    expect(router.state.location.search).toBe('?product_id=1&from=menu');
    expect(name()).toHaveValue('一般');
  });

  it('drops the errors of a failed save together with its input', async () => {
    Element.prototype.scrollIntoView = jest.fn();
    save.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await page();
    await change();
    await press('保存する');
    expect(await screen.findByRole('alert')).toHaveTextContent('入力内容はそのまま残っています');
    await press('元に戻す');
    expect(name()).toHaveValue('指名');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.queryByText(/保存できませんでした/)).not.toBeInTheDocument();
  });
});

it('a form without changes does not delay sign-out', async () => {
  await page();
  await press('サインアウト');
  expect(signOut).toHaveBeenCalledTimes(1);
});
