import { parse } from 'tldts';
import { normalDomain } from './domains';

/**
 * Whether a domain is one below which anybody registers their own, such as `co.jp` or `github.io`: who trusts
 * it trusts strangers. By the Public Suffix List with its private part; names that it does not list, those of
 * one's own network, are none.
 */
export function isPublicSuffix(domain: string): boolean {
  const host = normalDomain(domain);
  const { publicSuffix, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true });
  return publicSuffix === host && Boolean(isIcann || isPrivate);
}
