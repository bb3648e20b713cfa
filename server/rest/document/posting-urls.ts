import { allows } from '../../../shared/catalog';
import { postingUrls } from '../../../shared/domain/delivery';
import type { ListArgs } from '../../records/list-args';
import { signedIn, type ApiContext } from '../../graphql/context';

/**
 * By which URLs ads are posted, by ad: those of their redirects, as every screen shows them. Over an ad's own link its
 * redirects split nothing, so a file for people offers it only where there are none.
 */
export async function postedBy(
  context: ApiContext,
  { productId, productIds }: ListArgs,
): Promise<(adId: number, own: string | null) => string> {
  const actor = signedIn(context);
  const byAd = new Map<number, { submittionUrl: string }[]>();
  if (allows(actor.grants.redirects, 'view')) {
    const rows = await context.services.redirects.open(
      actor,
      { productId: productId ?? null, productIds: productIds ?? null },
      new Set(['adId', 'submittionUrl']),
    );
    for await (const { adId, submittionUrl } of rows)
      byAd.set(Number(adId), [...(byAd.get(Number(adId)) ?? []), { submittionUrl: String(submittionUrl) }]);
  }
  return (adId, submittionUrl) => postingUrls({ submittionUrl, redirects: byAd.get(adId) ?? [] }).join('\n');
}
