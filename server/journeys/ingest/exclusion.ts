import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { ExcludedReason } from '../../../shared/catalog';
import { userAgentFacts } from './user-agent';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

const MAPPED_BITS = 96;

/** Strict: `010.0.0.1` and its like, which parsers read in different ways, are no addresses. */
function parseAddress(text: string): Address | undefined {
  if (isIP(text) === 0) return undefined;
  return ipaddr.parse(text.replace(/%.*$/, ''));
}

/** An entry of the list; a v4-mapped one stands for the v4 range. Undefined when malformed. */
function parseRange(entry: string): Range | undefined {
  const [text = '', prefixText, ...rest] = entry.split('/');
  const address = parseAddress(text);
  if (!address || rest.length > 0) return undefined;
  const bits = address.kind() === 'ipv4' ? 32 : 128;
  const prefix = prefixText === undefined ? bits : /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : NaN;
  if (!(prefix <= bits)) return undefined;
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && prefix >= MAPPED_BITS) {
    return [address.toIPv4Address(), prefix - MAPPED_BITS];
  }
  return [address, prefix];
}

/** Answers whether an address is in a product's excluded IPs. */
export type ExclusionList = (ip: string | null) => boolean;

const compiled = new Map<string, ExclusionList>();

/** The compiled list of a text, kept while it is in use: every batch asks for the same few. */
export function exclusionsOf(text: string | null): ExclusionList {
  const key = text ?? '';
  let list = compiled.get(key);
  if (!list) {
    if (compiled.size >= 200) compiled.clear();
    list = compileExclusions(text);
    compiled.set(key, list);
  }
  return list;
}

/**
 * Compiles a product's excluded IPs: addresses or CIDR, v4 and v6, separated by commas (or
 * whitespace). A v4-mapped v6 address counts as its v4 address. Malformed entries match nothing.
 */
export function compileExclusions(list: string | null): ExclusionList {
  const ranges = (list ?? '')
    .split(/[\s,]+/)
    .map(parseRange)
    .filter((range) => range !== undefined);
  if (ranges.length === 0) return () => false;
  const known = new Map<string, boolean>();
  const matches = (ip: string): boolean => {
    let address = parseAddress(ip);
    if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) address = address.toIPv4Address();
    const kind = address?.kind();
    return ranges.some((range) => range[0].kind() === kind && address?.match(range));
  };
  return (ip) => {
    if (ip === null) return false;
    let answer = known.get(ip);
    if (answer === undefined) {
      answer = matches(ip);
      if (known.size < 10_000) known.set(ip, answer);
    }
    return answer;
  };
}

/** Why what came from there with this user agent counts nowhere; null when it counts. An excluded address is told before a bot. */
export function reasonOf(excludedIp: boolean, ua: string | null): ExcludedReason | null {
  if (excludedIp) return ExcludedReason.IP;
  return userAgentFacts(ua).isBot ? ExcludedReason.BOT : null;
}
