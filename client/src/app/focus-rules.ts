import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType, type Location } from 'react-router-dom';
import { LOAD_TIMEOUT_MS, idOf } from './scroll-rules';

/** Events that show that the user has moved on. */
const USER_EVENTS = ['pointerdown', 'keydown'] as const;

function focus(target: HTMLElement): void {
  if (!target.hasAttribute('tabindex')) {
    target.tabIndex = -1;
    target.dataset.place = '';
  }
  target.focus({ preventScroll: true });
}

/** Link of a page: its address, and its index among the links with this address. */
interface Place {
  readonly href: string;
  readonly nth: number;
}

const linksTo = (href: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main a[href]')].filter(
    (link) => link.getAttribute('href') === href,
  );

/** Returns the focused link of the page; undefined if no link has the focus. */
function placeOf(target: EventTarget | null): Place | undefined {
  const link = target instanceof Element ? target.closest<HTMLElement>('main a[href]') : null;
  const href = link?.getAttribute('href');
  return link && typeof href === 'string' ? { href, nth: linksTo(href).indexOf(link) } : undefined;
}

/**
 * Returns the focus to the link that left the page once it is rendered, unless something else has the focus.
 * @returns a function that cancels
 */
function restoreFocus({ href, nth }: Place): () => void {
  const observer = new MutationObserver(step);
  const timer = setTimeout(stop, LOAD_TIMEOUT_MS);
  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
    for (const eventName of USER_EVENTS) window.removeEventListener(eventName, stop, true);
  }
  function step(): void {
    if (document.activeElement && document.activeElement !== document.body) return stop();
    const link = linksTo(href)[nth];
    if (!link) return;
    stop();
    link.focus({ preventScroll: true });
  }
  for (const eventName of USER_EVENTS)
    window.addEventListener(eventName, stop, { capture: true, passive: true });
  observer.observe(document.body, { childList: true, subtree: true });
  step();
  return stop;
}

/**
 * Moves the focus to the heading of the new page, or to the target of its hash, once it is rendered; until
 * then to the content. An element inside the page that already has the focus keeps it, and so does an open
 * dialog.
 * @returns a function that cancels
 */
function enterPage(id: string): () => void {
  const observer = new MutationObserver(step);
  const timer = setTimeout(stop, LOAD_TIMEOUT_MS);
  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
    window.removeEventListener('focusin', step);
    for (const eventName of USER_EVENTS) window.removeEventListener(eventName, stop, true);
  }
  function step(): void {
    const active = document.activeElement;
    // A dialog that closes with the navigation returns the focus to its opener, which fires focusin again.
    if (active?.closest('[role="dialog"]')) return;
    const content = document.querySelector('main');
    if (content && active && active !== content && content.contains(active)) return stop();
    const goal = id === '' ? document.querySelector('h1') : document.getElementById(id);
    if (goal) stop();
    const target = goal ?? content;
    if (target && target !== active) focus(target);
  }
  window.addEventListener('focusin', step);
  for (const eventName of USER_EVENTS)
    window.addEventListener(eventName, stop, { capture: true, passive: true });
  observer.observe(document.body, { childList: true, subtree: true });
  step();
  return stop;
}

/** Entry of the tab's history, and the link of its page that led on. */
interface HistoryEntry {
  readonly key: string;
  left?: Place | undefined;
}

/** Copy of the browser's history. The browser doesn't say whether a step leads back or forward. */
class TabHistory {
  private readonly entries: HistoryEntry[] = [];
  private at = 0;

  /**
   * Moves to an address.
   * @param left the link that led there
   * @returns whether this is a step back, and the link that left that page
   */
  go(
    key: string,
    type: NavigationType,
    left: Place | undefined,
  ): { back: boolean; place?: Place | undefined } {
    if (type === NavigationType.Pop) {
      const to = this.entries.findIndex((stop) => stop.key === key);
      const back = to <= this.at;
      // An unknown entry is older than this document.
      if (to === -1) this.entries.unshift({ key });
      this.at = Math.max(to, 0);
      return { back, place: this.entries[this.at]?.left };
    }
    const from = this.entries[this.at];
    if (from) from.left = left;
    if (type === NavigationType.Replace) this.entries[this.at] = { key };
    else this.entries.splice(from ? ++this.at : 0, Infinity, { key });
    return { back: false };
  }
}

/** Whether this navigation comes from the sign-in. */
const isEntered = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'entered' in state;

/**
 * Moves the focus to the new page after a navigation, so that Tab continues in its content and screen
 * readers announce its title. Does nothing on the first page unless the sign-in led to it. Going back
 * focuses the link that left the page; going forward is like any navigation. Must be rendered after the
 * pages, because their effects run first.
 */
export function FocusRules(): null {
  const { pathname, hash, key, state } = useLocation();
  const type = useNavigationType();
  const here = useRef<Pick<Location, 'pathname' | 'key'> | undefined>(
    type !== NavigationType.Pop && isEntered(state) ? undefined : { pathname, key },
  );
  const cancel = useRef<() => void>(undefined);
  const last = useRef<Place>(undefined);
  const history = useRef<TabHistory>(undefined);
  useEffect(() => {
    const follow = ({ target }: FocusEvent): void => void (last.current = placeOf(target));
    window.addEventListener('focusin', follow);
    return () => window.removeEventListener('focusin', follow);
  }, []);
  useEffect(() => {
    const before = here.current;
    here.current = { pathname, key };
    history.current ??= new TabHistory();
    const { back, place } = history.current.go(key, type, last.current);
    if (before?.pathname === pathname) return;
    cancel.current?.();
    last.current = undefined;
    if (back) cancel.current = place && restoreFocus(place);
    else cancel.current = enterPage(idOf(hash));
  }, [pathname, hash, key, type]);
  return null;
}
