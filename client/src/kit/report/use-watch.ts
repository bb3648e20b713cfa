import { useEffect, useRef, useState } from 'react';
import type { FigureNewsQuery } from '../../generated/first';
import { isForbidden } from '../errors';

/** How often the version of the figures is asked for, and how often while they are behind anyway. */
const EVERY_MS = 5000;
/** One comes from a change to see what it did: the first looks follow sooner. */
const SOON_MS: readonly number[] = [1000, 2000];
const BEHIND_MS = 15_000;
/** A report that takes long is read again so many times less often. */
const REST = 10;

/** What is left to compute of the figures. */
export type Backlog = NonNullable<FigureNewsQuery['computing']>;

/** How shown figures are kept up to date. */
export interface Watch {
  /** Tells questions apart: news of another one are none. */
  question: string;
  /** Asks for the version of the figures; reads none of them. */
  check(): Promise<FigureNewsQuery>;
  /** Reads them again without saying so. */
  reread(): Promise<void>;
}

/**
 * Figures arrive by themselves: while the page is in sight their version is asked for every few seconds (sooner right
 * after it came in sight), and they are read again where it is another than that of what is shown.
 * @param watch undefined where nothing can be shown: then nobody is asked
 * @param version of what is shown; undefined while nothing is
 * @returns what is left to compute; null in quiet times
 */
export function useWatch(watch: Watch | undefined, version: number | undefined): Backlog | null {
  const [backlog, setBacklog] = useState<Backlog | null>(null);
  const latest = useRef({ watch, version });
  useEffect(() => {
    latest.current = { watch, version };
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let looking = false;
    let ended = false;
    let looks = 0;
    const plan = (ms: number): void => {
      clearTimeout(timer);
      if (!ended && !looking && !document.hidden) timer = setTimeout(() => void look(), ms);
    };
    async function lookAt(asked: Watch): Promise<number> {
      const news = await asked.check();
      if (ended) return EVERY_MS;
      setBacklog(news.computing ?? null);
      const wait = news.computing ? BEHIND_MS : (SOON_MS[looks++] ?? EVERY_MS);
      const now = latest.current;
      const isNews =
        now.version !== undefined &&
        now.version !== news.figureVersion &&
        now.watch?.question === asked.question;
      if (!isNews) return wait;
      const begun = Date.now();
      await asked.reread();
      return Math.max(wait, REST * (Date.now() - begun));
    }
    async function look(): Promise<void> {
      const asked = latest.current.watch;
      looking = true;
      // What stands stays where nobody answers: the next look may be answered. One for which the right is gone is not.
      const wait = asked
        ? await lookAt(asked).catch((error: unknown) => (isForbidden(error) ? Infinity : EVERY_MS))
        : EVERY_MS;
      looking = false;
      if (Number.isFinite(wait)) plan(wait);
    }
    const onSight = (): void => {
      looks = 0;
      plan(0);
    };
    document.addEventListener('visibilitychange', onSight);
    plan(0);
    return () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onSight);
    };
  }, []);
  return backlog;
}
