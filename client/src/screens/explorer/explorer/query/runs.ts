import { useGraphiQL } from '@graphiql/react';
import { createContext, useCallback, useContext, useMemo, useRef, useState } from 'react';
import type { Run, RunListener } from './run';

/** State of the result pane for a tab. */
export type Shown =
  | { readonly kind: 'waiting'; readonly since: number }
  | { readonly kind: 'left' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'answered'; readonly run: Run };

interface Runs {
  readonly shown: ReadonlyMap<string, Shown>;
  /** Sets the tab that the next run belongs to. */
  readonly follow: (tab: string) => void;
}

export const RunsContext = createContext<Runs>({ shown: new Map(), follow: () => undefined });

/** Stores the last result of each tab while the explorer is open. */
export function useRuns(onDone: (run: Run) => void): Runs & { listener: RunListener } {
  const [shown, setShown] = useState<ReadonlyMap<string, Shown>>(new Map());
  const tab = useRef('');
  const follow = useCallback((next: string) => {
    tab.current = next;
  }, []);
  const listener = useMemo<RunListener>(
    () => ({
      begin: () => {
        const of = tab.current;
        const show = (what: Shown): void => setShown((before) => new Map(before).set(of, what));
        show({ kind: 'waiting', since: Date.now() });
        return {
          done: (run) => {
            show({ kind: 'answered', run });
            onDone(run);
          },
          failed: (error) => show({ kind: 'failed', error }),
          // Also called after completion.
          left: () =>
            setShown((before) =>
              before.get(of)?.kind === 'waiting' ? new Map(before).set(of, { kind: 'left' }) : before,
            ),
        };
      },
    }),
    [onDone],
  );
  return { shown, follow, listener };
}

/** Returns the last result of the active tab. Returns undefined before the first run. */
export function useShown(): Shown | undefined {
  const active = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.id ?? '');
  return useContext(RunsContext).shown.get(active);
}
