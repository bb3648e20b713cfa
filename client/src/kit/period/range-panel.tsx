import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Select, Input } from 'antd';
import { useRef, useState, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { periodPresets } from '../../../../shared/catalog';
import { addMonths, countDays, monthOf, type DayRange } from '../../../../shared/domain/calendar';
import { type Comparison, comparisonKey, namedComparisons, resolveDays } from './comparison';
import { rangeOf, type Period, type Standing } from './period';
import styles from './date-range.module.css';
import { MonthGrid } from './month-grid';
import { formatDay, parseDay } from '../tokyo-date';
import { formatRange, rangeSeparator } from '../../i18n/punctuation';
import { isComposing } from '../enter-key';

/** Text of two typed days. */
type TypedDaysText = Readonly<Record<'from' | 'to', string>>;

/** Parses the typed days; undefined if they are incomplete, out of order, or end after `last`. */
function typedRange({ from, to }: TypedDaysText, last = Infinity): DayRange | undefined {
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
function TypedDays({ typed, names, invalid, onType, onEnter }: TypedDaysProps) {
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

const CHOSEN = 'days';

interface ComparisonChoiceProps {
  period: Period;
  comparison: Comparison;
  standing: Standing;
  onChange: (comparison: Comparison) => void;
  /** Receives whether the typed days are invalid. */
  onInvalid: (invalid: boolean) => void;
  /** Called on Enter in one of the days. */
  onEnter: () => void;
}

/** Comparison of a period: a preset or any typed days. */
function ComparisonChoice({
  period,
  comparison,
  standing,
  onChange,
  onInvalid,
  onEnter,
}: ComparisonChoiceProps) {
  const { t } = useTranslation();
  const { previous } = resolveDays(period, comparison, standing);
  const isIncomparable = resolveDays(period, 'previous', standing).previous === undefined;
  const chosen = typeof comparison !== 'string';
  const days = previous && formatRange(formatDay(previous.from), formatDay(previous.to));
  return (
    <div className={`ic-row ic-wrap ic-gap-8 ${styles.comparison}`}>
      <span>{t('report.compareWith')}</span>
      <Select
        aria-label={t('report.compareWith')}
        disabled={isIncomparable}
        value={isIncomparable ? 'none' : chosen ? CHOSEN : comparison}
        options={[
          ...namedComparisons.map((name) => ({
            value: name,
            label: name === 'none' ? t('report.noComparison') : t(comparisonKey(period, name)),
          })),
          { value: CHOSEN, label: t('report.chosenDays') },
        ]}
        onChange={(name: Exclude<Comparison, object> | typeof CHOSEN) => {
          if (name !== CHOSEN) onChange(name);
          else if (!chosen) onChange(resolveDays(period, 'previous', standing).previous ?? 'none');
        }}
      />
      {isIncomparable ? (
        <span className="ic-hint ic-figures ic-ms-8">{t('report.todayNotCompared')}</span>
      ) : chosen ? (
        <ChosenDays days={comparison} onChange={onChange} onInvalid={onInvalid} onEnter={onEnter} />
      ) : (
        <span className="ic-hint ic-figures ic-ms-8">{days}</span>
      )}
    </div>
  );
}

interface ChosenDaysProps extends Pick<ComparisonChoiceProps, 'onChange' | 'onInvalid' | 'onEnter'> {
  days: Exclude<Comparison, string>;
}

/** Two typed days, applied when both are valid. */
function ChosenDays({ days, onChange, onInvalid, onEnter }: ChosenDaysProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<TypedDaysText>({ from: formatDay(days.from), to: formatDay(days.to) });
  const invalid = !typedRange(typed);
  useEffect(() => {
    onInvalid(invalid);
    return () => onInvalid(false);
  }, [invalid, onInvalid]);
  function type(next: TypedDaysText): void {
    setTyped(next);
    const range = typedRange(next);
    if (range) onChange(range);
  }
  return (
    <TypedDays
      typed={typed}
      names={{ from: t('report.compareFrom'), to: t('report.compareTo') }}
      invalid={invalid}
      onType={type}
      onEnter={onEnter}
    />
  );
}

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
              className="ic-wide ic-pointer ic-start ic-option"
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
        <div className="ic-flex ic-relative ic-gap-16" ref={grids}>
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
        <div className="ic-row ic-to-end ic-gap-8 ic-line-top ic-mt-12">
          <span className={`ic-fill ic-note ${styles.count}`} role="status">
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
