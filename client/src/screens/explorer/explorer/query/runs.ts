import { useGraphiQL } from '@graphiql/react';
import { createContext, useCallback, useContext, useMemo, useRef, useState } from 'react';
import type { Run, RunListener } from './run';

/** State of the result pane for a tab. */
export type RunState =
  | { readonly kind: 'waiting'; readonly since: number }
  | { readonly kind: 'left' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'answered'; readonly run: Run };

interface Runs {
  readonly states: ReadonlyMap<string, RunState>;
  /** Sets the tab that the next run belongs to. */
  readonly follow: (tab: string) => void;
}

export const RunsContext = createContext<Runs>({ states: new Map(), follow: () => undefined });

/** Stores the last result of each tab while the explorer is open. */
export function useRuns(onDone: (run: Run) => void): Runs & { listener: RunListener } {
  const [states, setStates] = useState<ReadonlyMap<string, RunState>>(new Map());
  const tab = useRef('');
  const follow = useCallback((next: string) => {
    tab.current = next;
  }, []);
  const listener = useMemo<RunListener>(
    () => ({
      begin: () => {
        const of = tab.current;
        const show = (state: RunState): void => setStates((before) => new Map(before).set(of, state));
        show({ kind: 'waiting', since: Date.now() });
        return {
          done: (run) => {
            show({ kind: 'answered', run });
            onDone(run);
          },
          failed: (error) => show({ kind: 'failed', error }),
          // Also called after completion.
          left: () =>
            setStates((before) =>
              before.get(of)?.kind === 'waiting' ? new Map(before).set(of, { kind: 'left' }) : before,
            ),
        };
      },
    }),
    [onDone],
  );
  return { states, follow, listener };
}

/** Returns the last result of the active tab. Returns undefined before the first run. */
export function useRunState(): RunState | undefined {
  const active = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.id ?? '');
  return useContext(RunsContext).states.get(active);
}
