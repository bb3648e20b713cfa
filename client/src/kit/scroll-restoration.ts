import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** Milliseconds in which what stood at a place may still come. */
const COMES_WITHIN = 5_000;
/** Entries of the history whose places are known. */
const MOST_ENTRIES = 200;

interface Place {
  readonly left: number;
  readonly top: number;
}

/** Something that is scrolled: a box, or the window. */
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

/** Where things stood, by what they are and the entry of the history; a reload forgets it, as the window's place is the browser's then. */
const known = new Map<string, Place>();

function keep(key: string, place: Place): void {
  known.delete(key);
  known.set(key, place);
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size > MOST_ENTRIES) known.delete(oldest);
}

/** What a reader does who goes somewhere else by himself. */
const OWN_WAYS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Goes to a place once there is room enough for it: what stood there comes in parts. A reader who goes elsewhere
 * meanwhile is left alone. @returns what gives up
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
  /** What grows while its parts come. */
  readonly grows: Element;
}

/**
 * Keeps the place of something that is scrolled, and goes back to it with the history.
 * @param find always the same function: another one would begin anew
 * @param every whether on every way back; else only where it stands anew
 */
function useKeptPlace(name: string, find: () => Kept | undefined, every: boolean): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const entry = `${name} ${key}`;
  const stands = useRef(false);
  // Before the browser says how the next page moved this one.
  useLayoutEffect(() => {
    const found = find();
    if (!found) return undefined;
    const { scrolled, grows } = found;
    const before = type === NavigationType.Pop && (every || !stands.current) ? known.get(entry) : undefined;
    // The same page under another address stands where it stood.
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

/** The window goes back to where it stood, also where the page comes in parts: browsers go as far as it is long at once. */
export const useKeptWindow = (): void => useKeptPlace('window', theWindow, true);

/** A box that is scrolled by itself stands where it stood when its page is come back to. @param name of the box on its page */
export function useKeptBox(box: RefObject<HTMLElement | null>, name: string): void {
  const find = useCallback(() => {
    const content = box.current?.firstElementChild;
    return box.current && content ? { scrolled: boxed(box.current), grows: content } : undefined;
  }, [box]);
  useKeptPlace(name, find, false);
}
