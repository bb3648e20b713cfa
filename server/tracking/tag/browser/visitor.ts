import { visitorOfToken } from '../visitor-token';
import { allowed } from './guard';
import { settings } from './settings';
import { THIRTY_MINUTES, MAX_AGE } from './limits';
import { parameter, referrer, setVisitor } from './state';

/** Creates an id: 12 hexadecimal digits of milliseconds, then 20 of randomness. */
export function newId(): string {
  const digits = (byte: number): string => (byte + 256).toString(16).slice(1);
  const random = Array.from(crypto.getRandomValues(new Uint8Array(10)), digits);
  return '0' + Date.now().toString(16) + random.join('');
}

/** Loads from local storage, which may be missing, full or forbidden. */
export const load = <T>(key: string): T | null | undefined =>
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the tag alone writes under its keys, and its size allows no check
  allowed(() => JSON.parse(String(localStorage.getItem(key))) as T | null);

/** Saves a value. Returns undefined if the browser rejects it. */
export const save = (key: string, value: unknown): true | undefined =>
  allowed(() => {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  });

export const forget = (key: string): void => allowed(() => localStorage.removeItem(key));

const KEY = '_ic_visit';

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
  const visit = visitNow();
  const iid = parameter('a_iid');
  if (iid || parameter('a_ad')) visit.iid = iid;
  return keep(visit).iid;
}

/** True on the first call for this CV setting in the visit. */
export function firstInVisit(setting: number): boolean {
  const visit = visitNow();
  if (visit.fired.includes(setting)) return false;
  visit.fired.push(setting);
  keep(visit);
  return true;
}

export function forgetVisit(): void {
  memory = undefined;
  forget(KEY);
}

const isUnder = (host: string, domain: string): boolean => ('.' + host).endsWith('.' + domain);

const isBelow = (host: string, domains: string[]): boolean => domains.some((domain) => isUnder(host, domain));

/** Returns the registrable domain of a host; of one that the product does not know, the host itself. */
const siteOf = (host: string): string => settings.sites.find((site) => isUnder(host, site)) || host;

const here = location.hostname;

/** True for a host of the product's other domains, which don't share this page's cookies. */
export const isOtherSite = (host: string): boolean =>
  isBelow(host, settings.domains) && siteOf(host) !== siteOf(here);

/** True if this page is the product's and shares its site with the tracker, whose cookies then count. */
export const isSameSite = (tracker: string): boolean =>
  isBelow(here, settings.hosts) && siteOf(here) === siteOf(new URL(tracker).hostname);

/** Name of the cookie, and of its copy in local storage. */
export const VISITOR_KEY = '_ic_vid';

/** Whether the browser stored the visitor id when this page started. */
let wasStored = '';

/** Sets the cookie of the page's host, or of a domain. An empty value deletes it. */
const setCookie = (value: string, domain: string): unknown =>
  allowed(
    () =>
      (document.cookie = `${VISITOR_KEY}=${value};path=/;max-age=${value ? MAX_AGE : 0}${domain && ';domain=' + domain};samesite=lax${location.protocol === 'https:' ? ';secure' : ''}`),
  );

/**
 * Stores a valid visitor id in local storage and in the cookie of the site, which subdomains share. Deletes
 * cookies of narrower domains, which earlier versions set and which would hide it.
 */
export function storeVisitor(id: string): void {
  const site = siteOf(here);
  setCookie('', '');
  for (let host = here; host !== site; host = host.slice(host.indexOf('.') + 1)) setCookie('', host);
  if (site.includes('.')) setCookie(id, site);
  // Browsers reject public suffixes.
  if (readCookie() !== id) setCookie(id, '');
  save(VISITOR_KEY, id);
  setVisitor(id);
}

/** Returns the newest cookie of a name: browsers list those of earlier versions first. */
export const cookie = (name: string): string =>
  RegExp('^(?:.*; )?' + name + '=([^;]*)').exec(allowed(() => document.cookie) || '')?.[1] || '';

const readCookie = (): string => cookie(VISITOR_KEY);

const storedId = (): string => readCookie() || load<string>(VISITOR_KEY) || '';

/** Starts with the visitor id that another product domain handed over, a stored or a new one. */
export function takeVisitor(): void {
  const handedOver = visitorOfToken(
    parameter('a_vid'),
    settings.product,
    Date.now(),
    referrer ? isBelow(new URL(referrer).hostname, settings.domains) : undefined,
  );
  storeVisitor([handedOver, storedId()].find((one) => /^[\w.~-]{1,128}$/.test(one)) || newId());
  wasStored = storedId();
}

/** True if the stored id was removed while this page was suspended and missed the event. */
export const isForgotten = (): boolean => !!wasStored && !storedId();

/** Removes the visitor's stored data. Returns the id, or an empty text if there was none. */
export function forgetVisitor(): string {
  const stored = storedId();
  storeVisitor('');
  forget(VISITOR_KEY);
  return stored;
}
