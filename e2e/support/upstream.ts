/** A violation caused by a library that we can't fix. */
interface UpstreamException {
  /** axe's name of the rule. */
  readonly rule: string;
  /** CSS selector of the elements. */
  readonly selector: string;
  readonly reason: string;
}

/**
 * The only accepted violations. An exception that is no longer met fails the run, so the list stays short.
 */
export const UPSTREAM: readonly UpstreamException[] = [];
