/** Counts requests per address and second. Without a limit all requests pass. */
export class RateLimit {
  private second = 0;
  private counts = new Map<string, number>();

  constructor(
    private readonly perSecond: number | undefined,
    private readonly now: () => number,
  ) {}

  /** True if this request of the address is within the limit. */
  allows(address: string): boolean {
    if (this.perSecond === undefined) return true;
    const second = Math.floor(this.now() / 1000);
    if (second !== this.second) {
      this.second = second;
      this.counts = new Map();
    }
    const count = (this.counts.get(address) ?? 0) + 1;
    this.counts.set(address, count);
    return count <= this.perSecond;
  }
}
