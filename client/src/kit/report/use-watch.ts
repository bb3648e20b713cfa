import { useEffect, useRef, useState } from 'react';
import type { FigureNewsQuery } from '../../generated/first';
import { isForbidden } from '../errors';

/** Interval of version checks, and the interval while a backlog is being computed. */
const EVERY_MS = 5000;
/** The first checks follow sooner, because users often return from a change to see its effect. */
const SOON_MS: readonly number[] = [1000, 2000];
const BEHIND_MS = 15_000;
/** Minimum pause after a reread, as a multiple of its duration. */
const REST = 10;

/** Backlog of metrics still to compute. */
export type Backlog = NonNullable<FigureNewsQuery['computing']>;

/** Keeps shown metrics up to date. */
export interface Watch {
  /** Identifies the query; answers to another query are ignored. */
  question: string;
  /** Returns the data version without reading any metrics. */
  check(): Promise<FigureNewsQuery>;
  /** Rereads the metrics without a loading state. */
  reread(): Promise<void>;
}

/**
 * Refreshes metrics automatically: polls their version every few seconds while the page is visible (sooner
 * right after it becomes visible) and rereads them when it changes.
 * @param watch undefined disables polling, if nothing can be shown
 * @param version data version on screen; undefined while there is none
 * @returns the backlog to compute; null if there is none
 */
export function useWatch(watch: Watch | undefined, version: number | undefined): Backlog | null {
  const [backlog, setBacklog] = useState<Backlog | null>(null);
  const latest = useRef({ watch, version });
  useEffect(() => {
    latest.current = { watch, version };
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let polling = false;
    let ended = false;
    let polls = 0;
    const schedule = (ms: number): void => {
      clearTimeout(timer);
      if (!ended && !polling && !document.hidden) timer = setTimeout(() => void poll(), ms);
    };
    async function checkAndReread(current: Watch): Promise<number> {
      const news = await current.check();
      if (ended) return EVERY_MS;
      setBacklog(news.computing ?? null);
      const wait = news.computing ? BEHIND_MS : (SOON_MS[polls++] ?? EVERY_MS);
      const now = latest.current;
      const isNews =
        now.version !== undefined &&
        now.version !== news.figureVersion &&
        now.watch?.question === current.question;
      if (!isNews) return wait;
      const startedAt = Date.now();
      await current.reread();
      return Math.max(wait, REST * (Date.now() - startedAt));
    }
    async function poll(): Promise<void> {
      const current = latest.current.watch;
      polling = true;
      // Keeps the data after a failure and retries, except after a permission error.
      const wait = current
        ? await checkAndReread(current).catch((error: unknown) => (isForbidden(error) ? Infinity : EVERY_MS))
        : EVERY_MS;
      polling = false;
      if (Number.isFinite(wait)) schedule(wait);
    }
    const onVisibilityChange = (): void => {
      polls = 0;
      schedule(0);
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    schedule(0);
    return () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, []);
  return backlog;
}
