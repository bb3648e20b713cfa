const DISCOVERY = '/.well-known/openid-configuration';

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

/** Returns whether a URL is https, or http on this machine. */
export function isTrustedUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username } = new URL(text);
  return username === '' && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)));
}

/** Returns an issuer in its comparable form, also from the address of its metadata; null for other texts. */
export function normaliseIssuer(text: string): string | null {
  const issuer = text.trim().replace(new RegExp(`${DISCOVERY.replaceAll('.', '\\.')}/?$`), '');
  if (!isTrustedUrl(issuer)) return null;
  const { href, search, hash } = new URL(issuer);
  return search === '' && hash === '' && !href.includes('/.well-known/') ? href : null;
}
