import type { Json } from '../../composition/testing/api-server';
import type { OpenApiClient } from './openapi-client';
import type { Known } from './sample';

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
    body: { product_id: known('product_id'), webhook_url: 'http://127.0.0.1:1/?x={xclid}' },
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
