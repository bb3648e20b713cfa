import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType, type Location } from 'react-router-dom';
import { COMES_WITHIN, idOf } from './scroll-rules';

/** What a reader does who goes on by himself. */
const OWN_WAYS = ['pointerdown', 'keydown'] as const;

function focus(target: HTMLElement): void {
  if (!target.hasAttribute('tabindex')) {
    target.tabIndex = -1;
    target.dataset.place = '';
  }
  target.focus({ preventScroll: true });
}

/** A link of a page: its address, and which of those with this address it is. */
interface Place {
  readonly href: string;
  readonly nth: number;
}

const linksTo = (href: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main a[href]')].filter(
    (link) => link.getAttribute('href') === href,
  );

/** Where in the page the focus is; undefined where it is at no link of it. */
function placeOf(target: EventTarget | null): Place | undefined {
  const link = target instanceof Element ? target.closest<HTMLElement>('main a[href]') : null;
  const href = link?.getAttribute('href');
  return link && typeof href === 'string' ? { href, nth: linksTo(href).indexOf(link) } : undefined;
}

/** Brings the focus back to the link that a page was left by, once it stands, as long as nothing else has it. @returns what gives up */
function comeBack({ href, nth }: Place): () => void {
  const observer = new MutationObserver(step);
  const timer = setTimeout(stop, COMES_WITHIN);
  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
    for (const way of OWN_WAYS) window.removeEventListener(way, stop, true);
  }
  function step(): void {
    if (document.activeElement && document.activeElement !== document.body) return stop();
    const link = linksTo(href)[nth];
    if (!link) return;
    stop();
    link.focus({ preventScroll: true });
  }
  for (const way of OWN_WAYS) window.addEventListener(way, stop, { capture: true, passive: true });
  observer.observe(document.body, { childList: true, subtree: true });
  step();
  return stop;
}

/**
 * Brings the focus to the heading of the page that a navigation led to, or to what its hash names, once it stands; to
 * the content until then. What took the focus inside of the page keeps it, and so does a dialog while it is open.
 * @returns what gives up
 */
function enterPage(id: string): () => void {
  const observer = new MutationObserver(step);
  const timer = setTimeout(stop, COMES_WITHIN);
  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
    window.removeEventListener('focusin', step);
    for (const way of OWN_WAYS) window.removeEventListener(way, stop, true);
  }
  function step(): void {
    const active = document.activeElement;
    // One that closes with the navigation gives the focus back to what opened it, and is heard of then.
    if (active?.closest('[role="dialog"]')) return;
    const content = document.querySelector('main');
    if (content && active && active !== content && content.contains(active)) return stop();
    const goal = id === '' ? document.querySelector('h1') : document.getElementById(id);
    if (goal) stop();
    const target = goal ?? content;
    if (target && target !== active) focus(target);
  }
  window.addEventListener('focusin', step);
  for (const way of OWN_WAYS) window.addEventListener(way, stop, { capture: true, passive: true });
  observer.observe(document.body, { childList: true, subtree: true });
  step();
  return stop;
}

/** An address of the tab's history, and the link of its page that led on from there. */
interface Stop {
  readonly key: string;
  left?: Place | undefined;
}

/** The reader's way as the browser keeps it, which does not tell of a step in it whether that is back or forward. */
class Trail {
  private readonly stops: Stop[] = [];
  private at = 0;

  /** Goes to an address, from one that was left by the link `left`. @returns whether that is back, and by which link that address was left */
  go(
    key: string,
    type: NavigationType,
    left: Place | undefined,
  ): { back: boolean; place?: Place | undefined } {
    if (type === NavigationType.Pop) {
      const to = this.stops.findIndex((stop) => stop.key === key);
      const back = to <= this.at;
      // One that is not known is from before the document came.
      if (to === -1) this.stops.unshift({ key });
      this.at = Math.max(to, 0);
      return { back, place: this.stops[this.at]?.left };
    }
    const from = this.stops[this.at];
    if (from) from.left = left;
    if (type === NavigationType.Replace) this.stops[this.at] = { key };
    else this.stops.splice(from ? ++this.at : 0, Infinity, { key });
    return { back: false };
  }
}

/** Whether the sign-in led here. */
const isEntered = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'entered' in state;

/**
 * Whoever is led to another page is in it: Tab goes on in its content, and its title is read out. Not where the console
 * begins without a sign-in. The way back leads to the link that the page was left by; forward is a navigation like any
 * other. To stand after the pages, whose own effects come first.
 */
export function FocusRules(): null {
  const { pathname, hash, key, state } = useLocation();
  const type = useNavigationType();
  const here = useRef<Pick<Location, 'pathname' | 'key'> | undefined>(
    type !== NavigationType.Pop && isEntered(state) ? undefined : { pathname, key },
  );
  const giveUp = useRef<() => void>(undefined);
  const last = useRef<Place>(undefined);
  const trail = useRef<Trail>(undefined);
  useEffect(() => {
    const follow = ({ target }: FocusEvent): void => void (last.current = placeOf(target));
    window.addEventListener('focusin', follow);
    return () => window.removeEventListener('focusin', follow);
  }, []);
  useEffect(() => {
    const before = here.current;
    here.current = { pathname, key };
    trail.current ??= new Trail();
    const { back, place } = trail.current.go(key, type, last.current);
    if (before?.pathname === pathname) return;
    giveUp.current?.();
    last.current = undefined;
    if (back) giveUp.current = place && comeBack(place);
    else giveUp.current = enterPage(idOf(hash));
  }, [pathname, hash, key, type]);
  return null;
}
