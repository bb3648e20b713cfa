import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { renderPage } from '../../../test/render';
import { tokenStore } from '../../session/token-store';
import { ForgotPassword } from './forgot-password';
import { Login } from './login/login';
import { Invitation } from './reset-password';

const fields = () => screen.findAllByLabelText(/パスワード/);

const answers = (config: object) => {
  const requests: string[] = [];
  globalThis.fetch = jest.fn((address: string) => {
    requests.push(String(address));
    return Promise.resolve({
      ok: true,
      status: 200,
      json: () => Promise.resolve(String(address).includes('config') ? config : {}),
      text: () => Promise.resolve('{}'),
    });
  }) as never;
  return requests;
};

describe('pages without a session', () => {
  it('forgotten password: promises no mail without a mail server', async () => {
    answers({ mails: false });
    await renderPage(<ForgotPassword />);
    expect(await screen.findByText(/このサーバーではメールを送信できません/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'メールを送る' })).toBeNull();
  });

  it('sign-in: follows a sign-in in another tab', async () => {
    answers({});
    await renderPage(<Login />, '/login?next=%2Fad%2Fad');
    expect(screen.getByRole('button', { name: 'サインイン' })).toBeTruthy();
    act(() => tokenStore.write({ access: 'a', refresh: 'r' }, false));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'サインイン' })).toBeNull());
    await act(async () => tokenStore.clear());
  });

  it("invitation: asks for the first password and sets it with the link's token", async () => {
    const requests = answers({});
    await renderPage(<Invitation />, '/invitation?token=secret');
    expect(screen.getByRole('heading', { name: 'ご招待' })).toBeTruthy();
    for (const field of await fields()) fireEvent.change(field, { target: { value: 'long enough' } });
    fireEvent.click(screen.getByRole('button', { name: 'パスワードを設定する' }));
    await waitFor(() => expect(requests).toContain('/api/v1/auth/reset-password/'));
  });

  it('invitation: leads to a sign-in with the email filled in and the focus on the password', async () => {
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
    ['a rejection', refusal(400), /この招待リンクは、有効期限が切れているか/],
  ])('invitation: with %s, says only what is known about the link', async (_what, answer, expected) => {
    answers({});
    await renderPage(<Invitation />, '/invitation?token=secret');
    for (const field of await fields()) fireEvent.change(field, { target: { value: 'long enough' } });
    globalThis.fetch = jest.fn(answer) as never;
    fireEvent.click(screen.getByRole('button', { name: 'パスワードを設定する' }));
    expect(await screen.findByText(expected)).toBeTruthy();
  });

  it('invitation: reports an invalid link before a password is typed, and offers a way on', async () => {
    answers({});
    globalThis.fetch = jest.fn(refusal(400)) as never;
    await renderPage(<Invitation />, '/invitation?token=used');
    expect(await screen.findByText(/この招待リンクは、有効期限が切れているか/)).toBeTruthy();
    expect(screen.queryByLabelText(/パスワード/)).toBeNull();
    expect(screen.getByRole('link', { name: 'サインインへ戻る' })).toHaveAttribute('href', '/login');
  });

  it.each([
    ['no answer', noAnswer],
    ['too many requests', refusal(429)],
  ])('invitation: shows the form even with %s for its link', async (_what, answer) => {
    answers({});
    globalThis.fetch = jest.fn(answer) as never;
    await renderPage(<Invitation />, '/invitation?token=secret');
    expect(await screen.findByRole('button', { name: 'パスワードを設定する' })).toBeEnabled();
  });

  it('invitation: counts the characters of a password as the server does', async () => {
    const requests = answers({});
    await renderPage(<Invitation />, '/invitation?token=secret');
    for (const field of await fields()) fireEvent.change(field, { target: { value: '🔑'.repeat(4) } });
    fireEvent.click(screen.getByRole('button', { name: 'パスワードを設定する' }));
    expect(await screen.findByText('8文字以上128文字以内で入力してください')).toBeTruthy();
    expect(requests).not.toContain('/api/v1/auth/reset-password/');
  });
});
