import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { screen } from '@testing-library/react';
import { of } from 'rxjs';
import { renderPage, testSession } from '../../../test/render';
import { LastChange } from './conflict-note';

const AT = '2026-11-20T03:00:00.000Z';

async function show(userId: number | null, rights: readonly string[]) {
  const entry = { __typename: 'AuditLog', id: 1, at: AT, userId, userName: '佐藤' };
  const link = new ApolloLink(() =>
    of({ data: { auditLogs: { __typename: 'AuditLogList', results: [entry] } } }),
  );
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const profile = {
    ...testSession.profile,
    rights: rights.map((menu) => ({ menu, level: 'VIEW' as const })),
  };
  await renderPage(
    <ApolloProvider client={client}>
      <LastChange entity="ad" id={5} at={AT} />
    </ApolloProvider>,
    '/',
    { ...testSession, profile },
  );
}

it.each<[string, number | null, string, string, string[]]>([
  [
    'by the same user in another tab',
    testSession.profile.userId,
    '別のタブやウィンドウで、ご自身が先に保存しています',
    '2026/11/20 12:00:00に保存されました。',
    ['audit'],
  ],
  [
    'by another user',
    8,
    '他のユーザーが先に保存しています',
    '佐藤さんが2026/11/20 12:00:00に保存しました。',
    ['audit'],
  ],
  [
    'by the command line, which has no user',
    null,
    '他のユーザーが先に保存しています',
    '佐藤さんが2026/11/20 12:00:00に保存しました。',
    ['audit'],
  ],
  [
    'by any user, without the right to the audit trail',
    8,
    '別の画面または他のユーザーが先に保存しています',
    '2026/11/20 12:00:00に保存されました。',
    [],
  ],
])('another save came first: %s', async (_, userId, title, line, rights) => {
  await show(userId, rights);
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  expect(screen.getByText(line)).toBeInTheDocument();
});
