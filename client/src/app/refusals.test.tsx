import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { ApolloProvider } from '@apollo/client/react';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of } from 'rxjs';
import { rightKeys, routes } from '../../../shared/catalog';
import { statusOf } from '../../../shared/failure-codes';
import { texts } from '../../../shared/i18n';
import { isKeyOf, keysOf, recordOf } from '../../../shared/records';
import { renderPage, testSession } from '../../test/render';
import { renderRoutes } from '../../test/render-routes';
import { ConfirmDialog } from '../kit/dialog/confirm-dialog';
import { DeleteDialog } from '../kit/dialog/delete-dialog';
import { ListExport } from '../kit/list/list-export';
import { hideNotice, Snackbar } from '../kit/notifier';
import { startI18n } from '../i18n/i18n';
import type { Session } from '../session/session-context';
import { SCREENS } from './screens';

/** Codes that the server uses before an operation runs. */
const OUTSIDE_OPERATIONS = ['GRAPHQL_VALIDATION_FAILED', 'BAD_REQUEST'] as const;
const CODES = [...keysOf(statusOf), ...OUTSIDE_OPERATIONS];
type Code = (typeof CODES)[number];

/** Reason that only the server knows. */
const reasonOf = (code: Code): string => `${code}の理由`;
const errorsOf = (code: Code) => [
  { message: reasonOf(code), extensions: { code, messages: [reasonOf(code)], fields: {} } },
];
const refusal = (code: Code) => new CombinedGraphQLErrors({ errors: errorsOf(code) });

const admin: Session = {
  ...testSession,
  profile: { ...testSession.profile, rights: rightKeys.map((menu) => ({ menu, level: 'EDIT' as const })) },
};

/** Opens the screen of a route while the server refuses everything. */
async function openRefused(key: string, code: Code, id = '1'): Promise<void> {
  const route = routes.find((one) => one.key === key);
  const screenOf = SCREENS[key];
  if (!route || !screenOf) throw new Error(`There is no screen of ${key}`);
  const client = new ApolloClient({
    link: new ApolloLink(() => of({ errors: errorsOf(code) })),
    cache: new InMemoryCache(),
  });
  await screenOf.preload();
  await renderRoutes(
    {
      [route.path]: (
        <ApolloProvider client={client}>
          <screenOf.Screen />
          <Snackbar />
        </ApolloProvider>
      ),
    },
    route.path.replace(/:\w+\??/, id),
    admin,
  );
}

/** Makes REST refuse every request. */
function refuseRest(code: Code): void {
  const answer = { _message: [reasonOf(code)], request_id: 'q-1' };
  globalThis.fetch = jest.fn(() =>
    Promise.resolve({
      ok: false,
      status: isKeyOf(statusOf, code) ? statusOf[code] : 400,
      headers: new Headers(),
      json: () => Promise.resolve(answer),
    }),
  ) as never;
}

/** Provokes a refusal on each kind of screen. */
const KINDS: Readonly<Record<string, (code: Code) => Promise<void>>> = {
  report: (code) => openRefused('ad_statistics', code),
  list: (code) => openRefused('ad_setting', code),
  log: (code) => openRefused('log_access', code),
  'detail of a record': (code) => openRefused('ad_setting_detail', code),
  'detail of an event': (code) => openRefused('log_access_detail', code),
  async form(code) {
    await openRefused('agency_detail', code, 'new');
    fireEvent.change(await screen.findByLabelText(/^代理店名/), { target: { value: '一般' } });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '保存する' })));
  },
  async dialog(code) {
    await renderPage(
      <ConfirmDialog
        title="確認"
        okText="実行"
        run={() => Promise.reject(refusal(code))}
        onResult={() => undefined}
      >
        本文
      </ConfirmDialog>,
    );
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '実行' })));
  },
  async deletion(code) {
    await renderPage(
      <DeleteDialog name="広告" remove={() => Promise.reject(refusal(code))} onResult={() => undefined} />,
    );
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '削除' })));
  },
  async 'sign-in'(code) {
    refuseRest(code);
    await SCREENS.login?.preload();
    const Login = SCREENS.login?.Screen ?? (() => null);
    await renderPage(<Login />, '/login');
    fireEvent.change(screen.getByLabelText('メールアドレス'), { target: { value: 'a@example.com' } });
    fireEvent.change(screen.getByLabelText('パスワード'), { target: { value: 'secret' } });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'サインイン' })));
  },
  async file(code) {
    refuseRest(code);
    await renderPage(
      <>
        <ListExport
          path="/api/v1/ads"
          name="広告"
          total={1}
          disabled={false}
          query={() => new URLSearchParams()}
        />
        <Snackbar />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: /出力/ }));
    await userEvent.click(await screen.findByText('CSV'));
  },
};

const isShown = (words: string): Promise<void> =>
  waitFor(() => expect(document.body.textContent).toContain(words));

beforeAll(() => startI18n('ja'));
afterEach(() => act(hideNotice));

describe('every kind of screen shows why the server refused', () => {
  // A session that is refused reads the same as a wrong password.
  const shown = (kind: string, code: Code): string =>
    kind === 'sign-in' && code === 'UNAUTHENTICATED' ? texts.ja.session.failed : reasonOf(code);
  const cases = keysOf(KINDS).flatMap((kind) => CODES.map((code) => [kind, code] as const));

  it.each(cases)('%s: %s', async (kind, code) => {
    await KINDS[kind]?.(code);
    await isShown(shown(kind, code));
    const status: number = isKeyOf(statusOf, code) ? statusOf[code] : 400;
    const isServerError = /Internal Server Error|サーバーでエラー/.test(document.body.textContent ?? '');
    if (status < 500) expect(isServerError).toBe(false);
    if (status >= 500 && kind === 'sign-in') await isShown(`${status} Internal Server Error`);
  });
});

/** Screens that request nothing when they open, or refuse the address themselves. */
const QUIET: Readonly<Record<string, string>> = {
  explorer: 'its editor needs a browser; e2e/explorer.test.ts opens it',
  erasure: 'it asks for a person first',
  user: 'it is the own profile for users without the right; its list is a setting',
};

describe('every screen of the console shows why the server refused', () => {
  const screens = routes.filter((route) => !route.public && !(route.key in QUIET)).map(({ key }) => key);

  it.each(screens)('%s', async (key) => {
    refuseRest('FORBIDDEN');
    await openRefused(key, 'FORBIDDEN');
    await isShown(reasonOf('FORBIDDEN'));
  });

  it('knows each screen it leaves out', () => {
    const known = recordOf(
      routes.map(({ key }) => key),
      () => true,
    );
    expect(Object.keys(QUIET).filter((key) => !(key in known))).toEqual([]);
  });
});
