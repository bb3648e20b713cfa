import { isIP } from 'node:net';

/** Splits `10.0.0.0/8` or a single address; undefined for anything else. Leading zeros are rejected. */
export function parseCidr(text: string): { address: string; bits: number } | undefined {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return undefined;
  const most = family === 4 ? 32 : 128;
  if (bits === undefined) return { address, bits: most };
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? { address, bits: Number(bits) } : undefined;
}

/** Parses TRUST_PROXY: a number of hops, or CIDRs; undefined for anything else. */
export function parseHops(text: string): number | string[] | undefined {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every((entry) => parseCidr(entry) !== undefined) ? entries : undefined;
}
