import { useEffect, useRef, useState } from 'react';

/** Milliseconds between an answer and the next request. */
const POLL_MS = 3000;
/** Scroll position above which the user is reading and rows must not move. */
const TOP_PX = 160;

/** State of live updates: active, or the reason why they pause. */
export type TailState = 'off' | 'on' | 'scrolled' | 'failed';

interface Tail<Page> {
  /** Newest page; undefined until the first one arrives. */
  page: Page | undefined;
  /** Page before the newest one. */
  before: Page | undefined;
  state: TailState;
}

/**
 * Requests the newest rows every few seconds while the page is visible and scrolled to its top. Only one
 * request runs at a time, and a failure keeps the rows.
 * @param question identifies the query; answers to another one are dropped
 */
export function useTail<Page>(on: boolean, question: string, fetchPage: () => Promise<Page>): Tail<Page> {
  const [answered, setAnswered] = useState<{ question: string; page: Page; before: Page | undefined }>();
  const [failed, setFailed] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  const latest = useRef(fetchPage);
  useEffect(() => {
    latest.current = fetchPage;
  });
  useEffect(() => {
    if (!on) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isRequesting = false;
    let ended = false;
    const isAway = (): boolean => document.hidden || window.scrollY > TOP_PX;
    const schedule = (ms: number): void => {
      if (ended || isRequesting || timer !== undefined || isAway()) return;
      timer = setTimeout(() => void poll(), ms);
    };
    async function poll(): Promise<void> {
      timer = undefined;
      if (ended || isAway()) return;
      isRequesting = true;
      try {
        const page = await latest.current();
        if (!ended)
          setAnswered((before) => ({
            question,
            page,
            before: before?.question === question ? before.page : undefined,
          }));
        if (!ended) setFailed(false);
      } catch {
        if (!ended) setFailed(true);
      }
      isRequesting = false;
      schedule(POLL_MS);
    }
    const onMove = (): void => {
      setScrolled(window.scrollY > TOP_PX);
      if (isAway()) {
        clearTimeout(timer);
        timer = undefined;
      } else {
        schedule(0);
      }
    };
    schedule(POLL_MS);
    window.addEventListener('scroll', onMove, { passive: true });
    document.addEventListener('visibilitychange', onMove);
    return () => {
      ended = true;
      clearTimeout(timer);
      window.removeEventListener('scroll', onMove);
      document.removeEventListener('visibilitychange', onMove);
    };
  }, [on, question]);
  const state: TailState = !on ? 'off' : scrolled ? 'scrolled' : failed ? 'failed' : 'on';
  const current = on && answered?.question === question ? answered : undefined;
  return { page: current?.page, before: current?.before, state };
}
