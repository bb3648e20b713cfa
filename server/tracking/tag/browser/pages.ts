import { newId, visitInteraction } from './visitor';
import { send } from './outbox';
import { settings } from './settings';

/** Sends a view of the current page. */
export function sendView(visitor: string, referrer: string): void {
  send({
    type: 'view',
    product_id: settings.product,
    event_id: newId(),
    visitor_id: visitor,
    url: location.href,
    referrer,
    title: document.title.slice(0, 300),
    interaction_id: visitInteraction() || undefined,
  });
}

/** Returns the part of the URL that identifies a page. A fragment counts only if it is a route (`#/cart`). */
const pageOf = (address: string): string => address.replace(/#(?![/!]).*$/, '');

/** Calls back with the previous page on every navigation within the document or from the history. */
export function onNavigation(listener: (previous: string) => void): void {
  let current = location.href;
  const look = (): void => {
    // Waits for the page's own script: routers set the title last.
    setTimeout(() => {
      const previous = current;
      current = location.href;
      if (pageOf(current) !== pageOf(previous)) listener(previous);
    });
  };
  const push = history.pushState;
  history.pushState = function (...args) {
    push.apply(this, args);
    look();
  };
  const replace = history.replaceState;
  history.replaceState = function (...args) {
    const path = location.pathname;
    replace.apply(this, args);
    // A replaced URL of the same page (a cleaned query) is no navigation.
    if (location.pathname !== path) look();
    else setTimeout(() => (current = location.href));
  };
  addEventListener('popstate', look);
  // Routers that intercept navigations call neither of these.
  if ('navigation' in window) navigation.addEventListener('navigatesuccess', look);
  addEventListener('pageshow', (event) => {
    if (event.persisted) listener(document.referrer);
  });
}
