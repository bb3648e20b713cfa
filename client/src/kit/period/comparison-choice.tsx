import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRange } from '../../i18n/punctuation';
import { comparisonKey, namedComparisons, resolveDays, type Comparison } from './comparison';
import styles from './date-range.module.css';
import type { Period, Standing } from './period';
import { formatDay } from '../tokyo-date';
import { TypedDays, typedRange, type TypedDaysText } from './typed-days';

const CHOSEN = 'days';

export interface ComparisonChoiceProps {
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
export function ComparisonChoice({
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
        className={styles.comparisonName ?? ''}
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
        <span className={`ic-hint ic-figures ${styles.previousDays}`}>{t('report.todayNotCompared')}</span>
      ) : chosen ? (
        <ChosenDays days={comparison} onChange={onChange} onInvalid={onInvalid} onEnter={onEnter} />
      ) : (
        <span className={`ic-hint ic-figures ${styles.previousDays}`}>{days}</span>
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
