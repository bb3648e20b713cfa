import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Groups of four hexadecimal digits that name the network; the rest a single machine chooses as it likes. */
const NETWORK_GROUPS = 4;

/** What limits count an address as: itself, or the /64 that an IPv6 address lies in. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || isIP(ip) !== 6) return ip;
  const address = ipaddr.parse(ip.replace(/%.*$/, ''));
  if (!(address instanceof ipaddr.IPv6)) return ip;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return `${address.parts
    .slice(0, NETWORK_GROUPS)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
