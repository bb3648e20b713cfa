import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { landingPath, routes } from '../../../shared/catalog/menus';
import type { RightKey } from '../../../shared/catalog/roles';
import { renderPage, testSession } from '../../test/render';
import { renderRoutes } from '../../test/render-routes';
import { changeLanguage } from '../i18n/i18n';
import { SessionProvider } from '../session/session-context';
import { mayOpen } from '../session/rights';
import { RoutePage } from './route-page';

// rule: screens-13
it('a route without a screen says that it is under development', async () => {
  await renderPage(<RoutePage route={{ key: 'not_built_yet', right: null, needs: 'none' }} />);
  expect(screen.getByRole('heading', { level: 1, name: 'このページは開発中です。' })).toBeInTheDocument();
  await act(() => changeLanguage('en'));
  expect(await screen.findByRole('heading', { name: 'This page is under development.' })).toBeInTheDocument();
});

describe('landing page', () => {
  const dashboard = routes.find(({ path }) => path === landingPath)!;
  const land = (...menus: RightKey[]) =>
    renderRoutes({ [landingPath]: <RoutePage route={dashboard} />, '*': <p>別のページ</p> }, landingPath, {
      ...testSession,
      profile: { ...testSession.profile, rights: menus.map((menu) => ({ menu, level: 'VIEW' as const })) },
    });

  it.each<[string, string, RightKey[]]>([
    ['users who may only approve results', '/log/result', ['cv_approve']],
    ['users without the right to reports', '/log/access', ['dashboard', 'logs']],
    ['users with reports but without the dashboard', '/analyze/ad-statistics', ['analyze']],
  ])('redirects %s to the first page that they may open', async (_name, path, menus) => {
    const { router } = await land(...menus);
    expect(router.state.location.pathname).toBe(path);
    expect(screen.getByText('別のページ')).toBeInTheDocument();
  });

  it('allows saved views, of lists too, to everyone', () => {
    const views = routes.find(({ key }) => key === 'views')!;
    expect(mayOpen({ rights: [{ menu: 'cv_approve', level: 'EDIT' }] }, views)).toBe(true);
  });

  it('waits for the server while the known rights are those of the last page', async () => {
    const { router } = await renderRoutes(
      { [landingPath]: <RoutePage route={dashboard} />, '*': <p>別のページ</p> },
      landingPath,
      {
        ...testSession,
        isUnconfirmed: true,
        profile: { ...testSession.profile, rights: [{ menu: 'logs', level: 'VIEW' }] },
      },
    );
    expect(router.state.location.pathname).toBe(landingPath);
    expect(screen.queryByText('データを閲覧する権限がありません')).not.toBeInTheDocument();
  });

  it('says that the right is gone, without redirecting, to a user who is on the page', async () => {
    const Losing = () => {
      const [menu, setMenu] = useState<RightKey>('dashboard');
      return (
        <SessionProvider
          session={{ ...testSession, profile: { ...testSession.profile, rights: [{ menu, level: 'VIEW' }] } }}
        >
          <button type="button" onClick={() => setMenu('logs')}>
            取り上げる
          </button>
          <RoutePage route={{ key: 'not_built_yet', right: 'dashboard', needs: 'view' }} />
        </SessionProvider>
      );
    };
    const { router } = await renderRoutes({ [landingPath]: <Losing />, '*': <p>別のページ</p> }, landingPath);
    expect(screen.getByText('このページは開発中です。')).toBeInTheDocument();
    act(() => screen.getByRole('button', { name: '取り上げる' }).click());
    expect(screen.getByText('データを閲覧する権限がありません')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe(landingPath);
  });

  it('refuses users who may open no page', async () => {
    const { router } = await land();
    expect(router.state.location.pathname).toBe(landingPath);
    expect(screen.getByText('データを閲覧する権限がありません')).toBeInTheDocument();
  });
});
