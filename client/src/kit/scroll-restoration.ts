import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** Milliseconds to wait for content that is still loading. */
const COMES_WITHIN = 5_000;
/** Maximum number of stored positions. */
const MOST_ENTRIES = 200;

interface Place {
  readonly left: number;
  readonly top: number;
}

/** Scrollable target: a box or the window. */
interface Scrolled {
  readonly target: HTMLElement | Window;
  place(): Place;
  go(place: Place): void;
}

const boxed = (target: HTMLElement): Scrolled => ({
  target,
  place: () => ({ left: target.scrollLeft, top: target.scrollTop }),
  go: ({ left, top }) => target.scrollTo({ left, top, behavior: 'instant' }),
});

const whole = (): Scrolled => ({
  target: window,
  place: () => ({ left: window.scrollX, top: window.scrollY }),
  go: ({ left, top }) => window.scrollTo({ left, top, behavior: 'instant' }),
});

/**
 * Scroll positions by target and history entry. A reload drops them; then the browser restores the window.
 */
const known = new Map<string, Place>();

function keep(key: string, place: Place): void {
  known.delete(key);
  known.set(key, place);
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size > MOST_ENTRIES) known.delete(oldest);
}

/** Events that show that the user has moved on. */
const OWN_WAYS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to a position once the content is large enough, because it loads in parts. Stops when the user
 * scrolls or moves on.
 * @returns a function that cancels
 */
function goBack(scrolled: Scrolled, wanted: Place, grows: Element): () => void {
  const sizes = new ResizeObserver(step);
  const timer = setTimeout(stop, COMES_WITHIN);
  function stop(): void {
    clearTimeout(timer);
    sizes.disconnect();
    for (const way of OWN_WAYS) window.removeEventListener(way, stop, true);
  }
  function step(): void {
    scrolled.go(wanted);
    const { left, top } = scrolled.place();
    if (Math.abs(left - wanted.left) <= 1 && Math.abs(top - wanted.top) <= 1) stop();
  }
  for (const way of OWN_WAYS) window.addEventListener(way, stop, { capture: true, passive: true });
  sizes.observe(grows);
  return stop;
}

interface Kept {
  readonly scrolled: Scrolled;
  /** Element that grows while its content loads. */
  readonly grows: Element;
}

/**
 * Stores the scroll position of a target and restores it when the user navigates the history.
 * @param find a stable function: another one restarts the effect
 * @param every whether to restore on every step through the history, or only after a mount
 */
function useKeptPlace(name: string, find: () => Kept | undefined, every: boolean): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const entry = `${name} ${key}`;
  const stands = useRef(false);
  // Runs before the browser reports how the next page changed this position.
  useLayoutEffect(() => {
    const found = find();
    if (!found) return undefined;
    const { scrolled, grows } = found;
    const before = type === NavigationType.Pop && (every || !stands.current) ? known.get(entry) : undefined;
    // The same page at another address keeps its position.
    if (!before && stands.current) keep(entry, scrolled.place());
    stands.current = true;
    const giveUp = before && goBack(scrolled, before, grows);
    const note = (): void => keep(entry, scrolled.place());
    scrolled.target.addEventListener('scroll', note, { passive: true });
    return () => {
      giveUp?.();
      scrolled.target.removeEventListener('scroll', note);
    };
  }, [entry, type, every, find]);
}

const theWindow = (): Kept => ({ scrolled: whole(), grows: document.body });

/**
 * Restores the window's scroll position, even if the page loads in parts: browsers only scroll as far as the
 * initial content.
 */
export const useKeptWindow = (): void => useKeptPlace('window', theWindow, true);

/**
 * Restores a box's scroll position when the user returns to its page.
 * @param name name of the box, unique within its page
 */
export function useKeptBox(box: RefObject<HTMLElement | null>, name: string): void {
  const find = useCallback(() => {
    const content = box.current?.firstElementChild;
    return box.current && content ? { scrolled: boxed(box.current), grows: content } : undefined;
  }, [box]);
  useKeptPlace(name, find, false);
}
