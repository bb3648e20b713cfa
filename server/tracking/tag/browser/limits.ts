// A file of its own without imports: only so the build inlines numbers.
/** Idle time that ends a visit. */
export const THIRTY_MINUTES = 18e5;
/** Seconds of the visitor cookie: 400 days, the maximum that browsers allow. */
export const MAX_AGE = 34560000;
/** Time after which an unacknowledged event is dropped. */
export const ONE_DAY = 864e5;
/** Unacknowledged events that are kept. */
export const MOST_EVENTS = 40;
