interface Entry<T> {
  readonly promise: Promise<T>;
  readonly until: number;
  readonly cancel: AbortController;
  waiting: number;
  done: boolean;
}

/** Keeps the latest results by key. Callers of one key share a computation; it is cancelled if all have left. */
export class SharedResults<T> {
  private readonly entries = new Map<string, Entry<T>>();

  constructor(private readonly limit: number) {}

  /**
   * Returns the result of a key, or computes it.
   * @param until time from which the result is computed again
   * @param gone aborted when the caller no longer waits
   */
  async read(
    key: string,
    { now, until, gone }: { now: number; until: number; gone?: AbortSignal | undefined },
    compute: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const known = this.entries.get(key);
    const entry = known && known.until > now ? known : this.start(key, until, compute);
    // The newest are last.
    this.entries.delete(key);
    this.entries.set(key, entry);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.limit) break;
      this.entries.delete(oldest);
    }
    if (entry.done) return entry.promise;
    entry.waiting += 1;
    const leave = (): void => {
      entry.waiting -= 1;
      if (entry.waiting > 0 || entry.done) return;
      entry.cancel.abort();
      this.forget(key, entry);
    };
    if (gone?.aborted) leave();
    else gone?.addEventListener('abort', leave, { once: true });
    return entry.promise.finally(() => gone?.removeEventListener('abort', leave));
  }

  private start(key: string, until: number, compute: (signal: AbortSignal) => Promise<T>): Entry<T> {
    const cancel = new AbortController();
    const entry: Entry<T> = { promise: compute(cancel.signal), until, cancel, waiting: 0, done: false };
    entry.promise.then(
      () => (entry.done = true),
      () => this.forget(key, entry),
    );
    return entry;
  }

  private forget(key: string, entry: Entry<T>): void {
    if (this.entries.get(key) === entry) this.entries.delete(key);
  }
}
