import { dashboard } from './dashboard';
import { overview } from './overview';

/** Japanese texts of the dashboard and the ad page; loaded with these screens. */
export const summing = { dashboard, overview };
