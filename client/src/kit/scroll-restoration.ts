import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** Milliseconds to wait for content that is still loading. */
const LOAD_TIMEOUT_MS = 5_000;
/** Maximum number of stored positions. */
const MAX_ENTRIES = 200;

interface ScrollPosition {
  readonly left: number;
  readonly top: number;
}

/** Scrollable target: a box or the window. */
interface Scrollable {
  readonly target: HTMLElement | Window;
  place(): ScrollPosition;
  go(place: ScrollPosition): void;
}

const boxScroll = (target: HTMLElement): Scrollable => ({
  target,
  place: () => ({ left: target.scrollLeft, top: target.scrollTop }),
  go: ({ left, top }) => target.scrollTo({ left, top, behavior: 'instant' }),
});

const windowScroll = (): Scrollable => ({
  target: window,
  place: () => ({ left: window.scrollX, top: window.scrollY }),
  go: ({ left, top }) => window.scrollTo({ left, top, behavior: 'instant' }),
});

/**
 * Scroll positions by target and history entry. A reload drops them; then the browser restores the window.
 */
const positions = new Map<string, ScrollPosition>();

function storePosition(key: string, place: ScrollPosition): void {
  positions.delete(key);
  positions.set(key, place);
  const [oldest] = positions.keys();
  if (oldest !== undefined && positions.size > MAX_ENTRIES) positions.delete(oldest);
}

/** Events that show that the user has moved on. */
const USER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to a position once the content is large enough, because it loads in parts. Stops when the user
 * scrolls or moves on.
 * @returns a function that cancels
 */
function restorePosition(scrolled: Scrollable, position: ScrollPosition, grows: Element): () => void {
  const sizes = new ResizeObserver(step);
  const timer = setTimeout(stop, LOAD_TIMEOUT_MS);
  function stop(): void {
    clearTimeout(timer);
    sizes.disconnect();
    for (const eventName of USER_EVENTS) window.removeEventListener(eventName, stop, true);
  }
  function step(): void {
    scrolled.go(position);
    const { left, top } = scrolled.place();
    if (Math.abs(left - position.left) <= 1 && Math.abs(top - position.top) <= 1) stop();
  }
  for (const eventName of USER_EVENTS)
    window.addEventListener(eventName, stop, { capture: true, passive: true });
  sizes.observe(grows);
  return stop;
}

interface ScrollTarget {
  readonly scrolled: Scrollable;
  /** Element that grows while its content loads. */
  readonly grows: Element;
}

/**
 * Stores the scroll position of a target and restores it when the user navigates the history.
 * @param find a stable function: another one restarts the effect
 * @param every whether to restore on every step through the history, or only after a mount
 */
function useScrollRestoration(name: string, find: () => ScrollTarget | undefined, every: boolean): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const entry = `${name} ${key}`;
  const isMounted = useRef(false);
  // Runs before the browser reports how the next page changed this position.
  useLayoutEffect(() => {
    const scrollTarget = find();
    if (!scrollTarget) return undefined;
    const { scrolled, grows } = scrollTarget;
    const before =
      type === NavigationType.Pop && (every || !isMounted.current) ? positions.get(entry) : undefined;
    // The same page at another address keeps its position.
    if (!before && isMounted.current) storePosition(entry, scrolled.place());
    isMounted.current = true;
    const cancel = before && restorePosition(scrolled, before, grows);
    const note = (): void => storePosition(entry, scrolled.place());
    scrolled.target.addEventListener('scroll', note, { passive: true });
    return () => {
      cancel?.();
      scrolled.target.removeEventListener('scroll', note);
    };
  }, [entry, type, every, find]);
}

const windowTarget = (): ScrollTarget => ({ scrolled: windowScroll(), grows: document.body });

/**
 * Restores the window's scroll position, even if the page loads in parts: browsers only scroll as far as the
 * initial content.
 */
export const useWindowScrollRestoration = (): void => useScrollRestoration('window', windowTarget, true);

/**
 * Restores a box's scroll position when the user returns to its page.
 * @param name name of the box, unique within its page
 */
export function useBoxScrollRestoration(box: RefObject<HTMLElement | null>, name: string): void {
  const find = useCallback(() => {
    const content = box.current?.firstElementChild;
    return box.current && content ? { scrolled: boxScroll(box.current), grows: content } : undefined;
  }, [box]);
  useScrollRestoration(name, find, false);
}
