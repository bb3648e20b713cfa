import { createRefresher } from './refresh';
import { TokenStore } from './token-store';

const answer = (status: number, body: unknown): Response =>
  ({ ok: status < 400, status, json: () => Promise.resolve(body) }) as Response;

const OLD = { access: 'a1', refresh: 'r1' };
const NEW = { access: 'a2', refresh: 'r2' };

describe('renewing tokens', () => {
  it('calls the server once for any number of rejected requests', async () => {
    const store = new TokenStore();
    store.write(OLD);
    const fetcher = jest.fn(() => Promise.resolve(answer(200, NEW)));
    const refresh = createRefresher(store, fetcher);
    const results = await Promise.all([refresh('a1'), refresh('a1'), refresh('a1')]);
    expect(results).toEqual([NEW, NEW, NEW]);
    expect(fetcher).toHaveBeenCalledTimes(1);
    expect(fetcher).toHaveBeenCalledWith(
      '/api/v1/auth/refresh/',
      expect.objectContaining({ method: 'POST', body: JSON.stringify({ refresh: 'r1' }) }),
    );
    expect(store.read()).toEqual(NEW);
  });

  it('uses tokens that another tab has already renewed', async () => {
    const store = new TokenStore();
    store.write(NEW);
    const fetcher = jest.fn();
    expect(await createRefresher(store, fetcher)('a1')).toEqual(NEW);
    expect(fetcher).not.toHaveBeenCalled();
  });

  it.each([
    ['a refusal', () => Promise.resolve(answer(401, {}))],
    ['a server error', () => Promise.resolve(answer(503, {}))],
    ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    // rule: screens-08
  ])('ends the session after %s', async (_name, fetcher) => {
    const store = new TokenStore();
    store.write(OLD, true);
    const notified: unknown[] = [];
    store.listen((tokens) => notified.push(tokens));
    expect(await createRefresher(store, fetcher)('a1')).toBeUndefined();
    expect(store.read()).toBeUndefined();
    expect(notified).toEqual([undefined]);
    expect(store.expired).toBe(true);
  });

  // rule: states-09
  it('keeps tokens in their storage: local storage only if the user stays signed in', async () => {
    const store = new TokenStore();
    store.write(OLD, true);
    await createRefresher(store, () => Promise.resolve(answer(200, NEW)))('a1');
    expect(localStorage.getItem('ic_auto_login')).toBe('true');
    expect(localStorage.getItem('ic_tokens')).toContain('r2');
    expect(sessionStorage.getItem('ic_tokens')).toBeNull();
    store.write(OLD, false);
    expect(localStorage.getItem('ic_tokens')).toBeNull();
    expect(localStorage.getItem('ic_auto_login')).toBeNull();
    expect(sessionStorage.getItem('ic_tokens')).toContain('r1');
    store.clear();
    expect(sessionStorage.getItem('ic_tokens')).toBeNull();
  });
});
