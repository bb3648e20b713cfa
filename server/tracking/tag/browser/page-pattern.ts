/** Result of a match: undefined for no match, else the order's query string or ''. */
export type PatternAnswer = string | undefined;

function wild(pattern: string, text: string): boolean {
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*');
  return new RegExp('^' + source + '$').test(text);
}

function readable(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** Makes `/thanks/` and `/thanks` equal. */
const trimmed = (path: string): string => readable(path).replace(/(.)\/$/, '$1');

/**
 * Matches a page with the URL of a CV setting. Host and path may contain `*`. The listed query parameters
 * must be present, with their value if one without `*` is given. A URL that starts with `/` matches every
 * host. Returns the listed parameters that vary (`order`, `order=*`); they distinguish orders.
 */
export function matchPage(pattern: string, address: string): PatternAnswer {
  const page = new URL(address);
  const [, hostAndPath, query] = /^(?:https?:\/\/)?([^?#]*)\??([^#]*)/i.exec(pattern.trim()) || ['', '', ''];
  const slash = hostAndPath.indexOf('/');
  const host = (slash < 0 ? hostAndPath : hostAndPath.slice(0, slash)).toLowerCase();
  const path = slash < 0 ? '' : hostAndPath.slice(slash);
  if (!host && !path) return undefined;
  if (host && !wild(host, host.indexOf(':') > 0 ? page.host : page.hostname)) return undefined;
  if (!wild(trimmed(path || '/'), trimmed(page.pathname)) && !wild(readable(path), readable(page.pathname)))
    return undefined;
  const order = new URLSearchParams();
  for (const [name, value] of Array.from(new URLSearchParams(query))) {
    const actual = page.searchParams.get(name);
    if (actual === null || (value && !wild(value, actual))) return undefined;
    if (actual && (!value || value.indexOf('*') >= 0)) order.append(name, actual);
  }
  return order.toString();
}
