import { useEffect, useRef } from 'react';

/** Name of the command key on this system. */
export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Whether the target accepts text input. */
const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;

const dialogIsOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/** Opens the palette with Ctrl+K or ⌘K and the shortcut sheet with a question mark, wherever the focus is. */
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
        // A page can handle this key and show its shortcuts instead.
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
