import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderPage, testSession } from '../../../test/render';
import type { Session } from '../../session/session-context';
import { Palette } from './palette';
import { Shortcuts } from './shortcuts';
import { PAUSE_MS } from './use-matches';

const everything = ['analyze', 'ads', 'asps', 'users', 'products', 'redirects'].map((menu) => ({
  menu,
  level: 'EDIT' as const,
}));

const SAVED = {
  __typename: 'SavedView',
  id: 3,
  code: 'abc',
  title: '週次の指名',
  path: '/analyze/ad-statistics',
  search: 'axis=ad',
  pinned: false,
};

function open(rights: Session['profile']['rights'] = everything) {
  const requests: Record<string, unknown>[] = [];
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: new ApolloLink(
      ({ variables, operationName }) =>
        new Observable((observer) => {
          if (operationName === 'PinnedViews') {
            observer.next({ data: { savedViews: [SAVED] } });
            observer.complete();
            return;
          }
          requests.push(variables);
          const { ads, asps, users } = variables;
          observer.next({
            data: {
              ...(ads && {
                ads: { __typename: 'AdPage', results: [{ __typename: 'Ad', id: 12, adName: '春の指名' }] },
              }),
              ...(asps && { asps: { __typename: 'AspPage', results: [] } }),
              ...(users && { users: { __typename: 'UserPage', results: [] } }),
            },
          });
          observer.complete();
        }),
    ),
  });
  const done = { onClose: jest.fn(), showShortcuts: jest.fn(), showLayout: jest.fn() };
  const session = {
    ...testSession,
    profile: { ...testSession.profile, rights },
    menuTitles: { custom_1: '朝の確認' },
    signOut: jest.fn(),
  };
  return renderPage(
    <ApolloProvider client={client}>
      <Palette {...done} />
    </ApolloProvider>,
    '/',
    session,
  ).then(() => ({ requests, done, session }));
}
const type = (text: string): void =>
  void fireEvent.change(screen.getByRole('combobox'), { target: { value: text } });
const options = (): string[] => screen.queryAllByRole('option').map((one) => one.textContent ?? '');

describe('command palette', () => {
  it('finds pages by name and group, and custom items and saved views by name', async () => {
    await open();
    type('広告統計');
    expect(options()[0]).toContain('広告統計');
    type('朝の');
    expect(options()[0]).toContain('朝の確認');
    type('週次の');
    await waitFor(() => expect(options()[0]).toContain('週次の指名'));
  });

  it('offers no page, search or action that the role does not allow', async () => {
    const { requests } = await open([{ menu: 'analyze', level: 'VIEW' }]);
    type('広告');
    expect(options().some((one) => one.includes('広告を追加') || one.includes('広告設定'))).toBe(false);
    await act(() => new Promise((wake) => setTimeout(wake, PAUSE_MS + 100)));
    expect(requests).toEqual([]);
  });

  it('queries the server once after a pause in typing, and not during composition', async () => {
    const { requests } = await open();
    fireEvent.compositionStart(screen.getByRole('combobox'));
    type('は');
    type('はる');
    await act(() => new Promise((wake) => setTimeout(wake, PAUSE_MS + 100)));
    expect(requests).toEqual([]);
    type('春');
    fireEvent.compositionEnd(screen.getByRole('combobox'));
    await waitFor(() => expect(options().some((one) => one.includes('春の指名'))).toBe(true));
    expect(requests).toEqual([
      expect.objectContaining({ keyword: '春', ads: true, asps: true, users: true }),
    ]);
  });

  it('moves by arrow keys and opens by Enter, except the Enter that ends a composition', async () => {
    const { done, session } = await open();
    type('サインアウト');
    const field = screen.getByRole('combobox');
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
    expect(done.onClose).not.toHaveBeenCalled();
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(done.onClose).toHaveBeenCalledTimes(1);
    expect(session.signOut).toHaveBeenCalledTimes(1);
  });

  it('says when nothing matches', async () => {
    await open([]);
    type('zzzz');
    await waitFor(() => expect(screen.getByText('一致するものはありません')).toBeInTheDocument());
  });
});

it('the shortcut sheet lists the keys of the console', async () => {
  await renderPage(<Shortcuts onClose={() => undefined} />);
  expect(screen.getByText('検索・移動を開く')).toBeInTheDocument();
  expect(screen.getByText('?')).toBeInTheDocument();
});
