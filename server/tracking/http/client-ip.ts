import { BlockList, isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** Trusted senders of X-Forwarded-For: none, the last n hops, or machines in these networks. */
export type TrustedProxies =
  { kind: 'none' } | { kind: 'hops'; hops: number } | { kind: 'networks'; list: BlockList };

/** Compiles TRUST_PROXY: a number of hops, or addresses and CIDRs. */
export function trustedProxies(trustProxy: number | readonly string[]): TrustedProxies {
  if (typeof trustProxy === 'number')
    return trustProxy === 0 ? { kind: 'none' } : { kind: 'hops', hops: trustProxy };
  const list = new BlockList();
  for (const entry of trustProxy) {
    const [address = '', bits] = entry.split('/');
    const v6 = isIP(address) === 6;
    list.addSubnet(address, bits === undefined ? (v6 ? 128 : 32) : Number(bits), v6 ? 'ipv6' : 'ipv4');
  }
  return { kind: 'networks', list };
}

/** Normalizes an address: v4-mapped as v4, without zone and port. Empty if it is not an IP address. */
export function plainAddress(text: string): string {
  let address = text.trim();
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(address);
  if (bracketed?.[1]) address = bracketed[1];
  else if (/^[\d.]+:\d+$/.test(address)) address = address.slice(0, address.indexOf(':'));
  const zone = address.indexOf('%');
  if (zone >= 0) address = address.slice(0, zone);
  if (/^::ffff:\d/i.test(address)) address = address.slice(7);
  return isIP(address) === 0 ? '' : address;
}

const isTrusted = (address: string, trust: Extract<TrustedProxies, { kind: 'networks' }>): boolean =>
  trust.list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Returns the visitor's address: the one that the nearest untrusted machine connects from. An invalid entry
 * ends the search, so a client can't inject text before a trusted hop.
 */
export function clientIp(request: IncomingMessage, trust: TrustedProxies): string {
  const remote = plainAddress(request.socket.remoteAddress ?? '');
  if (trust.kind === 'none') return remote;
  const forwarded = request.headers['x-forwarded-for'];
  if (!forwarded) return remote;
  const entries = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded).split(',');
  let client = remote;
  for (let hop = 0; entries.length > 0; hop += 1) {
    if (trust.kind === 'hops' ? hop >= trust.hops : !isTrusted(client, trust)) break;
    const next = plainAddress(entries.pop() ?? '');
    if (next === '') break;
    client = next;
  }
  return client;
}

/** True if the browser used https, according to a trusted proxy. */
export function isByHttps(request: IncomingMessage, trust: TrustedProxies): boolean {
  const remote = plainAddress(request.socket.remoteAddress ?? '');
  if (trust.kind === 'none' || (trust.kind === 'networks' && !isTrusted(remote, trust))) return false;
  const forwarded = request.headers['x-forwarded-proto'];
  // The first value is the browser's own: each proxy appends the protocol of the hop before it.
  return /^\s*https\s*(,|$)/i.test(Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? ''));
}
