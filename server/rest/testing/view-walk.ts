import type { OpenApiClient } from './openapi-client';

/** Saves a report view, pins it, mails it, and deletes it. */
export async function walkViews(client: OpenApiClient, productId: number): Promise<void> {
  const fields = { title: 'By network', path: '/analyze/ad-statistics', search: 'period=d30&axis=asp' };
  const made = await client.get('postSavedViews', {
    body: {
      product_id: productId,
      ...fields,
      report: 'ad_summaries',
      report_query: `product_id=${productId}`,
      shared: true,
    },
  });
  expect(await client.get('getSavedViewsCode', { path: { code: made.code } })).toEqual(made);
  expect((await client.get('getSavedViews', {})).results).toEqual([made]);
  expect(
    await client.get('patchSavedViewsId', {
      path: { id: made.id },
      body: { title: 'By ASP', version: made.version },
    }),
  ).toMatchObject({ ...fields, title: 'By ASP', version: 2 });
  expect(
    await client.get('putSavedViewsIdPin', { path: { id: made.id }, body: { pinned: true } }),
  ).toMatchObject({ pinned: true });
  const [recipient] = (await client.get('getReportSchedulesRecipients', { query: { product_id: productId } }))
    .results;
  const schedule = await client.get('postReportSchedules', {
    body: { view_id: made.id, every: 'week', weekday: 1, hour: 9, recipients: [recipient.id] },
  });
  expect((await client.get('getReportSchedules', {})).results).toEqual([schedule]);
  expect(
    await client.get('patchReportSchedulesId', { path: { id: schedule.id }, body: { paused: true } }),
  ).toMatchObject({ paused: true, every: 'week', recipients: [recipient.id] });
  const sent = await client.get('postSavedViewsIdSend', { path: { id: made.id } });
  expect((await client.get('getReportSchedulesIdDeliveries', { path: { id: schedule.id } })).results).toEqual(
    [sent],
  );
  expect((await client.get('getSavedViewsIdTests', { path: { id: made.id } })).results).toEqual([sent]);
  await client.get('deleteReportSchedulesId', { path: { id: schedule.id } });
  await client.get('deleteSavedViewsId', { path: { id: made.id } });
}
