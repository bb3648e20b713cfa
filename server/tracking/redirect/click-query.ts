/** Click parameters of media; each may have the prefix `a_`. */
export const MEDIA_NAMES = ['xclid', 'ses', 'key1', 'key2', 'key3'] as const;
export type MediaName = (typeof MEDIA_NAMES)[number];
export type MediaValues = Partial<Record<MediaName, string>>;

/** A click parameter that is passed on to the landing page. */
export interface PassedParam {
  /** Decoded name, compared with the names of the page's own parameters. */
  name: string;
  /** As received, safe inside a header. */
  raw: string;
}

/** Parsed query of a link: our own parameters, and those to pass on. */
export interface ClickQuery {
  media: MediaValues;
  lpurl: string | undefined;
  consentDenied: boolean;
  passed: PassedParam[];
}

const NOTHING: ClickQuery = { media: {}, lpurl: undefined, consentDenied: false, passed: [] };
const MEDIA = new Set<string>(MEDIA_NAMES);
const isMedia = (name: string): name is MediaName => MEDIA.has(name);

/** Characters that must be escaped in a URL's query inside a Location header. */
const UNSAFE = /[^!$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]/g;

/** Decodes a form-encoded part; returns a malformed one undecoded. */
export function decodeQueryPart(part: string): string {
  if (!/[%+]/.test(part)) return part;
  const spaced = part.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Escapes a byte. Node decodes the request line as Latin-1, so each character is one byte. */
function escapeByte(character: string): string {
  return '%' + character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
}

/**
 * Parses the query (without `?`) of `/r/{code}`. For duplicate media names, the one with `a_` wins, then the
 * first.
 */
export function parseClickQuery(query: string): ClickQuery {
  if (query === '') return NOTHING;
  const result: ClickQuery = { media: {}, lpurl: undefined, consentDenied: false, passed: [] };
  const prefixed: MediaValues = {};
  for (const part of query.replace(UNSAFE, escapeByte).split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decodeQueryPart(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? '' : part.slice(equals + 1);
    if (isMedia(name)) result.media[name] ??= decodeQueryPart(value);
    else if (name === 'lpurl') result.lpurl ??= decodeQueryPart(value);
    else if (!name.startsWith('a_')) result.passed.push({ name, raw: part });
    else if (name === 'a_consent') result.consentDenied ||= value === 'denied';
    else {
      const bare = name.slice(2);
      if (isMedia(bare)) prefixed[bare] ??= decodeQueryPart(value);
    }
  }
  Object.assign(result.media, prefixed);
  return result;
}
