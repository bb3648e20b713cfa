import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { periodPresets } from '../../../../shared/catalog';
import { addMonths, countDays, monthOf } from '../../../../shared/domain/calendar';
import type { Comparison } from './comparison';
import { ComparisonChoice } from './comparison-choice';
import { rangeOf, type Period, type Standing } from './period';
import styles from './date-range.module.css';
import { MonthGrid } from './month-grid';
import { formatDay } from '../tokyo-date';
import { TypedDays, typedRange, type TypedDaysText } from './typed-days';

export interface RangePanelProps {
  period: Period;
  comparison: Comparison | undefined;
  standing: Standing;
  /** Number of months side by side. */
  months: 1 | 2;
  onApply: (period: Period, comparison: Comparison) => void;
  onCancel: () => void;
}

/** Presets, months and typed days. Changes take effect when applied. */
export function RangePanel({ period, comparison, standing, months, onApply, onCancel }: RangePanelProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<Period>(period);
  const [comparedWith, setComparedWith] = useState(comparison ?? 'none');
  const { today, weekStart } = standing;
  const range = rangeOf(draft, standing);
  const [opened, setOpened] = useState<number | undefined>();
  const [lastMonth, setLastMonth] = useState(() => monthOf(range.to));
  const [focus, setFocus] = useState(range.to);
  const grids = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<TypedDaysText>({ from: formatDay(range.from), to: formatDay(range.to) });
  const [comparedInvalid, setComparedInvalid] = useState(false);

  function applyToDraft(next: Period): void {
    const days = rangeOf(next, standing);
    setDraft(next);
    setOpened(undefined);
    setTyped({ from: formatDay(days.from), to: formatDay(days.to) });
    setLastMonth(monthOf(days.to));
    setFocus(days.to);
  }

  function choose(day: number): void {
    setFocus(day);
    if (opened === undefined) {
      setOpened(day);
      setTyped({ from: formatDay(day), to: '' });
    } else {
      applyToDraft({ preset: 'custom', range: { from: Math.min(opened, day), to: Math.max(opened, day) } });
    }
  }

  function moveFocus(day: number): void {
    setFocus(day);
    const month = monthOf(day);
    if (month > lastMonth) setLastMonth(month);
    else if (month < addMonths(lastMonth, 1 - months)) setLastMonth(addMonths(month, months - 1));
    requestAnimationFrame(() => grids.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus());
  }

  function type(next: TypedDaysText): void {
    setTyped(next);
    const days = typedRange(next, today);
    if (!days) return;
    setDraft({ preset: 'custom', range: days });
    setOpened(undefined);
    setLastMonth(monthOf(days.to));
  }

  // Apply exactly what the fields show, or nothing.
  const unclear = opened === undefined && !typedRange(typed, today);
  const open = opened !== undefined || unclear || comparedInvalid;
  const apply = (): void => {
    if (!open) onApply(draft, comparedWith);
  };

  const visibleMonths = Array.from({ length: months }, (_, index) =>
    addMonths(lastMonth, index - months + 1),
  );
  return (
    <div className={`ic-flex ic-gap-16 ${styles.panel}`}>
      <ul className={styles.presets}>
        {periodPresets.map((preset) => (
          <li key={preset}>
            <button
              type="button"
              className={`ic-wide ic-pointer ic-start ${styles.preset} ${draft.preset === preset ? styles.presetChosen : ''}`}
              aria-pressed={draft.preset === preset}
              onClick={() => applyToDraft({ preset })}
            >
              {t(`report.presets.${preset}`)}
            </button>
          </li>
        ))}
      </ul>
      <div className="ic-stack ic-gap-12">
        <TypedDays
          typed={typed}
          names={{ from: t('report.from'), to: t('report.to') }}
          invalid={unclear}
          onType={type}
          onEnter={apply}
        />
        <div className={`ic-flex ic-relative ${styles.months}`} ref={grids}>
          <Button
            className={styles.previousMonth ?? ''}
            type="text"
            size="small"
            icon={<LeftOutlined />}
            aria-label={t('report.previousMonth')}
            onClick={() => setLastMonth(addMonths(lastMonth, -1))}
          />
          <Button
            className={styles.nextMonth ?? ''}
            type="text"
            size="small"
            icon={<RightOutlined />}
            aria-label={t('report.nextMonth')}
            disabled={lastMonth >= monthOf(today)}
            onClick={() => setLastMonth(addMonths(lastMonth, 1))}
          />
          {visibleMonths.map((month) => (
            <MonthGrid
              key={month}
              month={month}
              weekStart={weekStart}
              today={today}
              range={opened === undefined ? range : { from: opened, to: undefined }}
              focus={focus}
              onFocus={moveFocus}
              onChoose={choose}
            />
          ))}
        </div>
        {comparison !== undefined && (
          <ComparisonChoice
            period={draft}
            comparison={comparedWith}
            standing={standing}
            onChange={setComparedWith}
            onInvalid={setComparedInvalid}
            onEnter={apply}
          />
        )}
        <div className={`ic-row ic-to-end ic-gap-8 ic-line-top ${styles.foot}`}>
          <span className={`ic-grow ic-note ${styles.count}`} role="status">
            {unclear
              ? t('report.typeDays', { today: formatDay(today) })
              : t('report.days', { count: countDays(range.from, range.to) })}
          </span>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          <Button type="primary" disabled={open} onClick={apply}>
            {t('common.apply')}
          </Button>
        </div>
      </div>
    </div>
  );
}
