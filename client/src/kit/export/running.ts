import { useSyncExternalStore } from 'react';

/** A file that is being written and fetched, or other long work that goes on while pages change. */
export interface RunningExport {
  readonly id: number;
  readonly name: string;
  readonly bytes: number;
  /** Rows that came so far, and all of them where that is known. */
  readonly rows: number;
  readonly total: number | undefined;
  /** Null where it can't be cancelled. */
  readonly cancel: (() => void) | null;
  /** How far it came in its own words, and those of its cancelling; absent of a file. */
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

/** Shows work among what is under way; it goes on while pages change. */
export function begin(one: Omit<RunningExport, 'id'>): {
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

/** What is under way. */
export const useRunningExports = (): readonly RunningExport[] =>
  useSyncExternalStore(subscribe, () => running);
