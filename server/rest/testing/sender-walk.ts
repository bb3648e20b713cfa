import type { OpenApiClient } from './openapi-client';

/** Previews what a sender sends, and sends a conversion of its ledger again. */
export async function walkSenders(client: OpenApiClient, productId: number): Promise<void> {
  const body = { product_id: productId, platform: 'google_file', name: 'File' };
  const { id } = await client.get('postConversionSenders', { body });
  const preview = await client.get('postConversionSendersIdPreview', { path: { id }, body: {} });
  expect(preview.body.file).toContain('Parameters:TimeZone=Asia/Tokyo');
  expect(String(await client.get('getConversionSendersIdFile', { path: { id } }))).toContain('Order ID');
  await client.get('deleteConversionSendersId', { path: { id } });
  const { results } = await client.get('getLogsConversionSends', { query: { product_id: productId } });
  const again = await client.get('postLogsConversionSendsIdResend', {
    path: { id: results[0].id },
    body: {},
  });
  expect(again.state).toBe('waiting');
  const all = { body: { filter: { product_id: productId } } };
  expect((await client.get('postLogsConversionSendsResend', all)).resent).toBe(results.length);
}
