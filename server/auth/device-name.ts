import Bowser from 'bowser';

const MAX_NAME = 40;

/** Clients choose their user agent, and its words reach the audit trail and mails: keep them short and plain. */
const plain = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N} ._-]/gu, '')
    .trim()
    .slice(0, MAX_NAME);

/**
 * Returns the browser and operating system of a user agent in words, such as `Chrome / Windows`; of other
 * programs the name. Null if there is none.
 */
export function deviceName(ua: string | null): string | null {
  if (!ua) return null;
  const { browser, os } = Bowser.parse(ua);
  const [program = ''] = ua.split(/[ /]/);
  const names = [browser.name ?? '', os.name ?? ''].map(plain).filter(Boolean);
  return (names.length > 0 ? names.join(' / ') : plain(program)) || null;
}
