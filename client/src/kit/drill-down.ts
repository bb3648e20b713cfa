import type { MouseEvent } from 'react';
import { useLocation, useNavigate, type To } from 'react-router-dom';
import { isRecord } from '../../../shared/records';
import { isPlainClick } from './plain-click';

/** Open drill-down of a history entry. */
export interface DrillDown {
  /** Address of the log. */
  readonly path: string;
  /** Goes back to the history entry before the drawer. */
  readonly depth: number;
}

/** Returns the drill-down in a history entry's state; undefined if none is open. */
export function drillDownOf(state: unknown): DrillDown | undefined {
  const { path, depth } = isRecord(state) && isRecord(state.drillDown) ? state.drillDown : {};
  return typeof path === 'string' && typeof depth === 'number' ? { path, depth } : undefined;
}

/** Whether an address is a log, or the conversions of a step, that opens over a report. */
export const isDrillDownPath = (path: string): boolean =>
  /^\/(log\/(interaction|access|cv|result)|analyze\/gap\/rows)(\?|$)/.test(path);

let opener: HTMLElement | undefined;

/** Returns the focus to the link that opened the drill-down, if the page still shows it. */
export const focusOpener = (): void => {
  if (opener?.isConnected) opener.focus({ preventScroll: true });
};

/** Returns a function that opens log rows over the page, and gives the focus back afterwards. */
export function useOpenDrillDown(): (path: string, from?: HTMLElement) => void {
  const here = useLocation();
  const navigate = useNavigate();
  return (path, from) => {
    const { activeElement } = document;
    opener = from ?? (activeElement instanceof HTMLElement ? activeElement : undefined);
    void navigate(here, { state: { drillDown: { path, depth: 1 } }, preventScrollReset: true });
  };
}

/**
 * Returns the click handler of a link from a metric value to its log rows: a plain click opens them over the page,
 * other clicks follow the link.
 */
export function useDrillDownClick(to: To): (event: MouseEvent<HTMLElement>) => void {
  const open = useOpenDrillDown();
  return (event) => {
    if (event.defaultPrevented || !isPlainClick(event)) return;
    if (typeof to !== 'string' || !isDrillDownPath(to)) return;
    event.preventDefault();
    open(to, event.currentTarget);
  };
}
