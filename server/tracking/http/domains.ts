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
export function isUnderDomain(host: string, domain: string): boolean {
  return domain !== '' && (host === domain || host.endsWith('.' + domain));
}

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
 * True for a domain under which anyone can register, such as `co.jp` or `github.io`: trusting it means
 * trusting strangers. Uses the Public Suffix List with its private part. Unlisted names, such as those of a
 * private network, don't count.
 */
export function isPublicSuffix(domain: string): boolean {
  const host = normalDomain(domain);
  const { publicSuffix, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true });
  return publicSuffix === host && Boolean(isIcann || isPrivate);
}
