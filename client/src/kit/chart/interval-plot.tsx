import styles from './interval-plot.module.css';

export interface IntervalBarProps {
  /** The value and its bounds; null means no value. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** End of the scale, which starts at 0. */
  most: number;
  /** Text alternative. */
  spoken: string;
  /** Text shown if there is no interval. */
  none: string;
  tone?: 'plain' | 'leading' | 'quiet';
}

const percent = (value: number, most: number): string =>
  `${Math.min(100, Math.max(0, (100 * value) / most))}%`;

/** Interval drawn as a bar on a scale shared with its neighbours, with a mark at the value. */
export function IntervalBar({ value, low, high, most, spoken, none, tone = 'plain' }: IntervalBarProps) {
  if (value === null || low === null || high === null) return <span className="ic-hint">{none}</span>;
  return (
    <span
      className={`ic-block ic-relative ${styles.track} ${styles[tone]}`}
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

/** Start, middle and end of the scale below the bars. */
export function IntervalScale({ most, textOf }: { most: number; textOf: (value: number) => string }) {
  return (
    <span className={`ic-flex ic-between ic-muted ic-text-11 ic-figures ${styles.scale}`} aria-hidden="true">
      <span>{textOf(0)}</span>
      <span>{textOf(most / 2)}</span>
      <span>{textOf(most)}</span>
    </span>
  );
}

/** Readable steps of a scale. */
const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** Returns the end of a scale for a value: the next readable step. */
export function scaleEnd(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = STEPS.find((one) => one * power >= value * (1 - 1e-9)) ?? 10;
  return step * power;
}
