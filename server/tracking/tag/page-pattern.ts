/** URL of a CV setting, compiled for the tag. Names are short because every page loads them. */
export interface TagPage {
  /** Regular expression of the decoded address. */
  at: string;
  /** Required parameters of the query or of the fragment (`#/thanks?order`). */
  query: TagParameter[];
}

/** Name, regular expression of the value, and whether the value distinguishes orders. */
type TagParameter = [name: string, value: string, isOrder: boolean];

/** Returns a regular expression of a text in which `*` stands for any number of these characters. */
const wild = (text: string, any = '.'): string =>
  text.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, `${any}*`);

function readable(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** `/thanks/` and `/thanks` are equal. */
const path = (text: string): string => wild(readable(text).replace(/(.)\/$/, '$1'), '[^?#]') + '/?';

const parameters = (query: string): TagParameter[] =>
  [...new URLSearchParams(query)].map(([name, value]) => [
    name,
    value && `^${wild(value)}$`,
    value === '' || value.includes('*'),
  ]);

/**
 * Compiles the URL of a CV setting; undefined if it matches no page. Host, path and fragment may contain `*`.
 * The listed query parameters must be present, with their value if one without `*` is given. A URL without a
 * fragment matches every fragment, one that starts with `/` every host.
 */
export function compilePage(pattern: string | null): TagPage | undefined {
  const [, host = '', file = '', query = '', route = '', routeQuery = ''] =
    /^(?:https?:\/\/)?([^/?#]*)([^?#]*)\??([^#]*)#?([^?]*)\??(.*)$/i.exec(pattern?.trim() ?? '') ?? [];
  if (host === '' && file === '') return undefined;
  const site =
    host === '' ? '[^/]*' : wild(host.toLowerCase(), '[^/]') + (host.includes(':') ? '' : '(:\\d+)?');
  const fragment = route === '' ? '(#.*)?' : `#${path(route)}(\\?.*)?`;
  return {
    at: `^https?://${site}${path(file || '/')}(\\?[^#]*)?${fragment}$`,
    query: [...parameters(query), ...parameters(routeQuery)],
  };
}
