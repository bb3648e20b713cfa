import type { OpenApiClient } from './openapi-client';

const ENDS = { expires_at: '2099/01/01 00:00:00' };

/** Shares a saved view and a client report of it by links, and revokes them. */
export async function walkShares(client: OpenApiClient, productId: number, viewId: number): Promise<void> {
  const link = await client.get('postSavedViewsIdShares', {
    path: { id: viewId },
    body: { ...ENDS, password: 'open sesame', notes: true, embed_hosts: ['portal.example'] },
  });
  const { url, ...share } = link;
  expect(url).toMatch(/\/share\/icl_/);
  expect(share).toMatchObject({ ...ENDS, has_password: true, embed_hosts: ['portal.example'] });
  const listed = await client.get('getSavedViewsIdShares', { path: { id: viewId } });
  expect(listed.results).toEqual([share]);
  const path = { id: viewId, share_id: share.id };
  await client.get('deleteSavedViewsIdSharesShareId', { path });
  expect((await client.call('deleteSavedViewsIdSharesShareId', { path })).status).toBe(404);
  const document = await client.get('postSavedViewsIdDocument', { path: { id: viewId } });
  expect(document.url).toMatch(/^\/share\/document\//);

  const parts = [{ view_id: viewId, comment: 'As planned.' }];
  const report = await client.get('postClientReports', {
    body: { product_id: productId, title: 'Monthly', parts },
  });
  expect((await client.get('getClientReports', {})).results).toEqual([report]);
  const { id } = report;
  expect(
    await client.get('patchClientReportsId', { path: { id }, body: { addressee: 'Example Inc.' } }),
  ).toMatchObject({ title: 'Monthly', addressee: 'Example Inc.', parts });
  const own = await client.get('postClientReportsIdShares', { path: { id }, body: ENDS });
  expect((await client.get('getClientReportsIdShares', { path: { id } })).results).toMatchObject([
    { id: own.id, client_report_id: id, view_id: null },
  ]);
  await client.get('deleteClientReportsIdSharesShareId', { path: { id, share_id: own.id } });
  await client.get('postClientReportsIdDocument', { path: { id } });
  await client.get('deleteClientReportsId', { path: { id } });
}
