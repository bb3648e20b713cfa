import { dashboard } from './dashboard';
import { overview } from './overview';

/** Japanese texts of the dashboard and of the page of an ad; they come with these screens. */
export const summing = { dashboard, overview };
