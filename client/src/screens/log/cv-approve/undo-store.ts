import { useSyncExternalStore } from 'react';
import type { ApprovalStatus } from '../../../../../shared/domain/results';

/** What was done last and can still be undone. */
export interface Undoable {
  readonly changeId: string;
  readonly changed: number;
  /** The state that results were given; null where each got its own. */
  readonly to: ApprovalStatus | null;
  /** By this machine's clock, which may differ from the server's. */
  readonly until: number;
}

let last: Undoable | undefined;
const listeners = new Set<() => void>();

/** Keeps what was done last while other screens are looked at. */
export function keepUndoable(undoable: Undoable | undefined): void {
  last = undoable;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What was done last, if it was kept; whether there is still time is the reader's to see. */
export const useUndoable = (): Undoable | undefined => useSyncExternalStore(subscribe, () => last);

/** The same, at this moment. */
export const undoableNow = (): Undoable | undefined => last;
