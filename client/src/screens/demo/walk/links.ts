import { ResultFlag } from '../../../../../shared/catalog';
import type { WalkLinksQuery } from '../../../generated/graphql';

export type WalkLink = WalkLinksQuery['redirects']['results'][number];

const SITE = '/demo-site';

function leadsToDemo(url: string): boolean {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  return path === SITE || path.startsWith(`${SITE}/`);
}

/** Ranks a link by its coverage: an ad with postbacks shows every step. */
const coverage = ({ adDetail }: WalkLink): number => (adDetail.resultFlag === ResultFlag.INVALID ? 0 : 1);

/** Returns links of active ads that only lead to the demo site. Links with full coverage come first. */
export const demoLinks = (links: readonly WalkLink[]): WalkLink[] =>
  links
    .filter(
      ({ redirectUrl, lpoFlag, lpo, adDetail }) =>
        adDetail.status && leadsToDemo(redirectUrl) && (!lpoFlag || lpo.every(({ url }) => leadsToDemo(url))),
    )
    .sort((a, b) => coverage(b) - coverage(a));
