import { Calendar } from 'antd';
import type { KeyboardEvent } from 'react';
import {
  addDays,
  DAYS_A_WEEK,
  firstDayOfMonth,
  monthOf,
  weekday,
  type Day,
  type DayRange,
  type Month,
  type WeekStart,
} from '../../../../shared/domain/calendar';
import { antdLocale } from '../../i18n/antd-locale';
import { currentLanguage } from '../../i18n/i18n';
import { dayOfPanel, formatDay, formatMonth, panelDate, panelLocale } from '../tokyo-date';
import styles from './date-range.module.css';

const ARROWS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -DAYS_A_WEEK,
  ArrowDown: DAYS_A_WEEK,
};
const SUNDAY = 0;
const SATURDAY = 6;

export interface MonthPanelProps {
  month: Month;
  weekStart: WeekStart;
  today: Day;
  /** Last day that can be chosen; defaults to today. */
  latest?: Day;
  /** The chosen range; `to` is undefined while only the first day is chosen. */
  range: { from: Day; to: Day | undefined };
  /** Day with the keyboard focus. */
  focus: Day;
  onFocus: (day: Day) => void;
  onChoose: (day: Day) => void;
}

/** One month to choose days from by mouse or arrow keys: antd's panel with focusable days. */
export function MonthPanel({
  month,
  weekStart,
  today,
  latest = today,
  range,
  focus,
  onFocus,
  onChoose,
}: MonthPanelProps) {
  const language = currentLanguage();
  const { DatePicker: words } = antdLocale(language);
  const title = formatMonth(month, language);
  const whole: DayRange = { from: range.from, to: range.to ?? range.from };

  function move(event: KeyboardEvent, day: Day): void {
    const step = ARROWS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onFocus(Math.min(addDays(day, step), latest));
  }

  return (
    <div className={styles.month} role="group" aria-label={title}>
      <Calendar
        key={month}
        fullscreen={false}
        value={panelDate(firstDayOfMonth(month))}
        {...(words && {
          locale: { ...words, lang: { ...words.lang, locale: panelLocale(language, weekStart) } },
        })}
        headerRender={() => <p className={`ic-strong ic-text-center ${styles.monthTitle}`}>{title}</p>}
        disabledDate={(date) => monthOf(dayOfPanel(date)) !== month || dayOfPanel(date) > latest}
        onSelect={(date) => onChoose(dayOfPanel(date))}
        fullCellRender={(date) => {
          const day = dayOfPanel(date);
          if (monthOf(day) !== month) return null;
          return (
            <div className={day >= whole.from && day <= whole.to ? styles.inRange : undefined}>
              <button
                type="button"
                className={dayClass(day, whole, today)}
                disabled={day > latest}
                tabIndex={day === focus ? 0 : -1}
                data-day={day}
                aria-label={formatDay(day)}
                aria-pressed={day === whole.from || day === whole.to}
                onKeyDown={(event) => move(event, day)}
              >
                {day % 100}
              </button>
            </div>
          );
        }}
      />
    </div>
  );
}

function dayClass(day: Day, range: DayRange, today: Day): string {
  const classes: (string | undefined)[] = [`ic-plain-button ${styles.day}`];
  if (day === range.from || day === range.to) classes.push(styles.edge);
  if (day === today) classes.push(styles.today);
  if (weekday(day) === SUNDAY) classes.push(styles.sunday);
  if (weekday(day) === SATURDAY) classes.push(styles.saturday);
  return classes.join(' ');
}
