import { useEffect, useRef } from 'react';

/** The key that commands are given with, as this system calls it. */
export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Whether what is typed goes into something. */
const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;

const dialogIsOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/** Ctrl or ⌘ with K asks for the palette, a question mark for the sheet of shortcuts, wherever the focus is. */
export function useHelpKeys(openPalette: () => void, openShortcuts: () => void): void {
  const latest = useRef({ openPalette, openShortcuts });
  useEffect(() => {
    latest.current = { openPalette, openShortcuts };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      const command = event.ctrlKey !== event.metaKey;
      if (command && !event.shiftKey && event.key.toLowerCase() === 'k') latest.current.openPalette();
      else {
        // A page may have shortcuts of its own, and shows those instead.
        if (event.key === '?' && !command && !isTypedInto(event.target) && !dialogIsOpen())
          setTimeout(() => event.defaultPrevented || latest.current.openShortcuts());
        return;
      }
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
