import { tokensIn, tokenStore, type TokenPair, type TokenStore } from './token-store';

const LOCK = 'ic_refresh';
const REFRESH_PATH = '/api/v1/auth/refresh/';
/** Milliseconds for another tab's new tokens to arrive over the channel after its lock is free. */
const SETTLE_MS = 60;

export type Fetch = typeof fetch;

/**
 * Runs `task` while no other tab runs a task of the same name. Without Web Locks, tabs don't wait for each
 * other.
 */
async function locked<T>(task: (waited: boolean) => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return task(false);
  const free = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) =>
    lock ? { result: await task(false) } : undefined,
  );
  if (free) return free.result;
  return navigator.locks.request(LOCK, () => task(true));
}

/**
 * Creates the function that renews tokens, with one request at a time across all tabs. It resolves to
 * undefined when the session has ended.
 */
export function createRefresher(store: TokenStore, fetcher: Fetch = (...args) => fetch(...args)) {
  let running: Promise<TokenPair | undefined> | undefined;

  async function renew(usedAccess: string | undefined, waited: boolean): Promise<TokenPair | undefined> {
    if (waited) await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const current = store.read();
    if (!current) return undefined;
    // Another tab or an earlier call has renewed them since the rejected request.
    if (usedAccess !== undefined && current.access !== usedAccess) return current;
    const response = await fetcher(REFRESH_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ refresh: current.refresh }),
    });
    if (!response.ok) return undefined;
    const tokens = tokensIn(await response.json());
    if (tokens) store.write(tokens);
    return tokens;
  }

  /** Renews the tokens after a request with `usedAccess` was rejected. Any failure ends the session. */
  return function refresh(usedAccess: string | undefined): Promise<TokenPair | undefined> {
    running ??= locked((waited) => renew(usedAccess, waited))
      .catch(() => undefined)
      .then((tokens) => {
        if (!tokens) store.clear(true);
        return tokens;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}

export const refreshTokens = createRefresher(tokenStore);
