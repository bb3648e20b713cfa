import { useGraphiQL } from '@graphiql/react';
import { createContext, useCallback, useContext, useMemo, useRef, useState } from 'react';
import type { Run, RunListener } from './run';

/** What stands beside the query of a tab. */
export type Shown =
  | { readonly kind: 'waiting'; readonly since: number }
  | { readonly kind: 'left' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'answered'; readonly run: Run };

interface Runs {
  readonly shown: ReadonlyMap<string, Shown>;
  /** Says which tab the next run is of. */
  readonly follow: (tab: string) => void;
}

export const RunsContext = createContext<Runs>({ shown: new Map(), follow: () => undefined });

/** Keeps what came of the last run of each tab, as long as the explorer is open. */
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
          // Also told after the end.
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

/** What came of the active tab's last run; undefined before the first. */
export function useShown(): Shown | undefined {
  const active = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.id ?? '');
  return useContext(RunsContext).shown.get(active);
}
