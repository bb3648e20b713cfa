import { useEffect, useReducer, useRef, useState } from 'react';
import type { LiveKind } from '../../../../../shared/catalog/live';
import { entryOf, NO_ENTRIES, receive, type LiveList } from './live-rows';
import { followLive, type LiveEvent, type LiveStatus } from './live-stream';

interface State {
  readonly list: LiveList;
  readonly status: LiveStatus;
  /** Whether the last 30 minutes have arrived. */
  readonly isReady: boolean;
}

type Action =
  | { readonly type: 'start' }
  | { readonly type: 'events'; readonly events: readonly LiveEvent[]; readonly isHeld: boolean }
  | { readonly type: 'release' }
  | { readonly type: 'status'; readonly status: LiveStatus };

const START: State = { list: NO_ENTRIES, status: { name: 'connecting' }, isReady: false };

function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'start':
      return START;
    case 'events': {
      // The first rows come at once, even if the view is held.
      const isHeld = action.isHeld && state.isReady;
      const entries = action.events.flatMap((event) => entryOf(event) ?? []);
      const isReady = state.isReady || action.events.some(({ name }) => name === 'ready');
      return { ...state, list: receive(state.list, entries, isHeld), isReady };
    }
    case 'release':
      return { ...state, list: receive(state.list, [], false) };
    case 'status':
      return { ...state, status: action.status };
  }
}

/** Scroll position from which the user is reading and rows must not move. */
const TOP_PX = 160;

/** Whether the page is scrolled down. */
function useScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const follow = (): void => setScrolled(window.scrollY > TOP_PX);
    follow();
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, []);
  return isScrolled;
}

/** Follows a product's rows. While it is paused or scrolled down, new rows wait. */
export function useLive(productId: number, kinds: readonly LiveKind[], adIds: readonly number[]) {
  const [state, dispatch] = useReducer(reduce, START);
  const [isPaused, setPaused] = useState(false);
  const isScrolled = useScrolled();
  const isHeld = isPaused || isScrolled;
  const held = useRef(isHeld);
  const query = new URLSearchParams({
    ...(kinds.length > 0 && { kind: kinds.join(',') }),
    ...(adIds.length > 0 && { ad_id: adIds.join(',') }),
  });
  const path = `/api/v1/products/${productId}/live/?${query}`;
  const [start, setStart] = useState(0);
  useEffect(() => {
    held.current = isHeld;
    if (!isHeld) dispatch({ type: 'release' });
  }, [isHeld]);
  useEffect(() => {
    const aborter = new AbortController();
    dispatch({ type: 'start' });
    void followLive(path, aborter.signal, {
      onEvents: (events) => dispatch({ type: 'events', events, isHeld: held.current }),
      onStatus: (status) => dispatch({ type: 'status', status }),
    });
    return () => aborter.abort();
  }, [path, start]);
  return { ...state, isPaused, isScrolled, setPaused, retry: () => setStart((before) => before + 1) };
}
