import { useSyncExternalStore } from 'react';
import type { ApprovalStatus } from '../../../../../shared/domain/results';
import { defineStored } from '../../../preferences/stored';
import { tokenStore } from '../../../session/token-store';

/** What was done last and can still be undone. */
export interface Undoable {
  /** The product whose results were changed: it is offered beside these alone. */
  readonly productId: number;
  readonly changeId: string;
  readonly changed: number;
  /** The state that results were given; null where each got its own. */
  readonly to: ApprovalStatus | null;
  /** By this machine's clock, which may differ from the server's. */
  readonly until: number;
}

/** Of this tab, so that a reload takes away no undo for which there is still time. */
const kept = defineStored<Undoable>({ name: 'undoable', version: 2, storage: () => sessionStorage });
const inTime = (undoable: Undoable | undefined): Undoable | undefined =>
  undoable && undoable.until > Date.now() ? undoable : undefined;

let last = inTime(kept.read());
const listeners = new Set<() => void>();

/** Keeps what was done last while other screens are looked at, and over a reload. */
export function keepUndoable(undoable: Undoable | undefined): void {
  last = undoable;
  if (undoable) kept.write(undoable);
  else kept.remove();
  for (const listener of listeners) listener();
}

// Nobody is offered what another user did.
tokenStore.listen((tokens) => {
  if (!tokens) keepUndoable(undefined);
});

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What was done last, if it was kept and was of this product; whether there is still time is the reader's to see. */
export function useUndoable(productId: number): Undoable | undefined {
  const undoable = useSyncExternalStore(subscribe, () => last);
  return undoable?.productId === productId ? undoable : undefined;
}

/** The same of whichever product, at this moment. */
export const undoableNow = (): Undoable | undefined => last;
