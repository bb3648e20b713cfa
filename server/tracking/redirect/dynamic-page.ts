import { isUnderDomain } from '../http/domains';
import { landingPage, webUrl, type LandingPage } from './landing-page';

/**
 * The page that `lpurl=` asks for, or undefined when it may not be forwarded to: only http(s) pages on, or below,
 * one of the domains (in normal form) are, so that no link of ours leads to a stranger's site.
 */
export function dynamicPage(lpurl: string | undefined, domains: readonly string[]): LandingPage | undefined {
  const url = webUrl(lpurl);
  if (!url || !domains.some((domain) => isUnderDomain(url.hostname, domain))) return undefined;
  return landingPage(url.href);
}
