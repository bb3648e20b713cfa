import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Navigation state of the main menu's links. */
export const FROM_MENU = { fromMenu: true } as const;

const isFromMenu = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'fromMenu' in state;

/**
 * Calls `begin` when the page is opened from the menu. Only then may a page start with the user's last
 * choices; any other address shows the same to every user.
 * @param begin replaces the address, which also clears the menu's mark
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
