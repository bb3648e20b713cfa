import { Input } from 'antd';
import type { DayRange } from '../../../../shared/domain/calendar';
import { between } from '../../i18n/punctuation';
import { isComposing } from '../enter-key';
import { parseDay } from '../tokyo-date';
import styles from './date-range.module.css';

/** Two days as they are typed. */
export type TypedDaysText = Readonly<Record<'from' | 'to', string>>;

/** The days that were typed; undefined while they are none, or end after the last one that can be chosen. */
export function typedRange({ from, to }: TypedDaysText, last = Infinity): DayRange | undefined {
  const first = parseDay(from);
  const end = parseDay(to);
  return first !== null && end !== null && first <= end && end <= last ? { from: first, to: end } : undefined;
}

interface TypedDaysProps {
  typed: TypedDaysText;
  names: TypedDaysText;
  /** Whether what stands there can't be taken. */
  invalid: boolean;
  onType: (typed: TypedDaysText) => void;
  onEnter: () => void;
}

/** Two days to type beside each other. */
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
    <span className={styles.typed}>
      {field('from')}
      <span aria-hidden="true">{between().trim()}</span>
      {field('to')}
    </span>
  );
}
