interface Window {
  startedAt: number;
  failed: number;
  /** Tries whose outcome is not known yet. */
  pending: number;
  /** Called when one of them ends. */
  waiting: Array<() => void>;
}

/** Keys kept at most; the oldest idle ones go first, so that a flood of keys can't fill the memory. */
const MAX_KEYS = 50_000;

/**
 * Counts failed tries per key in a window that begins with the first failure. A try that is under way
 * holds a place, so that a burst of parallel tries gets no more of them than one after another would.
 */
export class AttemptLimit {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly most: number,
    private readonly windowMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Takes a place for a try.
   * @returns seconds to wait when there were too many failures, else null: then call `leave` with the outcome
   */
  async enter(key: string): Promise<number | null> {
    for (;;) {
      const window = this.windowOf(key);
      if (window.failed >= this.most) return Math.max(1, Math.ceil((window.startedAt + this.windowMs - this.now()) / 1000));
      if (window.failed + window.pending < this.most) {
        window.pending += 1;
        return null;
      }
      await new Promise<void>((resolve) => window.waiting.push(resolve));
    }
  }

  /** Ends a try. A success forgets earlier failures where `forgive` is set. */
  leave(key: string, outcome: { failed: boolean; forgive?: boolean }): void {
    const window = this.windows.get(key);
    if (!window) return;
    window.pending -= 1;
    if (outcome.failed) {
      if (window.failed === 0) window.startedAt = this.now();
      window.failed += 1;
    } else if (outcome.forgive) {
      window.failed = 0;
    }
    const woken = window.waiting.splice(0);
    if (window.failed === 0 && window.pending === 0 && woken.length === 0) this.windows.delete(key);
    for (const wake of woken) wake();
  }

  private windowOf(key: string): Window {
    let window = this.windows.get(key);
    if (!window) {
      if (this.windows.size >= MAX_KEYS) this.dropIdle();
      window = { startedAt: this.now(), failed: 0, pending: 0, waiting: [] };
      this.windows.set(key, window);
    } else if (window.failed > 0 && this.now() - window.startedAt >= this.windowMs) {
      window.failed = 0;
    }
    return window;
  }

  private dropIdle(): void {
    for (const [key, window] of this.windows) {
      if (this.windows.size < MAX_KEYS * 0.9) return;
      if (window.pending === 0 && window.waiting.length === 0) this.windows.delete(key);
    }
  }
}
