import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { renderPage } from '../../../test/render';
import { tokenStore } from '../../session/token-store';
import { ForgotPassword } from './forgot-password';
import { Login } from './login/login';
import { Invitation } from './reset-password';

const fields = () => screen.findAllByLabelText(/パスワード/);

const answers = (config: object) => {
  const asked: string[] = [];
  globalThis.fetch = jest.fn((address: string) => {
    asked.push(String(address));
    return Promise.resolve({
      ok: true,
      status: 200,
      json: () => Promise.resolve(String(address).includes('config') ? config : {}),
      text: () => Promise.resolve('{}'),
    });
  }) as never;
  return asked;
};

describe('pages without a session', () => {
  it('the forgotten password: promises no mail where none goes out', async () => {
    answers({ mails: false });
    await renderPage(<ForgotPassword />);
    expect(await screen.findByText(/このサーバーではメールを送信できません/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'メールを送る' })).toBeNull();
  });

  it('the sign-in: follows another tab in which somebody signs in', async () => {
    answers({});
    await renderPage(<Login />, '/login?next=%2Fad%2Fad');
    expect(screen.getByRole('button', { name: 'サインイン' })).toBeTruthy();
    act(() => tokenStore.write({ access: 'a', refresh: 'r' }, false));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'サインイン' })).toBeNull());
    await act(async () => tokenStore.clear());
  });

  it('an invitation: speaks of the first password and sets it by the link', async () => {
    const asked = answers({});
    await renderPage(<Invitation />, '/invitation?token=secret');
    expect(screen.getByRole('heading', { name: 'ご招待' })).toBeTruthy();
    for (const field of await fields()) fireEvent.change(field, { target: { value: 'long enough' } });
    fireEvent.click(screen.getByRole('button', { name: 'パスワードを設定する' }));
    await waitFor(() => expect(asked).toContain('/api/v1/auth/reset-password/'));
  });

  it('an invitation: leads to a sign-in that knows the address, and waits for the password', async () => {
    answers({});
    await renderPage(
      <Routes>
        <Route path="/invitation" element={<Invitation />} />
        <Route path="/login" element={<Login />} />
      </Routes>,
      '/invitation?token=secret#email=new%2Bone%40alpha.example',
    );
    for (const field of await fields()) fireEvent.change(field, { target: { value: 'long enough' } });
    fireEvent.click(screen.getByRole('button', { name: 'パスワードを設定する' }));
    expect(await screen.findByLabelText('メールアドレス')).toHaveValue('new+one@alpha.example');
    expect(screen.getByLabelText('パスワード')).toHaveFocus();
  });

  const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'));
  const refusal = (status: number) => () =>
    Promise.resolve({
      ok: false,
      status,
      json: () => Promise.resolve({ _message: ['x'] }),
      headers: new Headers(),
    });

  it.each([
    ['no answer', noAnswer, /サーバーに接続できませんでした/],
    ['a refusal', refusal(400), /この招待リンクは、有効期限が切れているか/],
  ])('an invitation: %s says of the link only what is known', async (_what, answer, said) => {
    answers({});
    await renderPage(<Invitation />, '/invitation?token=secret');
    for (const field of await fields()) fireEvent.change(field, { target: { value: 'long enough' } });
    globalThis.fetch = jest.fn(answer) as never;
    fireEvent.click(screen.getByRole('button', { name: 'パスワードを設定する' }));
    expect(await screen.findByText(said)).toBeTruthy();
  });

  it('an invitation: a link that opens nothing says so before a password is typed, and leads on', async () => {
    answers({});
    globalThis.fetch = jest.fn(refusal(400)) as never;
    await renderPage(<Invitation />, '/invitation?token=used');
    expect(await screen.findByText(/この招待リンクは、有効期限が切れているか/)).toBeTruthy();
    expect(screen.queryByLabelText(/パスワード/)).toBeNull();
    expect(screen.getByRole('link', { name: 'サインインへ戻る' })).toHaveAttribute('href', '/login');
  });

  it.each([
    ['no answer', noAnswer],
    ['too many questions', refusal(429)],
  ])('an invitation: with %s of its link the form is there all the same', async (_what, answer) => {
    answers({});
    globalThis.fetch = jest.fn(answer) as never;
    await renderPage(<Invitation />, '/invitation?token=secret');
    expect(await screen.findByRole('button', { name: 'パスワードを設定する' })).toBeEnabled();
  });

  it('an invitation: counts the characters of a password as the server does', async () => {
    const asked = answers({});
    await renderPage(<Invitation />, '/invitation?token=secret');
    for (const field of await fields()) fireEvent.change(field, { target: { value: '🔑'.repeat(4) } });
    fireEvent.click(screen.getByRole('button', { name: 'パスワードを設定する' }));
    expect(await screen.findByText('8文字以上128文字以内で入力してください')).toBeTruthy();
    expect(asked).not.toContain('/api/v1/auth/reset-password/');
  });
});
