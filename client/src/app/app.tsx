import { StrictMode } from 'react';
import { RouterProvider } from 'react-router-dom';
import { Snackbar } from '../kit/notifier';
import { OfflineNotice } from '../kit/offline-notice';
import { LayoutProvider } from '../preferences/layout-context';
import { ThemeProvider } from '../theme/theme-provider';
import { createConsoleRouter } from './router';

const router = createConsoleRouter();

/**
 * Root component of the console: providers around the router. signed-in.tsx adds the providers that only
 * signed-in pages need.
 */
export function App() {
  return (
    <StrictMode>
      <LayoutProvider>
        <ThemeProvider>
          {/* An interrupted transition renders with the old address, and each such render refetches the old
              data. */}
          <RouterProvider router={router} useTransitions={false} />
          <Snackbar />
          <OfflineNotice />
        </ThemeProvider>
      </LayoutProvider>
    </StrictMode>
  );
}
