import { isOfProduct, siteOf } from './domains';
import { newId } from './ids';
import { forget, load, save } from './storage';

const NAME = '_ic_vid';
/** 400 days: the longest that browsers grant. */
const MAX_AGE = 34560000;
const VALID = /^[\w.~-]{1,128}$/;

/** Whether the browser kept the visitor when this page began. */
let wasKept = false;

function setCookie(cookie: string): void {
  try {
    document.cookie = cookie;
  } catch {
    // A sandboxed frame has none.
  }
}

function writeCookie(value: string, maxAge: number): void {
  const site = siteOf(location.hostname);
  const common = `${NAME}=${value};path=/;max-age=${maxAge};samesite=lax${location.protocol === 'https:' ? ';secure' : ''}`;
  // On the site's widest domain, so that its subdomains know the visitor; refused for a public suffix.
  if (site.indexOf('.') > 0) setCookie(`${common};domain=${site}`);
  if (readCookie() !== (maxAge ? value : '')) setCookie(common);
}

function readCookie(): string {
  try {
    const match = new RegExp('(?:^|; )' + NAME + '=([^;]*)').exec(document.cookie);
    return (match && match[1]) || '';
  } catch {
    return '';
  }
}

const keptId = (): string => readCookie() || load<string>(NAME) || '';

/** The id that another of the product's domains handed over in the URL, if this page may take it. */
function handedOver(): string {
  const id = new URLSearchParams(location.search).get('a_vid') || '';
  return VALID.test(id) && isOfProduct(document.referrer) ? id : '';
}

/** This browser's visitor id: handed over, kept, or new. Kept in the cookie and in local storage. */
export function visitorId(): string {
  const kept = keptId();
  const id = handedOver() || (VALID.test(kept) ? kept : newId());
  writeCookie(id, MAX_AGE);
  save(NAME, id);
  wasKept = !!keptId();
  return id;
}

/** True when the browser kept the visitor and does no more: removed while this page rested and could not be told. */
export const isForgotten = (): boolean => wasKept && !keptId();

/** Removes every trace of the visitor. */
export function forgetVisitor(): void {
  writeCookie('', 0);
  forget(NAME);
}

/** Calls back when another tab of the site has removed the visitor. */
export function onForgotten(forgotten: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === NAME && !event.newValue) forgotten();
  });
}
