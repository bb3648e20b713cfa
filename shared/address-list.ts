import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

const MAPPED_BITS = 96;
/** Strict: parsers disagree about forms such as `010.0.0.1`, so these are not addresses. */
const FOUR_NUMBERS = /^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/;

function parseAddress(text: string): Address | undefined {
  if (!text.includes(':'))
    return FOUR_NUMBERS.test(text) && ipaddr.IPv4.isValid(text) ? ipaddr.IPv4.parse(text) : undefined;
  const withoutZone = text.replace(/%.*$/, '');
  return ipaddr.IPv6.isValid(withoutZone) ? ipaddr.IPv6.parse(withoutZone) : undefined;
}

/** Returns whether a text is a v4 or v6 address without a zone. */
export const isAddress = (text: string): boolean => !text.includes('%') && parseAddress(text) !== undefined;

/**
 * Parses an entry of the list, or returns undefined if it is malformed. A v4-mapped entry becomes a v4 range.
 */
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

/** Predicate that tells whether an address is in a list. */
export type AddressList = (ip: string | null) => boolean;

/**
 * Compiles a list of v4 and v6 addresses or CIDR ranges, separated by commas, `、` or whitespace. Used for a
 * product's excluded IPs and a company's allowed sign-in addresses. A v4-mapped v6 address counts as its v4
 * address. Malformed entries match nothing.
 */
export function addressList(list: string | null): AddressList {
  const ranges = (list ?? '')
    .split(/[\s,、，､;；]+/)
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
