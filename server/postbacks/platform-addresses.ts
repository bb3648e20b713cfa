import ipaddr from 'ipaddr.js';
import { addressList } from '../../shared/address-list';

/**
 * Addresses at which clouds serve instance metadata and credentials: link-local ones, Azure, AWS, Google,
 * Scaleway, Alibaba and Oracle.
 */
const inPlatformRange = addressList(
  '169.254.0.0/16, 168.63.129.16, 100.100.100.200, 192.0.0.192, fe80::/10, fd00:ec2::/32, fd20:ce::/32, fd00:42::/32, fd00:a9fe:a9fe::/48',
);

/** Names of the same services. */
const PLATFORM_NAME =
  /^(metadata|instance-data|([\w-]+\.)*metadata\.google\.internal|metadata\.goog|instance-data(\.[\w-]+)*\.internal|metadata\.(azure|oraclecloud|platformequinix|packet|tencentyun)\.[a-z]+|metadata\.[\w.-]*internal)$/;

/** Returns the v4 address within a v6 address of a translator (NAT64, 6to4, v4-compatible). */
function embeddedV4(address: ipaddr.IPv6): string | null {
  const bytes = address.toByteArray();
  const range = address.range();
  if (range === '6to4') return bytes.slice(2, 6).join('.');
  const isTranslated =
    range === 'rfc6052' || range === 'rfc6145' || bytes.slice(0, 12).every((byte) => byte === 0);
  return isTranslated ? bytes.slice(12).join('.') : null;
}

/** Returns whether a cloud serves its own services at an address. No setting opens these. */
export function isPlatformAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const v4 = address instanceof ipaddr.IPv6 ? embeddedV4(address) : null;
  return inPlatformRange(address.toString()) || inPlatformRange(v4);
}

/** Returns whether a host name is that of a cloud's own services, whatever it resolves to. */
export const isPlatformName = (hostname: string): boolean =>
  PLATFORM_NAME.test(hostname.toLowerCase().replace(/\.+$/, ''));
