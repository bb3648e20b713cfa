/** HTTP statuses after which a safe call is retried. */
export const RETRY_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** Number of retries of a safe (reading) call; writes are never repeated. */
export const SAFE_RETRIES = 1;
