import { isUnderDomain } from '../http/domains';
import { landingPage, webUrl, type LandingPage } from './landing-page';

/**
 * Characters of a host name. With others, parsers disagree about the end of the host
 * (`evil.example;.shop.example`).
 */
const HOST_NAME = /^[\w.-]+$/;

/**
 * Returns the page that `lpurl=` requests, or undefined if forwarding to it is forbidden. Only http(s) pages
 * on the given normalized domains or their subdomains are allowed, so links can't lead to foreign sites.
 */
export function dynamicPage(lpurl: string | undefined, domains: readonly string[]): LandingPage | undefined {
  const url = webUrl(lpurl);
  if (!url || !HOST_NAME.test(url.hostname) || !domains.some((domain) => isUnderDomain(url.hostname, domain)))
    return undefined;
  return landingPage(url.href);
}
