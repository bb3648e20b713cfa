import { startOfDay } from '../../../shared/domain/calendar';
import { onOffEvents } from '../../analysis/testing/on-off-events';
import type { ApiServer } from '../../composition/testing/api-server';
import { ingest } from '../../journeys';
import { settle } from '../../sweeps';
import type { OpenApiClient } from './openapi-client';

/** Reads what an on/off test finds, before and after it is saved, and freezes it. */
export async function walkExperiments(client: OpenApiClient, { database, world }: ApiServer): Promise<void> {
  const { product, ads, cvSetting } = world.open;
  const fixture = {
    productId: product,
    ads: [ads[0], ads[1], 0, 0] as const,
    cv: { last: cvSetting, other: 0, middle: 0 },
  };
  const start = startOfDay(20251006) + 43_200_000;
  await database.db.write((tx) => ingest(tx, onOffEvents({ fixture, start, weeks: 12, offFrom: 12 })));
  await settle(database.db);
  const body = {
    product_id: product,
    title: 'Pause',
    ad_ids: [ads[0]],
    first_day: '2025/12/29',
    off_weeks: 2,
    pre_weeks: 12,
  };
  const figures = await client.get('postExperimentsFigures', { body });
  expect(figures).toMatchObject({ state: 'planned', used_weeks: 12, result: null });
  const { id } = await client.get('postExperiments', { body });
  const stored = await client.get('getExperimentsIdFigures', { path: { id } });
  expect(stored.minimal_effect).toBe(figures.minimal_effect);
  const frozen = await client.get('postExperimentsIdFreeze', { path: { id }, body: {} });
  expect(frozen).toMatchObject({ minimal_effect: figures.minimal_effect, version: 2 });
  await client.get('deleteExperimentsId', { path: { id } });
}
