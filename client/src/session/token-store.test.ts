import { TokenStore } from './token-store';

const TOKENS = { access: 'a', refresh: 'r' };
/** Channels of all tabs, which deliver messages like a BroadcastChannel. */
const tabs = new Set<FakeChannel>();

class FakeChannel {
  private hear: (event: { data: unknown }) => void = () => undefined;
  constructor() {
    tabs.add(this);
  }
  addEventListener(_: string, hear: (event: { data: unknown }) => void): void {
    this.hear = hear;
  }
  postMessage(data: unknown): void {
    for (const tab of tabs) if (tab !== this) setTimeout(() => tab.hear({ data }), delay);
  }
}

/** Milliseconds until a message reaches another tab. */
let delay = 0;

describe('a new tab', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    Object.assign(globalThis, { BroadcastChannel: FakeChannel });
    localStorage.clear();
    sessionStorage.clear();
    tabs.clear();
    delay = 0;
  });
  afterEach(() => jest.useRealTimers());

  /** A new tab beside a signed-in one: each tab has its own session storage. */
  function open(): TokenStore {
    const other = new TokenStore();
    other.write(TOKENS, false);
    other.read = () => TOKENS;
    sessionStorage.clear();
    return new TokenStore();
  }

  it.each([0, 50, 500])('is signed in by a tab that answers after %i ms', async (ms) => {
    const tab = open();
    delay = ms;
    const tokens = tab.readOrRequest();
    await jest.advanceTimersByTimeAsync(2 * ms + 10);
    expect(await tokens).toEqual(TOKENS);
  });

  it('knows whether the session ended in it or in another tab', async () => {
    const [here, there] = [new TokenStore(), new TokenStore()];
    here.write(TOKENS, false);
    here.clear();
    await jest.advanceTimersByTimeAsync(10);
    expect([here.endedElsewhere, there.endedElsewhere]).toEqual([false, true]);
  });

  it('requires sign-in at once if no tab was signed in', async () => {
    const tokens = new TokenStore().readOrRequest();
    await jest.advanceTimersByTimeAsync(200);
    expect(await tokens).toBeUndefined();
  });

  it('waits only once for tabs that were closed without signing out', async () => {
    open();
    tabs.clear();
    const first = new TokenStore().readOrRequest();
    let answered = false;
    void first.then(() => (answered = true));
    await jest.advanceTimersByTimeAsync(1000);
    expect(answered).toBe(false);
    await jest.advanceTimersByTimeAsync(1000);
    expect(await first).toBeUndefined();
    const second = new TokenStore().readOrRequest();
    await jest.advanceTimersByTimeAsync(200);
    expect(await second).toBeUndefined();
  });

  it('requires sign-in at once after a sign-out, and if the session is remembered', async () => {
    const tab = open();
    tab.clear();
    await jest.advanceTimersByTimeAsync(10);
    tabs.clear();
    const tokens = new TokenStore().readOrRequest();
    await jest.advanceTimersByTimeAsync(200);
    expect(await tokens).toBeUndefined();
    new TokenStore().write(TOKENS, true);
    expect(await new TokenStore().readOrRequest()).toEqual(TOKENS);
  });
});
