import type { OpenApiClient } from './openapi-client';

/** Saves a simulation of allocation, reads it, changes it and gives it up. */
export async function walkScenarios(client: OpenApiClient, productId: number): Promise<void> {
  const made = await client.get('postAllocationScenarios', { body: { product_id: productId, title: 'Half', axes: ['ad'], elasticity: 0.5, changes: '1:-50p', shared: true } });
  expect((await client.get('getAllocationScenarios', { query: { product_id: made.product_id } })).results).toEqual([made]);
  expect(await client.get('putAllocationScenariosId', { path: { id: made.id }, body: { title: 'None', version: made.version } })).toMatchObject({ changes: '', version: 2 });
  await client.get('deleteAllocationScenariosId', { path: { id: made.id } });
}
