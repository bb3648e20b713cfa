/** Returns the page to open after sign-in if it is a path of this console, otherwise undefined. */
export function safeNext(next: string | null): string | undefined {
  if (!next || !next.startsWith('/')) return undefined;
  try {
    const url = new URL(next, location.origin);
    const inside = url.origin === location.origin && !/[\\\p{Cc}]/u.test(next) && !next.startsWith('//');
    return inside && url.pathname !== '/login' ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
}
