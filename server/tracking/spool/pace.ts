/** Lines per batch while the endpoints are not busy. */
export const FULL_BATCH = 500;
/**
 * Lines per batch while the endpoints are busy, about one batch a second. Each batch blocks every open
 * connection once, so few larger batches hurt the slowest 1% of answers less than many small ones.
 */
const BUSY_BATCH = 200;
const BUSY_REST = 30;
const BUSY_LEAST_REST_MS = 1000;
/** An idle event loop needs a rest too, or its utilization can't be measured. */
const LEAST_REST_MS = 4;
/**
 * Longer rest at a steady click rate: most landings are then stored with their click, which halves the work.
 */
const STEADY_REST_MS = 500;
const STEADY_LINES_PER_SECOND = 100;

const BUSY_LINES_PER_SECOND = 2000;
const BUSY_LOOP = 0.5;

/**
 * Makes draining yield to requests: clicks on disk can wait, visitors can't. The endpoints are busy if lines
 * arrive fast and the event loop is in use more than half of the time between two batches.
 */
export class Pace {
  private busy = false;
  private steady = false;
  private lines: number;
  private restBegan = performance.now();
  private workBegan = performance.now();
  private loop = performance.eventLoopUtilization();

  /** @param appendedLines returns the lines appended so far */
  constructor(private readonly appendedLines: () => number) {
    this.lines = appendedLines();
  }

  /** Measures the rest that ends now and returns the size of the next batch in lines. */
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
   * Records the end of a batch and returns the milliseconds to rest.
   * @param full whether the batch had its maximum size, so more lines are pending
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
