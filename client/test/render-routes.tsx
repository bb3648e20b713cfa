import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { loadManagementTexts, loadSignedInTexts, startI18n } from '../src/i18n/i18n';
import { LayoutProvider } from '../src/preferences/layout-context';
import { SessionProvider, type Session } from '../src/session/session-context';
import { AntdProvider } from '../src/theme/antd-provider';
import { ThemeProvider } from '../src/theme/theme-provider';
import { testSession } from './render';

/** Request class for the router, because jsdom has none. Pages here don't use it. */
class RequestStub {
  readonly method = 'GET';
  readonly headers = new Map<string, string>();
  readonly signal: AbortSignal | null | undefined;
  constructor(
    readonly url: string,
    { signal }: RequestInit = {},
  ) {
    this.signal = signal;
  }
}
if (!('Request' in globalThis)) Object.assign(globalThis, { Request: RequestStub });

/** Renders pages by path in Japanese, with a router that can block leaving a changed form. */
export async function renderRoutes(
  pages: Readonly<Record<string, ReactNode>>,
  address: string,
  session: Session = testSession,
) {
  await startI18n('ja');
  await loadManagementTexts();
  await loadSignedInTexts();
  const router = createMemoryRouter(
    Object.entries(pages).map(([path, element]) => ({ path, element })),
    { initialEntries: [address] },
  );
  // Waits for immediate responses. Otherwise they would arrive between two steps of a test.
  const result = await act(async () =>
    render(
      <LayoutProvider>
        <ThemeProvider>
          <AntdProvider>
            <SessionProvider session={session}>
              <RouterProvider router={router} />
            </SessionProvider>
          </AntdProvider>
        </ThemeProvider>
      </LayoutProvider>,
    ),
  );
  return { ...result, router, query: () => new URLSearchParams(router.state.location.search) };
}
