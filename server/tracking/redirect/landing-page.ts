import type { ServerResponse } from 'node:http';
import { decodeQueryPart, type PassedParam } from './click-query';

const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;
font-family:"Noto Sans JP","Hiragino Sans",Meiryo,sans-serif;background:#f5f7fb;color:#1f2a44}
main{max-width:30rem;margin:1.5rem;padding:2.5rem;border-radius:16px;background:#fff;text-align:center;
box-shadow:0 8px 32px rgb(31 42 68/.08)}p.code{margin:0;font-size:3rem;font-weight:700;letter-spacing:.04em;color:#0958d9}
h1{margin:.25rem 0 1rem;font-size:1.25rem}p{margin:.5rem 0;line-height:1.8;text-wrap:balance;word-break:auto-phrase}
@media(prefers-color-scheme:dark){body{background:#10151f;color:#e6eaf2}main{background:#1a2130}p.code{color:#69a3ff}}`;

function page(code: number, title: string, lines: readonly string[]): Buffer {
  const text = lines.map((line) => `<p>${line}</p>`).join('');
  return Buffer.from(
    `<!doctype html><html lang="ja"><head><meta charset="utf-8"><meta name="robots" content="noindex">` +
      `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style>` +
      `</head><body><main><p class="code">${code}</p><h1>${title}</h1>${text}</main></body></html>`,
  );
}

const UNKNOWN = page(404, 'ページが見つかりません', [
  'このリンクは存在しないか、すでに削除されています。',
  'URLに誤りがないかご確認ください。',
]);
const UNAVAILABLE = page(503, 'ただいまリンクを確認できません', [
  'しばらくしてから、もう一度お試しください。',
]);

function send(response: ServerResponse, status: number, body: Buffer, extra: readonly string[] = []): void {
  response.writeHead(status, [
    'Content-Type',
    'text/html; charset=utf-8',
    'Content-Length',
    String(body.length),
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
    ...extra,
  ]);
  response.end(body);
}

/** Sends 404: the link does not exist or was deleted. */
export const unknownLinkPage = (response: ServerResponse): void => send(response, 404, UNKNOWN);

/** Sends 503: the database is down and the link is not in the settings on disk. */
export const unavailablePage = (response: ServerResponse): void =>
  send(response, 503, UNAVAILABLE, ['Retry-After', '5']);

/** A landing page's URL, split once so a click only joins strings. */
export interface LandingPage {
  /**
   * URL up to the end of the query, without `a_ad` and `a_iid`; ends in `?` or `&` for the next parameter.
   */
  head: string;
  /** Decoded names of the page's own parameters, which stay unchanged. */
  names: ReadonlySet<string>;
  /** `#fragment`, or empty. */
  tail: string;
}

/** Parameters that only we set. A URL copied from a clicked link must not claim another click. */
const OURS = new Set(['a_ad', 'a_iid']);

/**
 * Splits a page's URL. Returns undefined for anything but an absolute http(s) URL, or for one with a user
 * name: such pages are never forwarded to.
 */
export function landingPage(address: string | null | undefined): LandingPage | undefined {
  const url = webUrl(address);
  if (!url) return undefined;
  const parts = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '');
  const own = parts.filter((part) => !OURS.has(nameOf(part)));
  const base = url.origin + url.pathname + '?';
  return {
    head: own.length > 0 ? base + own.join('&') + '&' : base,
    names: new Set(own.map(nameOf)),
    tail: url.hash,
  };
}

/** Returns the address as a URL if browsers read it as exactly this http(s) page, else undefined. */
export function webUrl(address: string | null | undefined): URL | undefined {
  // Browsers drop control characters and turn backslashes: the checked URL must be the one that is followed.
  if (!address || !/^https?:\/\/[^\s\\\u0000-\u0020\u007f]+$/i.test(address)) return undefined;
  try {
    const url = new URL(address);
    return url.username === '' && url.password === '' && url.hostname !== '' ? url : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Builds the Location of a click: the page's own query, the click's parameters (except names that the page
 * has), our own (`a_ad=..&a_iid=..`, or empty), and the page's fragment.
 */
export function landingLocation(page: LandingPage, passed: readonly PassedParam[], ours: string): string {
  let location = page.head;
  for (const param of passed) if (!page.names.has(param.name)) location += param.raw + '&';
  location += ours;
  const last = location.charCodeAt(location.length - 1);
  // 38 is `&`, 63 is `?`: nothing followed the separator.
  return (last === 38 || last === 63 ? location.slice(0, -1) : location) + page.tail;
}

function nameOf(part: string): string {
  const equals = part.indexOf('=');
  return decodeQueryPart(equals < 0 ? part : part.slice(0, equals));
}
