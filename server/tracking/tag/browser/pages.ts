import { newId } from './visitor';
import { send } from './outbox';
import { navigation } from './state';

declare global {
  interface Performance {
    /** More exact than in the DOM library. */
    getEntriesByType(type: 'navigation'): PerformanceNavigationTiming[];
  }
}

/** Parameters of ads: click ids, which views report, and those of tracking systems. */
const OF_ADS = /^(?:(gclid|gbraid|wbraid|yclid|fbclid|ttclid|msclkid|_ly_c)|(?:a|utm)_.*)$/;

function clickIds(): Record<string, string> | undefined {
  let ids: Record<string, string> | undefined;
  for (const [name, value] of new URLSearchParams(location.search))
    if (value && OF_ADS.exec(name)?.[1]) ids = { [name]: value, ...ids };
  return ids;
}

/** Returns how the document was opened. */
export function documentNav(): string | undefined {
  return performance.getEntriesByType('navigation')[0]?.type;
}

/** Sends a view of the current page. @param nav how the visitor came to it */
export function sendView(nav: string | undefined): void {
  send({
    type: 'view',
    event_id: newId(),
    title: document.title.slice(0, 300),
    nav,
    click_ids: clickIds(),
  });
}

/** Address that a script set last. */
let scripted = '';

/**
 * Returns what identifies a page. Parameters of ads don't count: pages clean them away. A fragment counts if
 * it is a route (`#/cart`), or if a script set it and it names no place in the page.
 */
function pageOf(address: string): string {
  const { pathname, hash, searchParams } = new URL(address);
  const isState = address === scripted && !document.getElementById(hash.slice(1));
  const own = [...searchParams].filter(([name]) => !OF_ADS.test(name));
  return [pathname, isState || /^#[/!]/.test(hash) ? hash : '', ...own.sort()].join();
}

/**
 * Calls back once per distinct address in a row: on every navigation within the document or from the history,
 * by pushState, replaceState and the fragment.
 */
export function onNavigation(listener: (previous: string, nav: string, isNewPage: boolean) => void): void {
  let current = location.href;
  let page = pageOf(current);
  const look = (nav: string): void => {
    // Waits for the page's own script: routers set the title last.
    setTimeout(() => {
      const previous = current;
      const before = page;
      current = location.href;
      if (current === previous) return;
      page = pageOf(current);
      listener(previous, nav, page !== before);
    });
  };
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name];
    history[name] = function (...args) {
      change.call(this, ...args);
      scripted = location.href;
      look('navigate');
    };
  }
  // A link to a fragment is an event of this kind, too.
  addEventListener('popstate', () => look('back_forward'));
  // Routers that intercept navigations call none of these. Waits for `popstate`, which tells the way.
  navigation?.addEventListener('navigatesuccess', () => setTimeout(() => look('navigate')));
  addEventListener('pageshow', (event) => {
    if (event.persisted) listener(document.referrer, 'back_forward', true);
  });
}
