import { allows } from '../../../shared/catalog';
import { postingUrls } from '../../../shared/domain/delivery';
import type { ListArgs } from '../../records/list-args';
import { signedIn, type ApiContext } from '../../graphql/context';

/**
 * Returns a function that lists an ad's posting URLs. As on screen, those of its redirects replace the ad's
 * own link, which would bypass the redirects' split test.
 */
export async function readPostingUrls(
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
