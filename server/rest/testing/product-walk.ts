import { walkMedia } from './media-walk';
import type { OpenApiClient } from './openapi-client';
import { walkAlerts, walkScenarios } from './scenario-walk';
import { walkViews } from './view-walk';

/** Returns the query parameters that the paths of a product need; none for other paths. */
export function productQuery(path: string, productId: number): Record<string, unknown> {
  if (path.startsWith('/media-costs/ads')) return { product_id: productId, day: '2025/12/01' };
  if (path.startsWith('/media-costs'))
    return { product_id: productId, date_from: '2025/12/01', date_to: '2025/12/01' };
  return /^\/(analyses|allocation-scenarios|media-sources|report-schedules\/recipients)/.test(path)
    ? { product_id: productId }
    : {};
}

/** Walks everything of a product that is not a setting with its own page. */
export async function walkProduct(client: OpenApiClient, productId: number, adId: number): Promise<void> {
  for (const walk of [walkScenarios, walkAlerts, walkViews]) await walk(client, productId);
  await walkMedia(client, productId, adId);
}
