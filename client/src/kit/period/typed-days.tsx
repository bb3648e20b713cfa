import { Input } from 'antd';
import type { DayRange } from '../../../../shared/domain/calendar';
import { rangeSeparator } from '../../i18n/punctuation';
import { isComposing } from '../enter-key';
import { parseDay } from '../tokyo-date';
import styles from './date-range.module.css';

/** Text of two typed days. */
export type TypedDaysText = Readonly<Record<'from' | 'to', string>>;

/** Parses the typed days; undefined if they are incomplete, out of order, or end after `last`. */
export function typedRange({ from, to }: TypedDaysText, last = Infinity): DayRange | undefined {
  const first = parseDay(from);
  const end = parseDay(to);
  return first !== null && end !== null && first <= end && end <= last ? { from: first, to: end } : undefined;
}

interface TypedDaysProps {
  typed: TypedDaysText;
  names: TypedDaysText;
  /** Whether the typed days are invalid. */
  invalid: boolean;
  onType: (typed: TypedDaysText) => void;
  onEnter: () => void;
}

/** Two text fields for days, side by side. */
export function TypedDays({ typed, names, invalid, onType, onEnter }: TypedDaysProps) {
  const field = (part: keyof TypedDaysText) => (
    <Input
      aria-label={names[part]}
      aria-invalid={invalid}
      {...(invalid ? { status: 'error' as const } : {})}
      value={typed[part]}
      placeholder="yyyy/MM/dd"
      onChange={(e) => onType({ ...typed, [part]: e.target.value })}
      onPressEnter={(e) => {
        if (!isComposing(e)) onEnter();
      }}
    />
  );
  return (
    <span className={`ic-row ic-gap-8 ${styles.typed}`}>
      {field('from')}
      <span aria-hidden="true">{rangeSeparator().trim()}</span>
      {field('to')}
    </span>
  );
}
