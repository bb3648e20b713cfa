import { settings } from './settings';

/** Creates an id: 12 hexadecimal digits of milliseconds, then 20 of randomness. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  const digits = Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1)).join('');
  return (Date.now() + 0x1000000000000).toString(16).slice(-12) + digits;
}

/** Returns a 64-bit hash of a text as hexadecimal. */
export function hash(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x1b873593;
  for (let i = 0; i < text.length; i += 1) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b) ^ (b >>> 15);
  }
  return (a >>> 0).toString(16) + (b >>> 0).toString(16);
}

/** Loads from local storage, which may be missing, full or forbidden. */
export function load<T>(key: string): T | undefined {
  try {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the tag alone writes under its keys, and its size allows no check
    return (JSON.parse(localStorage.getItem(key) || 'null') as T | null) || undefined;
  } catch {
    return undefined;
  }
}

/** Saves a value. Returns false if the browser rejects it, as in private mode or with full storage. */
export function save(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

const KEY = '_ic_visit';
const THIRTY_MINUTES = 18e5;

interface Visit {
  /** Last activity, epoch milliseconds. */
  at: number;
  /** Interaction at the start of the visit, or empty. */
  iid: string;
  /** URL conversions fired in this visit. */
  fired: number[];
}

let memory: Visit | undefined;

/** Returns the current visit, which ends after 30 idle minutes, and records the activity. */
function visitNow(): Visit {
  const now = Date.now();
  const stored = load<Visit>(KEY) || memory;
  const visit =
    stored && Math.abs(now - stored.at) <= THIRTY_MINUTES ? stored : { at: now, iid: '', fired: [] };
  visit.at = now;
  return keep(visit);
}

function keep(visit: Visit): Visit {
  memory = visit;
  save(KEY, visit);
  return visit;
}

/**
 * Returns the visit's interaction. A landing replaces it by its own (`a_iid`, or a new contact by `a_ad`).
 */
export function visitInteraction(): string {
  const query = new URLSearchParams(location.search);
  const visit = visitNow();
  const iid = query.get('a_iid');
  if (iid || query.get('a_ad')) visit.iid = iid || '';
  return keep(visit).iid;
}

/** True on the first call for this CV setting in the visit. */
export function firstInVisit(setting: number): boolean {
  const visit = visitNow();
  if (visit.fired.indexOf(setting) >= 0) return false;
  visit.fired.push(setting);
  keep(visit);
  return true;
}

export function forgetVisit(): void {
  memory = undefined;
  forget(KEY);
}

const isUnder = (host: string, domain: string): boolean =>
  host === domain || host.slice(-domain.length - 1) === '.' + domain;

/** Returns the widest product domain that contains the host, or the host itself. */
function siteOf(host: string): string {
  return (
    settings.domains.filter((domain) => isUnder(host, domain)).sort((a, b) => a.length - b.length)[0] || host
  );
}

/** True if the URL's host is one of the product's domains or a subdomain. */
function isOfProduct(url: string): boolean {
  try {
    const { hostname } = new URL(url);
    return settings.domains.some((domain) => isUnder(hostname, domain));
  } catch {
    return false;
  }
}

/** True for a host of the product's other domains, which don't share this page's cookies. */
function isOtherSite(host: string): boolean {
  const site = siteOf(host);
  return site !== siteOf(location.hostname) && settings.domains.indexOf(site) >= 0;
}

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

function decorate(link: HTMLAnchorElement | HTMLAreaElement, visitor: string): void {
  if (!/^https?:$/.test(link.protocol) || !isOtherSite(link.hostname)) return;
  const url = new URL(link.href);
  if (url.searchParams.get('a_vid') === visitor) return;
  url.searchParams.set('a_vid', visitor);
  link.href = url.href;
}

/** Adds the visitor id to all current links to the product's other domains. */
export function decorateLinks(visitor: string): void {
  for (const link of Array.from(document.links)) decorate(link, visitor);
}

/** Adds it to the link under a pointer or key, because pages create links at any time. */
export function decorateTarget(event: Event, visitor: string): void {
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href],area[href]');
  if (link) decorate(link, visitor);
}

/** Removes the visitor id from links. */
export function plainLinks(visitor: string): void {
  for (const link of Array.from(document.links)) {
    // Skips invalid URLs too, which `new URL` would reject.
    if (!/[?&]a_vid=/.test(link.href)) continue;
    const url = new URL(link.href, location.href);
    if (url.searchParams.get('a_vid') !== visitor) continue;
    url.searchParams.delete('a_vid');
    link.href = url.href;
  }
}
