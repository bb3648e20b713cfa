import { isDatabaseAway } from '../db/transient-error';

/** Called with an error of a job. The job continues. */
export type OnJobError = (error: unknown, job: string) => void;

/** Context of one iteration of a loop. */
export interface LoopContext {
  /** Returns true if the process is stopping. No further step may start then. */
  readonly stopping: () => boolean;
  readonly onError: (error: unknown) => void;
}

export interface LoopJob {
  readonly name: string;
  readonly everyMs: number;
  /** True if it keeps the CPU busy. It then rests as long as it worked, up to a limit. */
  readonly heavy: boolean;
}

const AFTER_ERROR_MS = 1000;
/** An iteration may last minutes; the next one must not wait as long. */
const LONGEST_REST_MS = 500;

/** Runs iterations of a job beside requests until it is stopped. */
export class Loop {
  private ending = false;
  private wake = () => {};
  readonly ended: Promise<void>;

  constructor(
    private readonly job: LoopJob,
    private readonly iterate: (context: LoopContext) => Promise<void>,
    private readonly onError: OnJobError,
  ) {
    this.ended = this.run();
  }

  stop(): void {
    this.ending = true;
    this.wake();
  }

  private async run(): Promise<void> {
    const report = (error: unknown) => {
      if (!isDatabaseAway(error)) this.onError(error, this.job.name);
    };
    const context: LoopContext = { stopping: () => this.ending, onError: report };
    while (!this.ending) {
      const started = Date.now();
      let wait = this.job.everyMs;
      try {
        await this.iterate(context);
        if (this.job.heavy) wait = Math.max(wait, Math.min(LONGEST_REST_MS, Date.now() - started));
      } catch (error) {
        wait = AFTER_ERROR_MS;
        report(error);
      }
      if (!this.ending) await this.pause(wait);
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
