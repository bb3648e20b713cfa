import styles from './interval-plot.module.css';

export interface IntervalBarProps {
  /** The value and its bounds; null: there is none. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** Where the scale ends; it begins at 0. */
  most: number;
  /** What it shows, in words. */
  spoken: string;
  /** In place of the bar where there is no interval. */
  none: string;
  tone?: 'plain' | 'leading' | 'quiet';
}

const percent = (value: number, most: number): string =>
  `${Math.min(100, Math.max(0, (100 * value) / most))}%`;

/** An interval as a bar on a scale that its neighbours share, its value as a mark in it. */
export function IntervalBar({ value, low, high, most, spoken, none, tone = 'plain' }: IntervalBarProps) {
  if (value === null || low === null || high === null) return <span className={styles.none}>{none}</span>;
  return (
    <span
      className={`${styles.track} ${styles[tone]}`}
      data-drawn
      role="img"
      aria-label={spoken}
      title={spoken}
    >
      <i
        className={styles.bar}
        style={{
          insetInlineStart: percent(low, most),
          insetInlineEnd: `calc(100% - ${percent(high, most)})`,
        }}
      />
      <i className={styles.mark} style={{ insetInlineStart: percent(value, most) }} />
    </span>
  );
}

/** The ends and the middle of the scale below the bars. */
export function IntervalScale({ most, textOf }: { most: number; textOf: (value: number) => string }) {
  return (
    <span className={styles.scale} aria-hidden="true">
      <span>{textOf(0)}</span>
      <span>{textOf(most / 2)}</span>
      <span>{textOf(most)}</span>
    </span>
  );
}

/** Steps of a scale that read well. */
const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The end of a scale that holds a value: the next one that reads well. */
export function scaleEnd(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = STEPS.find((one) => one * power >= value * (1 - 1e-9)) ?? 10;
  return step * power;
}
