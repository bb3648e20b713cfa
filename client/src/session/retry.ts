/** HTTP statuses after which a safe call is worth one more try. */
export const RETRY_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** How often a safe (reading) call is repeated; a writing one never is. */
export const SAFE_RETRIES = 1;
