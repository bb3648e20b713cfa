import { inEventOrder, type JourneyEvent } from './order';

export const DAY_MS = 86_400_000;

/** A counted interaction of a visitor, with the product's tracking term (days) stored at its recording. */
export interface ReferenceTouch extends JourneyEvent {
  readonly trackingTerm: number;
}

/** A touch with the journey it stands in. */
export interface ReferencedTouch<T extends ReferenceTouch> {
  readonly touch: T;
  /** Id of the interaction that opened the reference. */
  readonly referenceId: string;
  /** Whether this touch opened it: the first touch of the journey. */
  readonly opens: boolean;
}

/**
 * Chains the counted interactions of ONE visitor into references: one that comes more than its
 * tracking term x 24 h after the previous one opens a new reference, exactly the term still joins.
 *
 * @param touches in any order; answered in (time, id) order.
 */
export function deriveReferences<T extends ReferenceTouch>(touches: readonly T[]): ReferencedTouch<T>[] {
  let referenceId = '';
  let previous: T | null = null;
  return inEventOrder(touches).map((touch) => {
    const opens: boolean = previous === null || touch.time - previous.time > touch.trackingTerm * DAY_MS;
    if (opens) referenceId = touch.id;
    previous = touch;
    return { touch, referenceId, opens };
  });
}
