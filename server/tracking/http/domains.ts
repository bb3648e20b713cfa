import { parse } from 'tldts';
import { normalDomain } from '../../platform/hosts';

export { hostOf, isUnderDomain, normalDomain, ownDomain, siteOf } from '../../platform/hosts';

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
