import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { REFUSED_ADDRESS } from '../../shared/domain/postback';

/** Whether a notification may go to an address. */
export type Reach = (address: string) => boolean;

/** All of the IPv6 space that is given out to the public; what lies outside of it never leads to a stranger's server. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === 'unicast' && (!(address instanceof ipaddr.IPv6) || address.match(GLOBAL_V6));

/**
 * Public addresses, and those that the installation allows although they are not (`WEBHOOK_ALLOW`). A v4-mapped
 * address counts as the v4 address that it leads to.
 *
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

/** The host of a URL without the brackets of IPv6. */
const writtenOut = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

const refused = (address: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${address} is not a public address`), { code: REFUSED_ADDRESS });

/**
 * Finds a name's addresses and refuses the connection if one of them may not be reached. The connection is made to the
 * very addresses that were judged: a name that answers differently the next time (rebinding) changes nothing.
 */
export const lookupWithin =
  (reach: Reach): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new Error(`${hostname} has no address`), '', 0);
      const bad = addresses.find(({ address }) => !reach(address));
      if (bad) return done(refused(bad.address), '', 0);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };

/** Whether a URL may be called, as far as that is known without looking its name up: only an address written out is judged. */
export const mayCall =
  (reach: Reach) =>
  (url: string): boolean => {
    if (!URL.canParse(url)) return true;
    const address = writtenOut(new URL(url).hostname);
    return isIP(address) === 0 || reach(address);
  };

/** An address written out is never looked up: it is judged before the connection. @throws with the code REFUSED_ADDRESS */
export function assertReachable(reach: Reach, hostname: string): void {
  const address = writtenOut(hostname);
  if (isIP(address) !== 0 && !reach(address)) throw refused(address);
}
