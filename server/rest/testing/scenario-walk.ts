import type { OpenApiClient } from './openapi-client';

/** Saves an allocation simulation, reads, updates and deletes it. */
export async function walkScenarios(client: OpenApiClient, productId: number): Promise<void> {
  const created = await client.get('postAllocationScenarios', {
    body: {
      product_id: productId,
      title: 'Half',
      axes: ['ad'],
      elasticity: 0.5,
      changes: '1:-50p',
      shared: true,
    },
  });
  expect(
    (await client.get('getAllocationScenarios', { query: { product_id: created.product_id } })).results,
  ).toEqual([created]);
  expect(
    await client.get('putAllocationScenariosId', {
      path: { id: created.id },
      body: { title: 'None', version: created.version },
    }),
  ).toMatchObject({ changes: '', version: 2 });
  await client.get('deleteAllocationScenariosId', { path: { id: created.id } });
}

/** Creates an alert and previews its message. */
export async function walkAlerts(client: OpenApiClient, productId: number): Promise<void> {
  const draft = {
    product_id: productId,
    title: 'tried',
    measure: 'ad_click_count',
    rule: 1,
    threshold: 0,
    scope: 1,
    hour: 9,
    channel: 1,
  };
  expect(await client.get('postAlertsTry', { body: draft })).toMatchObject({
    judged: expect.any(Number),
    next_day: expect.any(String),
  });
  expect(await client.get('postAlertsSend', { body: draft })).toMatchObject({
    delivered: false,
    reason: 'noSmtp',
  });
  const { id: tried } = await client.get('postAlerts', { body: { ...draft, recipients: 'a@example.jp' } });
  expect(await client.get('postAlertsIdTry', { path: { id: tried }, body: { threshold: 1 } })).toMatchObject({
    judged: expect.any(Number),
  });
  expect(await client.get('postAlertsIdSend', { path: { id: tried }, body: {} })).toMatchObject({
    delivered: false,
    reason: 'noSmtp',
  });
  await client.get('deleteAlertsId', { path: { id: tried } });
  const body = {
    product_id: productId,
    title: 'CV',
    measure: 'cv_total_final',
    rule: 2,
    threshold: 1e6,
    recipients: 'someone@example.com',
  };
  const { id } = await client.get('postAlerts', { body });
  expect(await client.get('getAlertsIdTest', { path: { id } })).toMatchObject({
    raised: 1,
    judged: 1,
    cases: [{ ad_id: 0, raised: true, low: 1e6, high: null }],
  });
  expect(await client.get('getAlertsIdHistory', { path: { id } })).toEqual({ firings: [], told: [] });
  await client.get('deleteAlertsId', { path: { id } });
}
