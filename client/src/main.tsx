import { createRoot } from 'react-dom/client';
import { landingPath } from '../../shared/catalog/menus';
import { App } from './app/app';
import { preloadPage } from './app/router';
import { startI18n } from './i18n/i18n';
import { preventPageScroll } from './kit/prevent-page-scroll';
import { tokenStore } from './session/token-store';
import './theme/global.css';
import './theme/print.css';

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
