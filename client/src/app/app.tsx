import { StrictMode } from 'react';
import { RouterProvider } from 'react-router-dom';
import { Snackbar } from '../kit/notifier';
import { OfflineNotice } from '../kit/offline-notice';
import { LayoutProvider } from '../preferences/layout-context';
import { ThemeProvider } from '../theme/theme-provider';
import { createConsoleRouter } from './router';

const router = createConsoleRouter();

/** The console: providers around the router. What only signed-in pages need comes with them (signed-in.tsx). */
export function App() {
  return (
    <StrictMode>
      <LayoutProvider>
        <ThemeProvider>
          {/* An interrupted transition would draw with the old address, and each such drawing asks for the old data anew. */}
          <RouterProvider router={router} useTransitions={false} />
          <Snackbar />
          <OfflineNotice />
        </ThemeProvider>
      </LayoutProvider>
    </StrictMode>
  );
}
