import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { testSession } from '../../test/render';
import { renderRoutes } from '../../test/render-routes';
import { tokenStore } from '../session/token-store';
import { settingRules, passwordFields } from '../../../shared/settings';
import { unsavedIn } from './form/form-body';
import { SingleForm } from './setting/single-form';

interface One {
  id: number;
  version: number;
  divName: string;
}
const ONE: One = { id: 5, version: 3, divName: '山田' };
const TOKENS = { access: 'a', refresh: 'r' };

/** Opens the form of a company. */
const open = (id = ONE.id, session = testSession) =>
  renderRoutes(
    {
      '/form': (
        <SingleForm
          definition={{
            entity: 'company',
            sections: [{ key: 'basic', title: () => '基本', items: ['divName'] }],
          }}
          one={{ ...ONE, id }}
          readOnly={false}
          save={() => Promise.resolve({ ...ONE, id, divName: '佐藤' })}
          reload={() => Promise.resolve(ONE)}
        />
      ),
    },
    '/form',
    session,
  );
const name = () => screen.getByRole('textbox', { name: /^会社・部署名/ });
const NOTE = /入力していた内容を復元しました/;

/** Types another name, then ends the session and closes the page. */
async function typeAndEnd(end: () => void): Promise<void> {
  tokenStore.write(TOKENS, false);
  const { unmount } = await open();
  await userEvent.clear(name());
  await userEvent.type(name(), '佐藤');
  act(end);
  unmount();
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe('unsaved input when a session expires', () => {
  it('is restored and marked as unsaved until it is saved', async () => {
    await typeAndEnd(() => tokenStore.clear(true));
    const { unmount } = await open();
    expect(name()).toHaveValue('佐藤');
    expect(screen.getByText(NOTE)).toHaveAttribute('role', 'status');
    await userEvent.click(screen.getByRole('button', { name: '保存する' }));
    await waitFor(() => expect(screen.queryByText(NOTE)).not.toBeInTheDocument());
    unmount();
    await open();
    expect(name()).toHaveValue('山田');
  });

  it('is not restored for another user, setting or product', async () => {
    await typeAndEnd(() => tokenStore.clear(true));
    const first = await open(6);
    expect(name()).toHaveValue('山田');
    first.unmount();
    const second = await open(ONE.id, { ...testSession, productId: 2 });
    expect(name()).toHaveValue('山田');
    second.unmount();
    await open(ONE.id, { ...testSession, profile: { ...testSession.profile, userId: 8 } });
    expect(name()).toHaveValue('山田');
    expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
  });

  it('is dropped if the user signed out', async () => {
    await typeAndEnd(() => tokenStore.clear());
    await open();
    expect(name()).toHaveValue('山田');
  });

  it('covers all fields of a new entry, the changes of an existing one, and never a password', () => {
    const fields = {
      userName: settingRules.user.fields.userName,
      email: settingRules.user.fields.email,
      ...passwordFields,
    };
    const of = (form: object) =>
      unsavedIn({
        dirty: true,
        fields,
        initial: { email: 'a@example.jp' },
        stored: undefined,
        values: { userName: '佐藤', email: 'a@example.jp', password: 'secret words' },
        ...form,
      });
    expect(of({})).toEqual({ userName: '佐藤', email: 'a@example.jp' });
    expect(of({ stored: { id: 5 } })).toEqual({ userName: '佐藤' });
    expect(of({ fields: passwordFields })).toBeUndefined();
    expect(of({ dirty: false })).toBeUndefined();
  });
});
