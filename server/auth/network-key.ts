import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Number of 16-bit groups that identify the network. A machine chooses the remaining groups freely. */
const NETWORK_GROUPS = 4;

/** Returns the limit key of an address: the address itself, or the /64 network for IPv6. */
export function networkKey(ip: string): string {
  if (!ip.includes(':') || isIP(ip) !== 6) return ip;
  const address = ipaddr.parse(ip.replace(/%.*$/, ''));
  if (!(address instanceof ipaddr.IPv6)) return ip;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return `${address.parts
    .slice(0, NETWORK_GROUPS)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
