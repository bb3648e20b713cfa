const WIDTH = 30;
const REDRAW_MS = 200;

/** A progress bar on standard error. Standard output is reserved for results. */
export interface ProgressBar {
  update(done: number, note?: string): void;
  /** Draws the last state and ends the line. */
  finish(): void;
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Formats one state of the bar: share, count, rate and time left. Pure, for tests. */
export const barText = (label: string, done: number, total: number, seconds: number, note = ''): string => {
  const share = total > 0 ? Math.min(1, done / total) : 1;
  const filled = Math.round(share * WIDTH);
  const rate = seconds > 0 ? done / seconds : 0;
  const left = rate > 0 && share < 1 ? ` ${clock((total - done) / rate)} left` : ` ${clock(seconds)}`;
  const bar = '#'.repeat(filled) + '.'.repeat(WIDTH - filled);
  return `${label} [${bar}] ${String(Math.floor(share * 100)).padStart(3)}% ${Math.round(rate).toLocaleString('en')}/s${left}${note && ` ${note}`}`;
};

/**
 * Creates a progress bar for `total` items. It redraws in place on a terminal, otherwise it prints a line
 * every tenth.
 */
export const progressBar = (
  label: string,
  total: number,
  stream: NodeJS.WriteStream = process.stderr,
): ProgressBar => {
  const startedAt = Date.now();
  let state: [done: number, note: string] = [0, ''];
  let drawnAt = 0;
  let tenth = -1;
  const text = (): string => barText(label, state[0], total, (Date.now() - startedAt) / 1000, state[1]);
  const redraw = (): void => {
    if (stream.isTTY) {
      if (Date.now() - drawnAt < REDRAW_MS) return;
      drawnAt = Date.now();
      stream.write(`\r\x1b[K${text()}`);
      return;
    }
    const now = Math.floor((state[0] / Math.max(1, total)) * 10);
    if (now > tenth) stream.write(`${text()}\n`);
    tenth = Math.max(tenth, now);
  };
  return {
    update(done, note = '') {
      state = [done, note];
      redraw();
    },
    finish() {
      if (stream.isTTY) stream.write(`\r\x1b[K${text()}\n`);
    },
  };
};
