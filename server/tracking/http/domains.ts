/**
 * A registered domain as it is compared: lower case, punycode, without scheme, port, path and outer dots.
 * Answers an empty string when nothing usable is left; such a domain matches no host.
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

/** True when the host is the domain itself or lies below it. Both in normal form. */
export function isUnderDomain(host: string, domain: string): boolean {
  return domain !== '' && (host === domain || host.endsWith('.' + domain));
}

/** Host of a URL in normal form, or an empty string when it has none. */
export function hostOf(address: string | null | undefined): string {
  if (!address || !/^https?:/i.test(address)) return '';
  try {
    return new URL(address).hostname;
  } catch {
    return '';
  }
}
