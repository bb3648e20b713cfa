/** What the query of a path that is about a product needs; nothing where it is about none. */
export function aboutProduct(path: string, productId: number): Record<string, unknown> {
  if (path.startsWith('/media-costs/ads')) return { product_id: productId, day: '2025/12/01' };
  if (path.startsWith('/media-costs')) return { product_id: productId, date_from: '2025/12/01', date_to: '2025/12/01' };
  return /^\/(analyses|allocation-scenarios|media-sources)/.test(path) ? { product_id: productId } : {};
}
