import { Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { between, spanned } from '../../i18n/punctuation';
import { comparisonKey, namedComparisons, shownDays, type Comparison } from './comparison';
import styles from './date-range.module.css';
import type { Period, Standing } from './period';
import { formatDay, parseDay } from '../tokyo-date';

const CHOSEN = 'days';

export interface ComparisonChoiceProps {
  period: Period;
  comparison: Comparison;
  standing: Standing;
  onChange: (comparison: Comparison) => void;
}

/** What the period is compared with: by name, or any days that are typed. */
export function ComparisonChoice({ period, comparison, standing, onChange }: ComparisonChoiceProps) {
  const { t } = useTranslation();
  const { previous } = shownDays(period, comparison, standing);
  const nothing = shownDays(period, 'previous', standing).previous === undefined;
  const chosen = typeof comparison !== 'string';
  const days = previous && spanned(formatDay(previous.from), formatDay(previous.to));
  return (
    <div className={styles.comparison}>
      <span>{t('report.compareWith')}</span>
      <Select
        className={styles.comparisonName ?? ''}
        aria-label={t('report.compareWith')}
        disabled={nothing}
        value={nothing ? 'none' : chosen ? CHOSEN : comparison}
        options={[
          ...namedComparisons.map((name) => ({ value: name, label: name === 'none' ? t('report.noComparison') : t(comparisonKey(period, name)) })),
          { value: CHOSEN, label: t('report.chosenDays') },
        ]}
        onChange={(name: Exclude<Comparison, object> | typeof CHOSEN) => {
          if (name !== CHOSEN) onChange(name);
          else if (!chosen) onChange(shownDays(period, 'previous', standing).previous ?? 'none');
        }}
      />
      {nothing ? <span className={styles.previousDays}>{t('report.todayNotCompared')}</span> : chosen ? <ChosenDays days={comparison} onChange={onChange} /> : <span className={styles.previousDays}>{days}</span>}
    </div>
  );
}

/** Two days to type; what they are counts once both make sense. */
function ChosenDays({ days, onChange }: { days: Exclude<Comparison, string>; onChange: (comparison: Comparison) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState({ from: formatDay(days.from), to: formatDay(days.to) });
  function type(part: 'from' | 'to', text: string): void {
    const next = { ...typed, [part]: text };
    setTyped(next);
    const [from, to] = [next.from, next.to].map(parseDay);
    if (from && to && from <= to) onChange({ from, to });
  }
  return (
    <span className={styles.typed}>
      <Input aria-label={t('report.compareFrom')} value={typed.from} placeholder="yyyy/MM/dd" onChange={(e) => type('from', e.target.value)} />
      <span aria-hidden="true">{between().trim()}</span>
      <Input aria-label={t('report.compareTo')} value={typed.to} placeholder="yyyy/MM/dd" onChange={(e) => type('to', e.target.value)} />
    </span>
  );
}
