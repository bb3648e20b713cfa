import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, DAYS_A_WEEK, firstDayOfMonth, formatDay, weekday, type DayRange } from '../../../../shared/domain/calendar';
import styles from './date-range.module.css';
import { weeksOf } from './month-days';

const ARROWS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -DAYS_A_WEEK, ArrowDown: DAYS_A_WEEK };
/** A Sunday, to name weekdays from. */
const A_SUNDAY = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;
const SUNDAY = 0;
const SATURDAY = 6;

export interface MonthGridProps {
  month: number;
  weekStart: 0 | 1;
  today: number;
  /** Last day that can be chosen; today unless given. */
  latest?: number;
  /** The chosen range; `to` is undefined while only its first day is chosen. */
  range: { from: number; to: number | undefined };
  /** Day that the keyboard stands on. */
  focus: number;
  onFocus: (day: number) => void;
  onChoose: (day: number) => void;
}

/** One month whose days can be chosen by mouse or arrow keys. */
export function MonthGrid({ month, weekStart, today, latest = today, range, focus, onFocus, onChoose }: MonthGridProps) {
  const { i18n } = useTranslation();
  const name = new Intl.DateTimeFormat(i18n.language, { weekday: 'narrow', timeZone: 'UTC' });
  const title = new Intl.DateTimeFormat(i18n.language, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const first = firstDayOfMonth(month);
  const monthTitle = title.format(Date.UTC(Math.floor(month / 100), (month % 100) - 1, 1));
  const whole: DayRange = { from: range.from, to: range.to ?? range.from };

  function move(event: KeyboardEvent, day: number): void {
    const step = ARROWS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onFocus(Math.min(addDays(day, step), latest));
  }

  return (
    <div className={styles.month}>
      <p className={styles.monthTitle}>{monthTitle}</p>
      <table role="grid" aria-label={monthTitle} className={styles.grid}>
        <thead>
          <tr>
            {Array.from({ length: DAYS_A_WEEK }, (_, index) => (
              <th key={index} scope="col">
                {name.format(A_SUNDAY + ((index + weekStart) % DAYS_A_WEEK) * DAY_MS)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, weekStart).map((week, row) => (
            <tr key={`${first}-${row}`}>
              {week.map((day, column) =>
                day === null ? (
                  <td key={`empty-${column}`} />
                ) : (
                  <td key={day} className={day >= whole.from && day <= whole.to ? styles.inRange : undefined}>
                    <button
                      type="button"
                      className={dayClass(day, whole, today)}
                      disabled={day > latest}
                      tabIndex={day === focus ? 0 : -1}
                      data-day={day}
                      aria-label={formatDay(day)}
                      aria-pressed={day === whole.from || day === whole.to}
                      onClick={() => onChoose(day)}
                      onKeyDown={(event) => move(event, day)}
                    >
                      {day % 100}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function dayClass(day: number, range: DayRange, today: number): string {
  const classes = [styles.day];
  if (day === range.from || day === range.to) classes.push(styles.edge);
  if (day === today) classes.push(styles.today);
  const at = weekday(day);
  if (at === SUNDAY) classes.push(styles.sunday);
  if (at === SATURDAY) classes.push(styles.saturday);
  return classes.join(' ');
}
