// First, so that modules override utilities.
import './theme/utilities.css';
import { createRoot } from 'react-dom/client';
import { landingPath } from '../../shared/catalog/menus';
import { preloadPage, createConsoleRouter } from './app/router';
import { startI18n } from './i18n/i18n';
import { preventPageScroll } from './kit/prevent-page-scroll';
import { tokenStore } from './session/token-store';
import { StrictMode } from 'react';
import { RouterProvider } from 'react-router-dom';
import { Snackbar } from './kit/notifier';
import { OfflineNotice } from './kit/offline-notice';
import { LayoutProvider } from './preferences/layout-context';
import { ThemeProvider } from './theme/theme-provider';
import './theme/global.css';
import './theme/print.css';

const router = createConsoleRouter();

/**
 * Root component of the console: providers around the router. signed-in.tsx adds the providers that only
 * signed-in pages need.
 */
function App() {
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

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

addEventListener('keydown', preventPageScroll);

void startI18n().then(() => {
  if (tokenStore.read()) {
    preloadPage(location.pathname);
  } else {
    // A user who starts to sign in will need the page behind it soon.
    for (const sign of ['keydown', 'pointerdown'])
      addEventListener(sign, () => preloadPage(landingPath), { once: true, passive: true });
  }
  createRoot(root).render(<App />);
});
