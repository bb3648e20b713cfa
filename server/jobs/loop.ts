import { isDatabaseAway } from '../db/transient-error';

/** Told of what went wrong in a job; the job goes on. */
export type OnJobError = (error: unknown, job: string) => void;

/** What one turn of a loop knows of it. */
export interface Turn {
  /** Whether the process wants to end: then no further step is begun. */
  readonly stopping: () => boolean;
  readonly onError: (error: unknown) => void;
}

export interface LoopJob {
  readonly name: string;
  readonly everyMs: number;
  /** Whether it takes the machine while it is at work: then it rests as long as it worked, a moment at most. */
  readonly heavy: boolean;
}

const AFTER_ERROR_MS = 1000;
/** A turn may have lasted for minutes: whoever waits for the next one must not wait as long. */
const LONGEST_REST_MS = 500;

/** Takes turns for ever, beside requests, until it is told to stop. */
export class Loop {
  private ending = false;
  private wake = () => {};
  readonly ended: Promise<void>;

  constructor(
    private readonly job: LoopJob,
    private readonly take: (turn: Turn) => Promise<void>,
    private readonly onError: OnJobError,
  ) {
    this.ended = this.run();
  }

  stop(): void {
    this.ending = true;
    this.wake();
  }

  private async run(): Promise<void> {
    const tell = (error: unknown) => {
      if (!isDatabaseAway(error)) this.onError(error, this.job.name);
    };
    const turn: Turn = { stopping: () => this.ending, onError: tell };
    while (!this.ending) {
      const started = Date.now();
      let wait = this.job.everyMs;
      try {
        await this.take(turn);
        if (this.job.heavy) wait = Math.max(wait, Math.min(LONGEST_REST_MS, Date.now() - started));
      } catch (error) {
        wait = AFTER_ERROR_MS;
        tell(error);
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
