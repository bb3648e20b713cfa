/** Lines of a batch while the process has time. */
export const FULL_BATCH = 500;
/**
 * While it has none: a batch a second or so. Each holds up every open connection once, so few bigger ones do less to
 * the slowest hundredth of the answers than many small ones.
 */
const BUSY_BATCH = 200;
const BUSY_REST = 30;
const BUSY_LEAST_REST_MS = 1000;
/** Even an idle loop must be seen at rest, to know whether it is one. */
const LEAST_REST_MS = 4;
/** Where clicks come fast a little more is waited for: most landings are then stored with their click, which is half the work. */
const STEADY_REST_MS = 500;
const STEADY_LINES_PER_SECOND = 100;

const BUSY_LINES_PER_SECOND = 2000;
const BUSY_LOOP = 0.5;

/**
 * Makes draining give way to answering: clicks that wait on disk lose nothing, visitors that wait do. The doors are
 * busy when lines come fast and the event loop is in use more than half of the time between two batches.
 */
export class Pace {
  private busy = false;
  private steady = false;
  private lines: number;
  private restBegan = performance.now();
  private workBegan = performance.now();
  private loop = performance.eventLoopUtilization();

  /** @param appendedLines how many lines have been appended so far */
  constructor(private readonly appendedLines: () => number) {
    this.lines = appendedLines();
  }

  /** Looks back on the rest that ends now. Answers how many lines the next batch may have. */
  batchAfterRest(): number {
    const now = performance.now();
    const rested = now - this.restBegan;
    if (rested >= LEAST_REST_MS / 2) {
      const lines = this.appendedLines() - this.lines;
      const { utilization } = performance.eventLoopUtilization(this.loop);
      const perSecond = (lines / rested) * 1000;
      this.busy = perSecond > BUSY_LINES_PER_SECOND && utilization > BUSY_LOOP;
      this.steady = perSecond > STEADY_LINES_PER_SECOND;
    }
    this.workBegan = now;
    return this.busy ? BUSY_BATCH : FULL_BATCH;
  }

  /**
   * Notes that the batch is done. Answers how many milliseconds to rest.
   * @param full whether it had as many lines as it may: more wait
   */
  restAfterWork(full: boolean): number {
    this.restBegan = performance.now();
    this.lines = this.appendedLines();
    this.loop = performance.eventLoopUtilization();
    const worked = this.restBegan - this.workBegan;
    if (this.busy) return Math.max(BUSY_LEAST_REST_MS, worked * BUSY_REST);
    return this.steady && !full ? STEADY_REST_MS : LEAST_REST_MS;
  }
}
