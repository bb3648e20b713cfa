const MOST = 200;
const MOST_CHARACTERS = 255;
const known = new Map<string, string>();

/**
 * Returns the host of a postback URL with its port; empty if the URL is invalid. Cached, because many
 * postbacks share a host.
 */
export function hostOf(url: string): string {
  const [origin = ''] = /^[^:]*:\/\/[^/?#]*/.exec(url) ?? [];
  let host = known.get(origin);
  if (host === undefined) {
    if (!URL.canParse(origin)) return URL.canParse(url) ? new URL(url).host.slice(0, MOST_CHARACTERS) : '';
    host = new URL(origin).host.slice(0, MOST_CHARACTERS);
    if (known.size >= MOST) known.clear();
    known.set(origin, host);
  }
  return host;
}
