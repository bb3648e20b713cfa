import { useSyncExternalStore } from 'react';
import type { ApprovalStatus } from '../../../../../shared/domain/results';
import { defineStored } from '../../../preferences/stored';
import { tokenStore } from '../../../session/token-store';

/** The last change, if it can still be undone. */
export interface Undoable {
  /** Product of the changed results. Undo is only offered there. */
  readonly productId: number;
  readonly changeId: string;
  readonly changed: number;
  /** New state of the results; null if each got a different one. */
  readonly to: ApprovalStatus | null;
  /** By this machine's clock, which may differ from the server's. */
  readonly until: number;
}

/** Session storage keeps the undo over a reload of this tab. */
const store = defineStored<Undoable>({ name: 'undoable', version: 2, storage: () => sessionStorage });
const inTime = (undoable: Undoable | undefined): Undoable | undefined =>
  undoable && undoable.until > Date.now() ? undoable : undefined;

let last = inTime(store.read());
const listeners = new Set<() => void>();

/** Stores the last change across screens and reloads. */
export function setUndoable(undoable: Undoable | undefined): void {
  last = undoable;
  if (undoable) store.write(undoable);
  else store.remove();
  for (const listener of listeners) listener();
}

// Another user isn't offered this user's change.
tokenStore.listen((tokens) => {
  if (!tokens) setUndoable(undefined);
});

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the last change if it belongs to this product. The caller checks the remaining time. */
export function useUndoable(productId: number): Undoable | undefined {
  const undoable = useSyncExternalStore(subscribe, () => last);
  return undoable?.productId === productId ? undoable : undefined;
}

/** Returns the last change of any product. */
export const currentUndoable = (): Undoable | undefined => last;
