import { isUnderDomain } from '../http/domains';
import { landingPage, webUrl, type LandingPage } from './landing-page';

/** What host names are made of: with any of the rest, not all programs agree where the host ends (`evil.example;.shop.example`). */
const HOST_NAME = /^[\w.-]+$/;

/**
 * The page that `lpurl=` asks for, or undefined when it may not be forwarded to: only http(s) pages on, or below,
 * one of the domains (in normal form) are, so that no link of ours leads to a stranger's site.
 */
export function dynamicPage(lpurl: string | undefined, domains: readonly string[]): LandingPage | undefined {
  const url = webUrl(lpurl);
  if (!url || !HOST_NAME.test(url.hostname) || !domains.some((domain) => isUnderDomain(url.hostname, domain)))
    return undefined;
  return landingPage(url.href);
}
