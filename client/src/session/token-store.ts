import { isRecord } from '../../../shared/records';

/** Token pair as the server issues it. */
export interface TokenPair {
  access: string;
  refresh: string;
}

/** Reads the tokens from a response or a stored value. */
export const tokensIn = (value: unknown): TokenPair | undefined =>
  isRecord(value) && typeof value.access === 'string' && typeof value.refresh === 'string'
    ? { access: value.access, refresh: value.refresh }
    : undefined;

const KEY = 'ic_tokens';
const AUTO_LOGIN_KEY = 'ic_auto_login';
const CHANNEL = 'ic_session';
/** Set while a tab of this browser has its own session, or had one when it was closed. */
const IN_TABS_KEY = 'ic_in_tabs';
/**
 * Milliseconds that a new tab waits for another tab to share its session; longer if there is one, because it
 * may be busy.
 */
const SHARE_WAIT_MS = 120;
const BUSY_WAIT_MS = 1500;

type Message =
  { type: 'ask' } | { type: 'tokens'; tokens: TokenPair } | { type: 'signed-out'; expired: boolean };
type Listener = (tokens: TokenPair | undefined) => void;

/**
 * Stores the tokens of this browser: in local storage with the auto-login flag if the user stays signed in,
 * otherwise in session storage, shared with other tabs over a channel.
 */
export class TokenStore {
  private readonly listeners = new Set<Listener>();
  private readonly channel =
    typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);

  constructor() {
    this.channel?.addEventListener('message', (event: MessageEvent<Message>) => this.receive(event.data));
  }

  /** Whether the user chose to stay signed in on this browser. */
  get remembered(): boolean {
    return localStorage.getItem(AUTO_LOGIN_KEY) === 'true';
  }

  read(): TokenPair | undefined {
    const text = (this.remembered ? localStorage : sessionStorage).getItem(KEY);
    if (text === null) return undefined;
    try {
      return tokensIn(JSON.parse(text));
    } catch {
      return undefined;
    }
  }

  /** Stores a new pair; `remember` defaults to its current value (after a refresh). */
  write(tokens: TokenPair, remember = this.remembered): void {
    if (remember) {
      localStorage.setItem(AUTO_LOGIN_KEY, 'true');
      localStorage.setItem(KEY, JSON.stringify(tokens));
      localStorage.removeItem(IN_TABS_KEY);
      sessionStorage.removeItem(KEY);
    } else {
      localStorage.removeItem(AUTO_LOGIN_KEY);
      localStorage.removeItem(KEY);
      localStorage.setItem(IN_TABS_KEY, 'true');
      sessionStorage.setItem(KEY, JSON.stringify(tokens));
    }
    this.broadcast({ type: 'tokens', tokens });
    this.notify(tokens);
  }

  /** Whether the session expired (a failed refresh) instead of being ended by the user. */
  expired = false;

  /** Whether another tab ended the session; the sign-in then leads back to this page. */
  endedElsewhere = false;

  /** Removes both tokens in all tabs. */
  clear(expired = false): void {
    this.expired = expired;
    this.endedElsewhere = false;
    this.removeTokens();
    this.broadcast({ type: 'signed-out', expired });
    this.notify(undefined);
  }

  /** Returns the tokens of this tab or, for a new tab, those of another tab. */
  async readOrRequest(): Promise<TokenPair | undefined> {
    const own = this.read();
    if (own || !this.channel) return own;
    this.broadcast({ type: 'ask' });
    return new Promise((resolve) => {
      const stop = this.listen((tokens) => finish(tokens));
      const giveUp = (): void => {
        // No other tab is left, so the next new tab need not wait as long.
        localStorage.removeItem(IN_TABS_KEY);
        finish(this.read());
      };
      const timer = setTimeout(
        giveUp,
        localStorage.getItem(IN_TABS_KEY) === null ? SHARE_WAIT_MS : BUSY_WAIT_MS,
      );
      const finish = (tokens: TokenPair | undefined): void => {
        stop();
        clearTimeout(timer);
        resolve(tokens);
      };
    });
  }

  /** Subscribes to changes in any tab; returns a function that unsubscribes. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private removeTokens(): void {
    localStorage.removeItem(AUTO_LOGIN_KEY);
    localStorage.removeItem(KEY);
    localStorage.removeItem(IN_TABS_KEY);
    sessionStorage.removeItem(KEY);
  }

  private broadcast(message: Message): void {
    this.channel?.postMessage(message);
  }

  private receive(message: Message): void {
    switch (message.type) {
      case 'ask': {
        const tokens = this.remembered ? undefined : this.read();
        if (tokens) this.broadcast({ type: 'tokens', tokens });
        break;
      }
      case 'tokens':
        if (!this.remembered) sessionStorage.setItem(KEY, JSON.stringify(message.tokens));
        this.notify(message.tokens);
        break;
      case 'signed-out':
        this.expired = message.expired;
        this.endedElsewhere = true;
        this.removeTokens();
        this.notify(undefined);
        break;
    }
  }

  private notify(tokens: TokenPair | undefined): void {
    for (const listener of this.listeners) listener(tokens);
  }
}

/** Token store of this tab. */
export const tokenStore = new TokenStore();
