import { isAddress } from '../../address-list';

/** Dashes of Japanese keyboards and word processors, including the long-vowel mark. */
const DASHES = /[\u2010-\u2015\u2212\u30fc\uff0d\uff70\u2500]/g;

/** Converts digits and signs to ASCII: ０３ー１２３４ becomes 03-1234. */
export const normalisePhone = (text: string): string =>
  text.replace(DASHES, '-').normalize('NFKC').replace(/\s+/g, '');

/** Strips a number to digits and signs: １，２３４ and ¥1,234 become 1234. */
export const normaliseNumber = (text: string): string =>
  text
    .replace(DASHES, '-')
    .normalize('NFKC')
    .replace(/[,\s円¥]/g, '');

/** Normalises a host from a Japanese keyboard: ｅｘａｍｐｌｅ．ｊｐ and example。jp become example.jp. */
export const normaliseHost = (text: string): string => text.normalize('NFKC').replaceAll('。', '.').trim();

/**
 * Separates the entries of a list by commas. People type full-width commas, `、` and semicolons too, or one
 * entry per line. Drops empty entries.
 */
const commaSeparated = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[、;\r\n]/g, ',')
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .join(',');

/** Splits a list of texts that people typed, in order and without repeats. */
export const listEntries = (text: string | null): string[] => [
  ...new Set(
    commaSeparated(text ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
];

/**
 * Normalises IP addresses in the same way: １９２．０．２．１、192.0.2.2 becomes 192.0.2.1,192.0.2.2. Blanks
 * between two addresses separate them too.
 */
export const normaliseAddresses = (text: string): string =>
  commaSeparated(text)
    .replaceAll('。', '.')
    .replace(/(?<=[^\s,])\s+(?=[^\s,])/g, ',')
    .trim();

export const isPhone = (text: string): boolean =>
  /^\+?[\d()-]+$/.test(text) && /^\d{6,15}$/.test(text.replace(/\D/g, ''));

export const isEmail = (text: string): boolean =>
  /^[^\s@<>()[\],;:\\"]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text) &&
  isDomain(text.slice(text.lastIndexOf('@') + 1));

/**
 * Returns whether a text is a host name with at least one dot, or localhost. International names are accepted
 * as written.
 */
const isDomain = (text: string): boolean =>
  text === 'localhost' ||
  (text.length <= 253 &&
    /^(?=.*\p{L})[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?)+$/u.test(
      text,
    ));

/** Returns whether a text is an absolute http or https URL without credentials. */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== '' && username === '' && password === '';
}

/**
 * Returns whether a text is a site's host: a domain, or an IPv4 address (for trials in an internal network).
 */
export const isHost = (text: string): boolean => isDomain(text) || (!text.includes(':') && isAddress(text));

/** Returns whether a text is an address or a network: `192.0.2.1`, `192.0.2.0/24`, `2001:db8::/32`. */
export function isIpOrCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (rest.length > 0 || !isAddress(address)) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (address.includes(':') ? 128 : 32));
}
