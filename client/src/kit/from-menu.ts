import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** What the main menu's links carry, beside the address. */
export const FROM_MENU = { fromMenu: true } as const;

const isFromMenu = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'fromMenu' in state;

/**
 * Calls once when the page is entered from the menu. Only then a page may begin with what its user chose before:
 * every other address shows what it says, to everyone alike.
 * @param begin replaces the address, which takes the menu's mark away
 */
export function useEnteredFromMenu(begin: () => void): void {
  const location = useLocation();
  const { key } = location;
  const state: unknown = location.state;
  const latest = useRef(begin);
  useEffect(() => {
    latest.current = begin;
  });
  useEffect(() => {
    if (isFromMenu(state)) latest.current();
  }, [state, key]);
}
