// Texts of the dashboard and the ad page; loaded with these screens.
export { dashboard } from './dashboard';
export { overview } from './overview';
