import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { MeasureUnit } from '../../../../shared/catalog';
import { metricText } from '../table/number-cell';
import styles from './day-chart.module.css';
import { axisTicks, barPath, dayAt, linePath, xOf, yOf } from './line-points';

/** One line of a day chart. */
export interface DayLine {
  label: string;
  /** One value per day; null means no value. */
  values: readonly (number | null)[];
  /** Comparison line, drawn grey and dashed. */
  earlier?: boolean;
  /** Level of a target, drawn thin and dotted. */
  target?: boolean;
  /** Label of the day if it differs from the axis label. */
  dayOf?: (index: number) => string;
}

/** A day since when the values are at another level. */
export interface ChangeMark {
  index: number;
  text: string;
  tone: 'better' | 'worse' | 'up' | 'down';
}

export interface DayChartProps {
  /** Label of each day. */
  days: readonly string[];
  lines: readonly DayLine[];
  unit: MeasureUnit;
  /** Text alternative of the chart. */
  spoken: string;
  /** Highlighted days and the meaning of the highlight. */
  marked?: ReadonlySet<number>;
  markedLabel?: string;
  /** Draws the first line as bars, for few events a day. */
  bars?: boolean;
  change?: ChangeMark | undefined;
  /** Notes by day index. */
  notes?: ReadonlyMap<number, readonly string[]>;
  /** Starts a note on a day: by clicking its position on the axis or pressing N. */
  onNote?: ((index: number) => void) | undefined;
  noteLabel?: string;
  /** Opens a day. */
  onOpen?: ((index: number) => void) | undefined;
}

/** Labels of days that a phone has room for. */
const MAX_LABELS = 5;

const CHANGE_TONES = {
  better: 'ic-success',
  worse: 'ic-error',
  up: 'ic-secondary',
  down: 'ic-secondary',
} as const;

/** Returns the days labelled on the axis: evenly spaced, always including the last. */
const labelledDays = (count: number): Set<number> => {
  const step = Math.max(1, Math.ceil((count - 1) / (MAX_LABELS - 1)));
  return new Set(Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step));
};

/**
 * Line chart over days, drawn without the chart library because it appears on the first page. The pointer,
 * touch or arrow keys select a day; a click or Enter opens it.
 */
export function DayChart({
  days,
  lines,
  unit,
  spoken,
  marked,
  markedLabel,
  bars = false,
  change,
  notes,
  onNote,
  noteLabel,
  onOpen,
}: DayChartProps) {
  const [at, setAt] = useState<number>();
  const count = days.length;
  const places = axisTicks(
    lines.flatMap(({ values }) => values),
    unit === 'count',
  );
  const [from, to] = [places[0] ?? 0, places.at(-1) ?? 1];
  const named = labelledDays(count);
  const text = (value: number | null): string => metricText(value, { unit, showZero: true });

  const point = (event: MouseEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return dayAt((event.clientX - left) / width, count, bars);
  };
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -count, End: count }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((before) => Math.min(count - 1, Math.max(0, (before ?? (step > 0 ? -1 : count)) + step)));
    } else if (event.key === 'Escape') {
      setAt(undefined);
    } else if (event.key === 'Enter' && at !== undefined) {
      onOpen?.(at);
    } else if (
      event.key.toLowerCase() === 'n' &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey &&
      at !== undefined &&
      onNote
    ) {
      event.preventDefault();
      onNote(at);
    }
  };
  return (
    <div className={`ic-grid ic-gap-4-12 ${styles.chart}`}>
      <div className={`ic-relative ic-muted ic-text-11 ic-figures ${styles.values}`} aria-hidden="true">
        {places.map((place) => (
          <span key={place} style={{ top: `${yOf(place, from, to)}%` }}>
            {metricText(place, {
              unit,
              showZero: true,
              ...(unit === 'ratio' ? { decimals: Number.isInteger(place * 100) ? 0 : 1 } : {}),
            })}
          </span>
        ))}
      </div>
      <div
        className={`${styles.plot} ${onOpen ? 'ic-pointer' : ''}`}
        data-drawn
        role="slider"
        tabIndex={0}
        aria-label={spoken}
        aria-valuemin={0}
        aria-valuemax={count - 1}
        aria-valuenow={at ?? count - 1}
        aria-valuetext={
          at === undefined
            ? ''
            : [
                days[at],
                ...lines.map(
                  ({ label, values, dayOf }) => `${dayOf ? dayOf(at) : label} ${text(values[at] ?? null)}`,
                ),
                ...(marked?.has(at) ? [markedLabel] : []),
                ...(notes?.get(at) ?? []),
              ].join(' ')
        }
        onKeyDown={walk}
        onBlur={() => setAt(undefined)}
        onPointerMove={(event) => setAt(point(event))}
        onPointerLeave={() => setAt(undefined)}
        onClick={() => at !== undefined && onOpen?.(at)}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {places.map((place) => (
            <path
              key={place}
              className={place === 0 ? styles.zero : styles.grid}
              d={`M0 ${yOf(place, from, to)}H100`}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {at !== undefined && (
            <path
              className={styles.cross}
              d={`M${xOf(at, count, bars)} 0V100`}
              vectorEffect="non-scaling-stroke"
            />
          )}
          {[...lines].reverse().map(({ label, values, earlier, target }) => (
            <path
              key={label}
              className={target ? styles.target : earlier ? styles.earlier : bars ? styles.bars : styles.line}
              d={bars && !target ? barPath(values, from, to, earlier) : linePath(values, from, to, count)}
              {...(bars && !earlier && !target ? {} : { vectorEffect: 'non-scaling-stroke' })}
            />
          ))}
        </svg>
        {change && (
          <span
            className={`ic-text-11 ic-strong ic-nowrap ${styles.change} ${CHANGE_TONES[change.tone]}`}
            style={{ left: `${xOf(change.index, count, bars)}%` }}
            data-side={change.index > count / 2 ? 'left' : 'right'}
          >
            {change.text}
          </span>
        )}
        {[...(marked ?? [])].map((index) => {
          const value = lines[0]?.values[index];
          return value == null ? null : (
            <i
              key={index}
              className={`ic-round ic-surface ${styles.mark}`}
              style={{ left: `${xOf(index, count, bars)}%`, top: `${yOf(value, from, to)}%` }}
              aria-hidden="true"
            />
          );
        })}
        {[...(notes?.keys() ?? [])].map((index) => (
          <i
            key={index}
            className={`ic-flag ${styles.note}`}
            style={{ left: `${xOf(index, count, bars)}%` }}
            aria-hidden="true"
          />
        ))}
        {at !== undefined && (
          <div
            className={`ic-stack ic-gap-4 ic-rounded ic-float ic-p-8-16 ic-text-12 ic-figures ${styles.tip}`}
            data-side={at > count / 2 ? 'left' : 'right'}
            style={{ left: `${xOf(at, count, bars)}%` }}
            aria-hidden="true"
          >
            <strong>{days[at]}</strong>
            {lines.map(({ label, values, earlier, target, dayOf }) => (
              <span key={label} className="ic-flex ic-between ic-gap-16 ic-nowrap">
                <span className="ic-secondary">
                  <i
                    className={target ? styles.keyTarget : earlier ? styles.keyEarlier : styles.key}
                    aria-hidden="true"
                  />
                  {dayOf ? dayOf(at) : label}
                </span>
                <b>{text(values[at] ?? null)}</b>
              </span>
            ))}
            {marked?.has(at) && <span className="ic-warning">{markedLabel}</span>}
            {notes?.get(at)?.map((note, index) => (
              <span key={index} className={`ic-flex ic-gap-8 ic-break ${styles.tipNote}`}>
                <i className={`ic-flag ic-rigid ${styles.keyNote}`} />
                {note}
              </span>
            ))}
          </div>
        )}
      </div>
      {/* Keyboard users press N instead. */}
      <div
        className={`ic-relative ic-muted ic-text-11 ic-figures ${styles.days} ${onNote ? styles.takesNotes : ''}`}
        aria-hidden="true"
        title={onNote && noteLabel}
        onClick={onNote && ((event) => onNote(point(event)))}
      >
        {days.map((day, index) =>
          named.has(index) ? (
            <span
              key={day}
              style={{ left: `${xOf(index, count, bars)}%` }}
              data-edge={index === count - 1 ? 'last' : index === 0 ? 'first' : undefined}
            >
              {day}
            </span>
          ) : null,
        )}
      </div>
      <p className={`ic-flex ic-wrap ic-caption ic-gap-4-12 ${styles.legend}`}>
        {lines.map(({ label, earlier, target }) => (
          <span key={label}>
            <i
              className={target ? styles.keyTarget : earlier ? styles.keyEarlier : styles.key}
              aria-hidden="true"
            />
            {label}
          </span>
        ))}
        {marked && marked.size > 0 && (
          <span>
            <i className={styles.keyMark} aria-hidden="true" />
            {markedLabel}
          </span>
        )}
      </p>
    </div>
  );
}
