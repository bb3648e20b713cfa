import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { COMES_WITHIN, idOf } from './scroll-rules';

/** What a reader does who goes on by himself. */
const OWN_WAYS = ['pointerdown', 'keydown'] as const;

function focus(target: HTMLElement): void {
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
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

/**
 * Whoever is led to another page is in it: Tab goes on in its content, and its title is read out. Not where the console
 * begins, whose first address leads on to a page, nor on the way back, which has a place of its own. To stand after the
 * pages, whose own effects come first.
 */
export function FocusRules(): null {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  const here = useRef(pathname);
  const giveUp = useRef<() => void>(undefined);
  useEffect(() => {
    const before = here.current;
    if (before === pathname) return;
    here.current = pathname;
    giveUp.current?.();
    if (type !== NavigationType.Pop && before !== '/') giveUp.current = enterPage(idOf(hash));
  }, [pathname, hash, type]);
  return null;
}
