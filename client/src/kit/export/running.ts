import { useSyncExternalStore } from 'react';

/** A file that is being written and fetched. */
export interface RunningExport {
  readonly id: number;
  readonly name: string;
  readonly bytes: number;
  /** Rows that came so far, and all of them where that is known. */
  readonly rows: number;
  readonly total: number | undefined;
  readonly cancel: () => void;
}

let running: readonly RunningExport[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly RunningExport[]): void {
  running = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Shows a file among those under way; they go on while pages change. */
export function begin(one: Omit<RunningExport, 'id'>): { progress: (part: Partial<RunningExport>) => void; end: () => void } {
  const id = (last += 1);
  set([...running, { ...one, id }]);
  return {
    progress: (part) => set(running.map((other) => (other.id === id ? { ...other, ...part } : other))),
    end: () => set(running.filter((other) => other.id !== id)),
  };
}

/** The files under way. */
export const useRunningExports = (): readonly RunningExport[] => useSyncExternalStore(subscribe, () => running);
