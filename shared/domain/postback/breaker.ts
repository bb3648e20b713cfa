/** Circuit breaker state of a host: consecutive failures and the end of the pause. */
export interface HostState {
  readonly failures: number;
  /** Milliseconds since 1970; 0: not paused. */
  readonly openUntil: number;
}

/** Consecutive failures after which a host is paused. */
export const FAILURES_TO_OPEN = 10;

export const HEALTHY: HostState = { failures: 0, openUntil: 0 };

/**
 * Returns the state after an attempt. Ten consecutive failures pause a host for the first interval of the
 * retry schedule. After the pause one more failure pauses it again, and one success resets it.
 *
 * @param failed whether the host itself failed (`isHostFailure`)
 * @param pauseMs length of the pause
 */
export function nextHostState(state: HostState, failed: boolean, now: number, pauseMs: number): HostState {
  if (!failed) return HEALTHY;
  const failures = state.failures + 1;
  return { failures, openUntil: failures >= FAILURES_TO_OPEN ? now + pauseMs : 0 };
}
