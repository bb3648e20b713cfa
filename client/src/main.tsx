import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { startI18n } from './i18n/i18n';
import './theme/global.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

void startI18n().then(() => createRoot(root).render(<App />));
