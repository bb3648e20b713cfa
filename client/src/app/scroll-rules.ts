import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useKeptWindow } from '../kit/scroll-restoration';
import { SIZES } from '../theme/tokens';

/** Milliseconds in which what an address names may still come: its screen's code and data are on their way. */
export const COMES_WITHIN = 5_000;

/** The id that a hash names; one that is no text in percent code names nothing. */
export function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

function scrollTo(target: HTMLElement): void {
  const top = target.getBoundingClientRect().top + window.scrollY - SIZES.anchorOffset;
  window.scrollTo({ top, behavior: 'smooth' });
}

/** Scrolls to an element once it stands. @returns what gives up */
function scrollWhenThere(id: string): () => void {
  const target = id === '' ? null : document.getElementById(id);
  if (target) scrollTo(target);
  if (target || id === '') return () => undefined;
  const observer = new MutationObserver(() => {
    const come = document.getElementById(id);
    if (!come) return;
    stop();
    scrollTo(come);
  });
  const timer = setTimeout(stop, COMES_WITHIN);
  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
  }
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}

/** A new page starts at its top; an address with a hash scrolls smoothly to it, below the navbar; Back keeps its place. */
export function ScrollRules(): null {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  useKeptWindow();
  useEffect(() => {
    if (hash) return scrollWhenThere(idOf(hash));
    if (type !== NavigationType.Pop) window.scrollTo({ top: 0 });
    return undefined;
  }, [pathname, hash, type]);
  return null;
}
