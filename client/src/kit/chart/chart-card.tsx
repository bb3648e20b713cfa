import { Suspense, type ReactNode } from 'react';
import { Placeholder } from '../loading';
import styles from './chart-card.module.css';

/** Widths of the placeholder bars, in percent. */
const BARS = [88, 64, 52, 46, 40, 34, 30, 26];

export interface ChartCardProps {
  label: string;
  title: ReactNode;
  /** A choice or a hint beside the title. */
  extra?: ReactNode;
  /** Text alternative of the chart; undefined if its parts are announced one by one. */
  spoken: string | undefined;
  /** Height in pixels, the same while loading. `auto`: the loaded content sets the height. */
  height: number | 'auto';
  waiting: boolean;
  /** Note below the chart, such as values that could not be drawn. */
  note?: ReactNode;
  /** Interactive content below the chart. */
  foot?: ReactNode;
  children: ReactNode;
}

/** Chart under its title. The card has its final size from the start. */
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
    <div className={`ic-stack ic-tall ${styles.skeleton}`} data-to-come>
      {BARS.map((width) => (
        <Placeholder key={width} width={`${width}%`} height={12} />
      ))}
    </div>
  );
  return (
    <section className="ic-shrink ic-card ic-p-8-16" aria-label={label} aria-busy={waiting}>
      <header className={`ic-row ic-wrap ic-between ic-gap-4-12 ${styles.header}`}>
        <h2 className="ic-text-14 ic-strong">{title}</h2>
        {extra}
      </header>
      <div
        className="ic-hidden"
        style={{ height }}
        data-drawn
        {...(spoken === undefined ? {} : { role: 'img', 'aria-label': spoken })}
      >
        {waiting ? skeleton : <Suspense fallback={skeleton}>{children}</Suspense>}
      </div>
      <p className={`ic-caption ic-figures ${styles.apart}`}>{!waiting && note}</p>
      {foot && <div className={styles.foot}>{foot}</div>}
    </section>
  );
}
