const HOUR_MS = 3_600_000;

/** The doors take events of up to a day ago, clicks that had to wait on disk later ones: what is younger belongs to open days. */
export const MARKED_AFTER_MS = 26 * HOUR_MS;

/** So long after its end a day is open still: longer than any transaction that need not mark it. */
export const OPEN_FOR_MS = MARKED_AFTER_MS + HOUR_MS;
