import { isOfProduct, siteOf } from './domains';
import { newId } from './ids';
import { forget, load, save } from './storage';

const NAME = '_ic_vid';
/** 400 days: the maximum that browsers allow. */
const MAX_AGE = 34560000;
const VALID = /^[\w.~-]{1,128}$/;

/** Whether the browser stored the visitor id when this page started. */
let wasStored = false;

function setCookie(cookie: string): void {
  try {
    document.cookie = cookie;
  } catch {
    // A sandboxed frame has no cookies.
  }
}

function writeCookie(value: string, maxAge: number): void {
  const site = siteOf(location.hostname);
  const common = `${NAME}=${value};path=/;max-age=${maxAge};samesite=lax${location.protocol === 'https:' ? ';secure' : ''}`;
  // Uses the site's widest domain, so subdomains share the visitor id; browsers reject public suffixes.
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

const storedId = (): string => readCookie() || load<string>(NAME) || '';

/** Returns the id that another product domain handed over in the URL, if this page may accept it. */
function handedOver(): string {
  const id = new URLSearchParams(location.search).get('a_vid') || '';
  return VALID.test(id) && isOfProduct(document.referrer) ? id : '';
}

/** Returns the visitor id: handed over, stored, or new. Stores it in the cookie and in local storage. */
export function visitorId(): string {
  const stored = storedId();
  const id = handedOver() || (VALID.test(stored) ? stored : newId());
  writeCookie(id, MAX_AGE);
  save(NAME, id);
  wasStored = !!storedId();
  return id;
}

/** True if the stored id was removed while this page was suspended and missed the event. */
export const isForgotten = (): boolean => wasStored && !storedId();

/** Removes all stored data of the visitor. */
export function forgetVisitor(): void {
  writeCookie('', 0);
  forget(NAME);
}

/** Calls back when another tab of the site removes the visitor id. */
export function onForgotten(listener: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === NAME && !event.newValue) listener();
  });
}
