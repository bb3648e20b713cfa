import type { OpenApiClient } from './openapi-client';

/** Saves a report view, pins it, mails it, and deletes it. */
export async function walkViews(client: OpenApiClient, productId: number): Promise<void> {
  const fields = { title: 'By network', path: '/analyze/ad-statistics', search: 'period=d30&axis=asp' };
  const created = await client.get('postSavedViews', {
    body: {
      product_id: productId,
      ...fields,
      report: 'ad_summaries',
      report_query: `product_id=${productId}`,
      shared: true,
    },
  });
  expect(await client.get('getSavedViewsCode', { path: { code: created.code } })).toEqual(created);
  expect((await client.get('getSavedViews', {})).results).toEqual([created]);
  expect(
    await client.get('patchSavedViewsId', {
      path: { id: created.id },
      body: { title: 'By ASP', version: created.version },
    }),
  ).toMatchObject({ ...fields, title: 'By ASP', version: 2 });
  expect(
    await client.get('putSavedViewsIdPin', { path: { id: created.id }, body: { pinned: true } }),
  ).toMatchObject({ pinned: true });
  const [recipient] = (await client.get('getReportSchedulesRecipients', { query: { product_id: productId } }))
    .results;
  const schedule = await client.get('postReportSchedules', {
    body: { view_id: created.id, every: 'week', weekday: 1, hour: 9, recipients: [recipient.id] },
  });
  expect((await client.get('getReportSchedules', {})).results).toEqual([schedule]);
  expect(
    await client.get('patchReportSchedulesId', { path: { id: schedule.id }, body: { paused: true } }),
  ).toMatchObject({ paused: true, every: 'week', recipients: [recipient.id] });
  const sent = await client.get('postSavedViewsIdSend', { path: { id: created.id } });
  expect((await client.get('getReportSchedulesIdDeliveries', { path: { id: schedule.id } })).results).toEqual(
    [sent],
  );
  expect((await client.get('getSavedViewsIdTests', { path: { id: created.id } })).results).toEqual([sent]);
  await client.get('deleteReportSchedulesId', { path: { id: schedule.id } });
  await client.get('deleteSavedViewsId', { path: { id: created.id } });
}
