import type { OpenApiClient } from './openapi-client';

/** Imports media costs of an ad, reads them by day and ad, and deletes them. */
export async function walkMedia(client: OpenApiClient, productId: number, adId: number): Promise<void> {
  const upload = {
    product_id: productId,
    source_name: 'Medium',
    csv: `day,ad_id,cost\n2025/12/01,${adId},500\n`,
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
  await client.get('deleteMediaCosts', { query: { ...days, source_id: source.id } });
}
