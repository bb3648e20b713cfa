/** What is known of a host: failures in a row, and until when it is left alone. */
export interface HostState {
  readonly failures: number;
  /** Milliseconds since 1970; 0: not left alone. */
  readonly openUntil: number;
}

/** Failures in a row after which a host is left alone. */
export const FAILURES_TO_OPEN = 10;

export const HEALTHY: HostState = { failures: 0, openUntil: 0 };

/**
 * The state after an attempt. A host that failed ten times in a row is left alone for the first wait of the schedule;
 * then one failure more leaves it alone again, and one success makes it healthy.
 *
 * @param failed whether the host itself is in trouble (`isHostFailure`)
 * @param restMs how long it is left alone
 */
export function afterAttempt(state: HostState, failed: boolean, now: number, restMs: number): HostState {
  if (!failed) return HEALTHY;
  const failures = state.failures + 1;
  return { failures, openUntil: failures >= FAILURES_TO_OPEN ? now + restMs : 0 };
}
