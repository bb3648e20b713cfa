import { settings } from './settings';

const isUnder = (host: string, domain: string): boolean =>
  host === domain || host.slice(-domain.length - 1) === '.' + domain;

/** Returns the widest product domain that contains the host, or the host itself. */
export function siteOf(host: string): string {
  return (
    settings.domains.filter((domain) => isUnder(host, domain)).sort((a, b) => a.length - b.length)[0] || host
  );
}

/** True if the URL's host is one of the product's domains or a subdomain. */
export function isOfProduct(url: string): boolean {
  try {
    const { hostname } = new URL(url);
    return settings.domains.some((domain) => isUnder(hostname, domain));
  } catch {
    return false;
  }
}

/** True for a host of the product's other domains, which don't share this page's cookies. */
export function isOtherSite(host: string): boolean {
  const site = siteOf(host);
  return site !== siteOf(location.hostname) && settings.domains.indexOf(site) >= 0;
}
