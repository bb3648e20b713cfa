import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, type Location } from 'react-router-dom';
import {
  loadGuideTexts,
  loadManagementTexts,
  loadSignedInTexts,
  loadSummingTexts,
  startI18n,
} from '../src/i18n/i18n';
import { LayoutProvider } from '../src/preferences/layout-context';
import { NO_SELECTIONS, SessionProvider, type Session } from '../src/session/session-context';
import { AntdProvider } from '../src/theme/antd-provider';
import { ThemeProvider } from '../src/theme/theme-provider';

export const testSession: Session = {
  profile: {
    userId: 7,
    userName: '山田 太郎',
    email: 'admin@example.com',
    roleType: 1,
    companyId: 1,
    companyName: 'Demo',
    agencyId: null,
    lastLogin: null,
    secondFactorDue: null,
    rights: [{ menu: 'analyze', level: 'VIEW' }],
  },
  products: [{ id: 1, label: 'ハーブティー', weekStart: 1, firstDay: '2025-01-01' }],
  productId: 1,
  selections: {
    ...NO_SELECTIONS,
    asp: [
      { id: 3, label: 'サーチワン' },
      { id: 4, label: 'ツナガルSNS' },
    ],
  },
  loadNames: () => undefined,
  searchNames: () => Promise.resolve([]),
  menuTitles: {},
  chooseProduct: () => undefined,
  signOut: () => undefined,
};

function Address({ tell }: { tell: (query: URLSearchParams) => void }) {
  tell(new URLSearchParams(useLocation().search));
  return null;
}

/**
 * Renders a page for a signed-in user in Japanese at an address. `query()` returns the current query string.
 */
export async function renderPage(
  page: ReactNode,
  address: string | Partial<Location> = '/',
  session: Session = testSession,
) {
  await startI18n('ja');
  await loadManagementTexts();
  await loadSummingTexts();
  await loadGuideTexts();
  await loadSignedInTexts();
  let current = new URLSearchParams();
  // Waits for immediate responses. Otherwise they would arrive between two steps of a test.
  const result = await act(async () =>
    render(
      <MemoryRouter initialEntries={[address]}>
        <Address tell={(query) => (current = query)} />
        <LayoutProvider>
          <ThemeProvider>
            <AntdProvider>
              <SessionProvider session={session}>{page}</SessionProvider>
            </AntdProvider>
          </ThemeProvider>
        </LayoutProvider>
      </MemoryRouter>,
    ),
  );
  return { ...result, query: () => current };
}
