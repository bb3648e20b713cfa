import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useWindowScrollRestoration } from '../kit/scroll-restoration';
import { SIZES } from '../theme/tokens';

/** Milliseconds to wait for the target of an address while its screen's code and data load. */
export const LOAD_TIMEOUT_MS = 5_000;

/** Returns the id of a hash; empty if its percent-encoding is invalid. */
export function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/** Space between the frame's sticky parts and the target. */
const GAP = SIZES.anchorOffset - SIZES.navbarHeight;

/** Returns the height that sticky parts of frame and page cover, at least the usual offset. */
function coveredHeight(): number {
  const { style } = document.documentElement;
  const pixels = (name: string): number => Number.parseFloat(style.getPropertyValue(name)) || 0;
  return Math.max(SIZES.anchorOffset, pixels('--ic-frame-top') + GAP) + pixels('--ic-page-bar');
}

function scrollTo(target: HTMLElement): void {
  const top = target.getBoundingClientRect().top + window.scrollY - coveredHeight();
  window.scrollTo({ top, behavior: 'smooth' });
}

/**
 * Scrolls to an element once it is rendered.
 * @returns a function that cancels
 */
function scrollWhenRendered(id: string): () => void {
  const target = id === '' ? null : document.getElementById(id);
  if (target) scrollTo(target);
  if (target || id === '') return () => undefined;
  const observer = new MutationObserver(() => {
    const element = document.getElementById(id);
    if (!element) return;
    stop();
    scrollTo(element);
  });
  const timer = setTimeout(stop, LOAD_TIMEOUT_MS);
  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
  }
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}

/**
 * Scrolls a new page to its top, and smoothly to the target of a hash below the sticky parts. Back restores
 * the scroll position.
 */
export function ScrollRules(): null {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  useWindowScrollRestoration();
  const last = useRef('');
  useEffect(() => {
    const isNewPage = last.current !== pathname;
    last.current = pathname;
    if (hash) return scrollWhenRendered(idOf(hash));
    if (isNewPage && type !== NavigationType.Pop) window.scrollTo({ top: 0 });
    return undefined;
  }, [pathname, hash, type]);
  return null;
}
