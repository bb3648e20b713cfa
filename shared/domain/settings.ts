/**
 * Returns whether an ad's own settings of a group are in force: always without an ad network, else if the
 * group's "individually" flag is on (domain.md section 1). Fees have no such flag (see `effectiveFees`).
 *
 * @param individually the stored flag, also as 0 or 1
 */
export const usesOwnSettings = (individually: unknown, hasAsp: boolean): boolean =>
  !hasAsp || individually === true || individually === 1;

/** Returns the settings in force for an ad: its own or its ad network's. */
export const effectiveSettings = <A, S>(ad: A, asp: S | null | undefined, individually: unknown): A | S =>
  asp == null || usesOwnSettings(individually, true) ? ad : asp;
