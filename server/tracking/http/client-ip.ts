import { BlockList, isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** Which senders of X-Forwarded-For are believed: nobody, the last n hops, or machines in these networks. */
export type TrustedProxies =
  { kind: 'none' } | { kind: 'hops'; hops: number } | { kind: 'networks'; list: BlockList };

/** Makes the configured TRUST_PROXY (a number of hops, or addresses and CIDRs) ready to ask. */
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

/** An address in the form in which we keep it: v4-mapped ones as v4, no zone, no port; empty when it is none. */
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

function isTrusted(address: string, trust: Extract<TrustedProxies, { kind: 'networks' }>): boolean {
  return trust.list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * The visitor's address: what the nearest machine that we do not trust says it is.
 * An entry that is no address ends the walk, so that nobody can put text in front of a trusted hop.
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

/** True when the browser asked by https, as a proxy that we trust says. */
export function isByHttps(request: IncomingMessage, trust: TrustedProxies): boolean {
  const remote = plainAddress(request.socket.remoteAddress ?? '');
  if (trust.kind === 'none' || (trust.kind === 'networks' && !isTrusted(remote, trust))) return false;
  const forwarded = request.headers['x-forwarded-proto'];
  // The first of several is the browser's own: each proxy adds how the one before it asked.
  return /^\s*https\s*(,|$)/i.test(Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? ''));
}
