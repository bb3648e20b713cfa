const HOUR_MS = 3_600_000;

/**
 * Age limit of events on open days: endpoints accept events up to a day old, and spooled clicks arrive even
 * later.
 */
export const MARKED_AFTER_MS = 26 * HOUR_MS;

/** How long a day stays open after its end: longer than any transaction that does not mark it. */
export const OPEN_FOR_MS = MARKED_AFTER_MS + HOUR_MS;
