import { TokenStore } from './token-store';

const TOKENS = { access: 'a', refresh: 'r' };
/** Stores of as many tabs hear each other as over a channel of the browser. */
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

/** How long a tab takes to hear another one. */
let delay = 0;

describe('a tab that was just opened', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    Object.assign(globalThis, { BroadcastChannel: FakeChannel });
    localStorage.clear();
    sessionStorage.clear();
    tabs.clear();
    delay = 0;
  });
  afterEach(() => jest.useRealTimers());

  /** A new tab beside one that is signed in: the session storage of each is its own. */
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
    const found = tab.readOrAsk();
    await jest.advanceTimersByTimeAsync(2 * ms + 10);
    expect(await found).toEqual(TOKENS);
  });

  it('knows whether the session was ended in it or in another one', async () => {
    const [here, there] = [new TokenStore(), new TokenStore()];
    here.write(TOKENS, false);
    here.clear();
    await jest.advanceTimersByTimeAsync(10);
    expect([here.endedElsewhere, there.endedElsewhere]).toEqual([false, true]);
  });

  it('asks for the sign-in at once where no tab was signed in', async () => {
    const found = new TokenStore().readOrAsk();
    await jest.advanceTimersByTimeAsync(200);
    expect(await found).toBeUndefined();
  });

  it('waits but once for tabs that were closed without signing out', async () => {
    open();
    tabs.clear();
    const first = new TokenStore().readOrAsk();
    let answered = false;
    void first.then(() => (answered = true));
    await jest.advanceTimersByTimeAsync(1000);
    expect(answered).toBe(false);
    await jest.advanceTimersByTimeAsync(1000);
    expect(await first).toBeUndefined();
    const second = new TokenStore().readOrAsk();
    await jest.advanceTimersByTimeAsync(200);
    expect(await second).toBeUndefined();
  });

  it('asks for the sign-in at once after a sign-out, and where the session is remembered', async () => {
    const tab = open();
    tab.clear();
    await jest.advanceTimersByTimeAsync(10);
    tabs.clear();
    const found = new TokenStore().readOrAsk();
    await jest.advanceTimersByTimeAsync(200);
    expect(await found).toBeUndefined();
    new TokenStore().write(TOKENS, true);
    expect(await new TokenStore().readOrAsk()).toEqual(TOKENS);
  });
});
