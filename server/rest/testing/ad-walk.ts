import type { Json } from '../../composition/testing/api-server';
import type { OpenApiClient } from './openapi-client';
import type { Known } from './sample';
import { walkShares } from './share-walk';

/** Saves a custom analysis item, rejects an invalid one, and deletes it. */
export async function walkAnalyzeSettings(client: OpenApiClient): Promise<void> {
  const settings = [
    {
      item: 1,
      title: 'Mine',
      columns: ['ad_click_count', 'cpa'],
      axes: ['asp'],
      filters: [{ name: 'device', values: ['pc'] }],
      chart: 'bar',
      attribution_model: 5,
    },
  ];
  const { results } = await client.get('putAdAnalyzeSettings', { body: { settings } });
  expect(results[0]).toMatchObject(settings[0] as object);
  expect(
    (
      await client.call('putAdAnalyzeSettings', {
        body: { settings: [{ item: 1, columns: ['nothing'] }] },
      })
    ).status,
  ).toBe(400);
  await client.get('deleteAdAnalyzeSettingsItem', { path: { item: 1 }, query: { for_company: false } });
  expect((await client.get('getAdAnalyzeSettings')).results[0].title).not.toBe('Mine');
  expect((await client.call('deleteAdAnalyzeSettingsItem', { path: { item: 4 } })).status).toBe(404);
}

/** Approves one result and many, undoes it, and imports decisions. */
export async function walkApprovals(client: OpenApiClient, productId: unknown): Promise<void> {
  const filter = { product_id: productId };
  const [one] = (await client.get('getLogsResults', { query: filter })).results;
  expect(
    await client.get('patchLogsResultsId', {
      path: { id: one.id },
      body: { approval_status: 1, reason: 'checked' },
    }),
  ).toMatchObject({ id: one.id, approval_status: 1 });
  expect(await client.get('postLogsResultsPreview', { body: { filter, approval_status: 2 } })).toMatchObject({
    changed: 2,
    unchanged: 0,
  });
  const done = await client.get('postLogsResultsApprove', { body: { filter, approval_status: 2 } });
  expect(done).toMatchObject({ changed: 2, unchanged: 0 });
  expect(await client.get('postLogsResultsUndo', { body: { change_id: done.change_id } })).toMatchObject({
    changed: 2,
  });
  const csv = `id,approval_status\r\n${one.id},0`;
  expect(
    await client.get('postLogsResultsImport', { body: { ...filter, csv, dry_run: false } }),
  ).toMatchObject({ applied: true, changed: 1, rows: [{ line: 2, action: 'change' }] });
}

/** Sends a test postback, and runs the link test of an ad. */
export async function walkPostbackTests(client: OpenApiClient, known: Known): Promise<void> {
  const sent = await client.get('postAspsTestPostback', {
    body: { product_id: known('product_id'), webhook_url: 'http://10.0.0.1:1/?x={xclid}' },
  });
  expect(sent).toMatchObject({
    http_status: null,
    error: 'REFUSED_ADDRESS',
    diagnosis: 'refusedAddress',
  });
  const { hops } = await client.get('postAdsIdRehearsal', {
    path: { id: known('ad_id') },
    body: { amount: 100 },
  });
  expect(hops.map(({ step }: Json) => step).slice(0, 8)).toEqual([
    'redirect',
    'landing',
    'tag',
    'click',
    'view',
    'conversion',
    'path',
    'result',
  ]);
}

/** Splits a redirect over two landing pages, and rejects ratios that don't total 100. */
export async function walkRedirectSplit(client: OpenApiClient, known: Known): Promise<void> {
  const lpo = [60, 40].map((rate) => ({
    title: `page ${rate}`,
    url: `https://www.example.com/${rate}`,
    rate,
  }));
  const body = {
    product_id: known('product_id'),
    ad_id: known('ad_id'),
    redirect_url: 'https://www.example.com/',
    lpo_flag: true,
    lpo,
  };
  const created = await client.get('postRedirects', { body });
  const swapped = await client.get('putRedirectsId', {
    path: { id: created.id },
    body: { ...created, lpo: [...created.lpo].reverse() },
  });
  expect(swapped.lpo).toEqual([...created.lpo].reverse());
  const { status, body: refused } = await client.call('putRedirectsId', {
    path: { id: created.id },
    body: { ...created, version: 2, lpo: lpo.slice(1) },
  });
  expect([status, Object.keys(refused.errors)]).toEqual([400, ['lpo']]);
}

/** Imports media costs of an ad, reads them by day and ad, and deletes them. */
export async function walkMedia(client: OpenApiClient, productId: number, adId: number): Promise<void> {
  const upload = {
    product_id: productId,
    source_name: 'Medium',
    csv: `day,ad,cost\n2025/12/01,Named by the medium,500\n`,
    names: [{ ad: 'Named by the medium', ad_id: adId }],
    dry_run: false,
  };
  expect(await client.get('postMediaCostsImport', { body: upload })).toMatchObject({
    applied: true,
    created: 1,
  });
  const days = { product_id: productId, date_from: '2025/12/01', date_to: '2025/12/01' };
  const [source] = (await client.get('getMediaSources', { query: { product_id: productId } })).results;
  expect((await client.get('getMediaCosts', { query: days })).results).toMatchObject([
    { day: '2025/12/01', ads: 1, cost: 500, source_id: source.id },
  ]);
  expect(
    (await client.get('getMediaCostsAds', { query: { product_id: productId, day: '2025/12/01' } })).results,
  ).toMatchObject([{ ad_id: adId, cost: 500 }]);
  await walkGap(client, days, source.id);
  const [name] = (await client.get('getMediaNames', { query: { product_id: productId } })).results;
  expect(
    await client.get('patchMediaNamesId', { path: { id: name.id }, body: { ad_id: null } }),
  ).toMatchObject({ ad: 'Named by the medium', ad_id: null });
  await client.get('deleteMediaNamesId', { path: { id: name.id } });
  await client.get('deleteMediaCosts', { query: { ...days, source_id: source.id } });
}

/** Changes the rule of a source, and reads the gap and the conversions of a step. */
async function walkGap(client: OpenApiClient, days: object, sourceId: number): Promise<void> {
  const rule = { click_window_days: 7, counting: 2, time_zone: 'UTC' };
  expect(await client.get('patchMediaSourcesId', { path: { id: sourceId }, body: rule })).toMatchObject(rule);
  const query = { ...days, source_id: [sourceId] };
  const gap = await client.get('getAnalysesGap', { query });
  expect([gap.count, gap.has_conversions, gap.source.id]).toEqual([1, false, sourceId]);
  const rows = { ...query, step: 'own_clicks' };
  expect((await client.get('getAnalysesGapRows', { query: rows })).count).toBe(0);
  expect(String(await client.get('getAnalysesGapDownloadCsv', { query }))).toContain('own_clicks');
  expect(String(await client.get('getAnalysesGapRowsDownloadCsv', { query: rows }))).toContain('reason');
}

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
  await walkShares(client, productId, created.id);
  await client.get('deleteSavedViewsId', { path: { id: created.id } });
}
