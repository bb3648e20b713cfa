const MAX_CACHED = 200;
const MAX_LENGTH = 255;
const cache = new Map<string, string>();

/**
 * Returns the host of a postback URL with its port; empty if the URL is invalid. Cached, because many
 * postbacks share a host.
 */
export function hostOf(url: string): string {
  const [origin = ''] = /^[^:]*:\/\/[^/?#]*/.exec(url) ?? [];
  let host = cache.get(origin);
  if (host === undefined) {
    if (!URL.canParse(origin)) return URL.canParse(url) ? new URL(url).host.slice(0, MAX_LENGTH) : '';
    host = new URL(origin).host.slice(0, MAX_LENGTH);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(origin, host);
  }
  return host;
}
