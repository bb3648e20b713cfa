import { Suspense, type ReactNode } from 'react';
import { Placeholder } from '../placeholder';
import styles from './chart-card.module.css';

/** Widths of the bars that stand in for a chart, percent. */
const BARS = [88, 64, 52, 46, 40, 34, 30, 26];

export interface ChartCardProps {
  label: string;
  title: ReactNode;
  /** Beside the title: a choice or a hint. */
  extra?: ReactNode;
  /** What the chart shows, in words; undefined where its parts are read one by one. */
  spoken: string | undefined;
  /** Pixels of the chart, also while it is on its way. */
  height: number;
  waiting: boolean;
  /** Below the chart: what could not be drawn among the rest. */
  note?: ReactNode;
  /** What belongs to the chart and can be used, below it. */
  foot?: ReactNode;
  children: ReactNode;
}

/** A chart under its title; its place has its final size from the start. */
export function ChartCard({
  label,
  title,
  extra,
  spoken,
  height,
  waiting,
  note,
  foot,
  children,
}: ChartCardProps) {
  const skeleton = (
    <div className={styles.skeleton} data-to-come>
      {BARS.map((width) => (
        <Placeholder key={width} width={`${width}%`} height={12} />
      ))}
    </div>
  );
  return (
    <section className={styles.card} aria-label={label} aria-busy={waiting}>
      <header className={styles.header}>
        <h2 className={styles.title}>{title}</h2>
        {extra}
      </header>
      <div
        className={styles.plot}
        style={{ height }}
        data-drawn
        {...(spoken === undefined ? {} : { role: 'img', 'aria-label': spoken })}
      >
        {waiting ? skeleton : <Suspense fallback={skeleton}>{children}</Suspense>}
      </div>
      <p className={styles.apart}>{!waiting && note}</p>
      {foot && <div className={styles.foot}>{foot}</div>}
    </section>
  );
}
