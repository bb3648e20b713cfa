const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Returns the value of a cookie; undefined if it is missing or malformed. */
export function readCookie(name: string): string | undefined {
  const match = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  if (match === undefined) return undefined;
  try {
    return decodeURIComponent(match.slice(name.length + 1));
  } catch {
    return undefined;
  }
}

/** Sets a first-party cookie for a year. */
export function writeCookie(name: string, value: string, maxAgeSeconds = YEAR_SECONDS): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
}

/** Deletes a cookie. */
export const deleteCookie = (name: string): void => writeCookie(name, '', 0);
