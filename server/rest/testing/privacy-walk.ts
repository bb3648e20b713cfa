import type { OpenApiClient } from './openapi-client';

/** Calls all privacy operations of the document. */
export async function walkPrivacy(client: OpenApiClient, productId: number): Promise<void> {
  const path = { id: productId };
  await client.get('getProductsIdLogHorizon', { path });
  await client.get('getProductsIdTransmissionNotice', { path, query: { language: 'ja', planned: true } });
  expect(
    (await client.get('postProductsIdErasuresPreview', { path, body: { visitor_id: 'open-v1' } })).counts
      .conversions,
  ).toBe(1);
  const receipt = await client.get('postProductsIdErasures', { path, body: { visitor_id: 'open-v1' } });
  await client.get('getProductsIdErasures', { path });
  expect(
    (await client.get('getProductsIdErasuresErasureId', { path: { ...path, erasure_id: receipt.id } }))
      .number,
  ).toBe(receipt.number);
}
