/** What a page's address says to a pattern: undefined when it doesn't match, else the order's query string or ''. */
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

/** `/thanks/` and `/thanks` are one page. */
const trimmed = (path: string): string => readable(path).replace(/(.)\/$/, '$1');

/**
 * Matches a page with a CV setting's address: host and path with `*`, the listed query parameters present
 * (with their value, where one without `*` is given). An address that starts with `/` is good for every host.
 * Answers the listed parameters that vary (`order`, `order=*`): they tell one order from another.
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
