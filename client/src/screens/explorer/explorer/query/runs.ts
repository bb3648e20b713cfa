import { useGraphiQL } from '@graphiql/react';
import { createContext, useCallback, useContext, useRef, useState } from 'react';
import type { BeginRun, Run, RunState } from './run';

interface Runs {
  readonly states: ReadonlyMap<string, RunState>;
  /** Sets the tab that the next run belongs to. */
  readonly follow: (tab: string) => void;
}

export const RunsContext = createContext<Runs>({ states: new Map(), follow: () => undefined });

/** Stores the last result of each tab while the explorer is open. */
export function useRuns(onDone: (run: Run) => void): Runs & { begin: BeginRun } {
  const [states, setStates] = useState<ReadonlyMap<string, RunState>>(new Map());
  const tab = useRef('');
  const follow = useCallback((next: string) => {
    tab.current = next;
  }, []);
  const begin = useCallback<BeginRun>(() => {
    const of = tab.current;
    return (state) => {
      // The editors also leave a completed run.
      setStates((before) =>
        state.kind === 'left' && before.get(of)?.kind !== 'waiting' ? before : new Map(before).set(of, state),
      );
      if (state.kind === 'answered') onDone(state.run);
    };
  }, [onDone]);
  return { states, follow, begin };
}

/** Returns the last result of the active tab. Returns undefined before the first run. */
export function useRunState(): RunState | undefined {
  const active = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.id ?? '');
  return useContext(RunsContext).states.get(active);
}
