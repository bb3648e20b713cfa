/**
 * Whether an ad's own settings of a group are in force: without an ad network all of them are, else where the group's
 * "individually" flag says so. Fees are no group with a flag (see `effectiveFees`).
 *
 * @param individually the flag as it is stored, 0 and 1 too
 */
export const decidesItself = (individually: unknown, hasAsp: boolean): boolean =>
  !hasAsp || individually === true || individually === 1;

/** The settings of a group that are in force for an ad: its own or its ad network's. */
export function inForce<A, S>(ad: A, asp: S | null | undefined, individually: unknown): A | S {
  return asp == null || decidesItself(individually, true) ? ad : asp;
}
