import type { summing as ja } from '../ja/summing';
import type { Texts } from '../texts';
import { dashboard } from './dashboard';
import { overview } from './overview';

/** Chinese texts of the dashboard and the ad page; loaded with these screens. */
export const summing: Texts<typeof ja> = { dashboard, overview };
