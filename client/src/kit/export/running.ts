import { useSyncExternalStore } from 'react';

/** A file being written and downloaded, or other long work that survives page changes. */
export interface RunningExport {
  readonly id: number;
  readonly name: string;
  readonly bytes: number;
  /** Rows received so far, and the total if it is known. */
  readonly rows: number;
  readonly total: number | undefined;
  /** Null if it can't be cancelled. */
  readonly cancel: (() => void) | null;
  /** Progress and cancel label of other work; undefined for a file. */
  readonly state?: string;
  readonly cancelLabel?: string;
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

/** Adds work to the tray; it survives page changes. */
export function startExport(one: Omit<RunningExport, 'id'>): {
  progress: (part: Partial<RunningExport>) => void;
  end: () => void;
} {
  const id = (last += 1);
  set([...running, { ...one, id }]);
  return {
    progress: (part) => set(running.map((other) => (other.id === id ? { ...other, ...part } : other))),
    end: () => set(running.filter((other) => other.id !== id)),
  };
}

/** Returns the running exports. */
export const useRunningExports = (): readonly RunningExport[] =>
  useSyncExternalStore(subscribe, () => running);
