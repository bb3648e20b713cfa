import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { REFUSED_ADDRESS } from '../../shared/domain/postback';

/** Decides whether a postback may go to an address. */
export type Reach = (address: string) => boolean;

/** The public IPv6 space; addresses outside of it never lead to an external server. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === 'unicast' && (!(address instanceof ipaddr.IPv6) || address.match(GLOBAL_V6));

/**
 * Allows public addresses and those that the installation configures (`WEBHOOK_ALLOW`). A v4-mapped address
 * counts as its v4 address.
 * @param allow addresses or CIDR ranges
 */
export function reachOf(allow: readonly string[]): Reach {
  const allowed = new BlockList();
  for (const range of allow) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) allowed.addAddress(address, family);
    else allowed.addSubnet(address, Number(bits), family);
  }
  return (text) => {
    if (isIP(text) === 0) return false;
    const address = ipaddr.process(text.replace(/%.*$/, ''));
    return isPublic(address) || allowed.check(address.toString(), address.kind());
  };
}

/** Returns the host of a URL without the brackets of IPv6. */
const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

const refusedError = (address: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${address} is not a public address`), { code: REFUSED_ADDRESS });

/**
 * Resolves a host name and refuses the connection if any of its addresses is not allowed. The connection uses
 * the checked addresses, so DNS rebinding has no effect.
 */
export const lookupWithin =
  (reach: Reach): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new Error(`${hostname} has no address`), '', 0);
      const bad = addresses.find(({ address }) => !reach(address));
      if (bad) return done(refusedError(bad.address), '', 0);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };

/** Returns whether a URL may be called, without a DNS lookup: only literal addresses are checked. */
export const mayCall =
  (reach: Reach) =>
  (url: string): boolean => {
    if (!URL.canParse(url)) return true;
    const address = withoutBrackets(new URL(url).hostname);
    return isIP(address) === 0 || reach(address);
  };

/**
 * Checks a literal address, which is never looked up, before the connection. @throws with the code
 * REFUSED_ADDRESS
 */
export function assertReachable(reach: Reach, hostname: string): void {
  const address = withoutBrackets(hostname);
  if (isIP(address) !== 0 && !reach(address)) throw refusedError(address);
}
