import { inEventOrder, type JourneyEvent } from './order';

export const DAY_MS = 86_400_000;

/** Counted interaction of a visitor, with the product's tracking term (days) stored at recording. */
export interface ReferenceTouch extends JourneyEvent {
  readonly trackingTerm: number;
}

/** Touch with its reference. */
export interface ReferencedTouch<T extends ReferenceTouch> {
  readonly touch: T;
  /** Id of the interaction that opened the reference. */
  readonly referenceId: string;
  /** Whether this touch opened the reference. */
  readonly opens: boolean;
}

/**
 * Chains the counted interactions of ONE visitor into references (domain.md section 3): an interaction more
 * than tracking_term x 24 h after the previous one opens a reference; a gap of exactly the term joins.
 *
 * @param touches in any order
 * @returns in (time, id) order
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
