import { parse } from 'tldts';

/**
 * Normalizes a registered domain for comparison: lower case, punycode, without scheme, port, path and outer
 * dots. Returns an empty string, which matches no host, if the domain is unusable.
 */
export function normalDomain(domain: string | null | undefined): string {
  const text = (domain ?? '').trim().replace(/^\*\./, '').replace(/^\.+/, '');
  try {
    const url = new URL(/^https?:\/\//i.test(text) ? text : `http://${text}`);
    return url.hostname.replace(/\.+$/, '');
  } catch {
    return '';
  }
}

/** True if the host is the domain or a subdomain of it. Both must be normalized. */
export const isUnderDomain = (host: string, domain: string): boolean =>
  domain !== '' && (host === domain || host.endsWith('.' + domain));

/** Returns the normalized host of a URL, or an empty string. */
export function hostOf(address: string | null | undefined): string {
  if (!address || !/^https?:/i.test(address)) return '';
  try {
    return new URL(address).hostname;
  } catch {
    return '';
  }
}

/**
 * Returns the registrable domain of a normalized host (`shop.co.jp` of `www.shop.co.jp`), on which its hosts
 * can share cookies. A host without one (localhost, an address) is returned as it is.
 */
export const siteOf = (host: string): string => parse(host, { allowPrivateDomains: true }).domain ?? host;

/** Normalizes a product's own domain. One that begins with `www.` means its registrable domain. */
export function ownDomain(domain: string | null | undefined): string {
  const host = normalDomain(domain);
  return host.startsWith('www.') ? siteOf(host) : host;
}
