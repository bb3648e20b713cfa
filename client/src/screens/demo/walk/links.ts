import { ResultFlag } from '../../../../../shared/catalog';
import type { WalkLinksQuery } from '../../../generated/graphql';

export type WalkLink = WalkLinksQuery['redirects']['results'][number];

const SITE = '/demo-site';

function leadsToDemo(url: string): boolean {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  return path === SITE || path.startsWith(`${SITE}/`);
}

/** How far a link leads: an ad that tells its network of results shows the whole way. */
const reach = ({ adDetail }: WalkLink): number => (adDetail.resultFlag === ResultFlag.INVALID ? 0 : 1);

/** The links of valid ads of which every landing page is one of the demo site's; those that show the whole way come first. */
export const demoLinks = (links: readonly WalkLink[]): WalkLink[] =>
  links
    .filter(
      ({ redirectUrl, lpoFlag, lpo, adDetail }) =>
        adDetail.status && leadsToDemo(redirectUrl) && (!lpoFlag || lpo.every(({ url }) => leadsToDemo(url))),
    )
    .sort((a, b) => reach(b) - reach(a));
