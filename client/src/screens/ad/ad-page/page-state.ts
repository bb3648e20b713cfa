import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { WeekStart } from '../../../../../shared/domain/calendar';
import {
  comparisonText,
  readComparison,
  resolveDays,
  type Comparison,
  type ResolvedDays,
} from '../../../kit/period/comparison';
import { periodParameters, readPeriod, type Period } from '../../../kit/period/period';
import { useToday } from '../../../kit/use-today';
import { useWeekStart } from '../../../session/session-context';

/** Period of the page as stated in the address. Defaults to the last 30 days. */
export interface PageState {
  period: Period;
  comparison: Comparison;
  days: ResolvedDays;
  weekStart: WeekStart;
  setPeriod: (period: Period, comparison: Comparison) => void;
  parameters: URLSearchParams;
  set: (name: string, value: string | null) => void;
}

const USUAL: Period = { preset: 'd30' };

export function usePageState(): PageState {
  const [parameters, setParameters] = useSearchParams();
  const today = useToday();
  const weekStart = useWeekStart();
  return useMemo(() => {
    const period = readPeriod(parameters) ?? USUAL;
    const comparison = readComparison(parameters.get('compare'));
    const change = (changes: Readonly<Record<string, string | null>>): void => {
      const after = new URLSearchParams(parameters);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) after.delete(name);
        else after.set(name, value);
      }
      setParameters(after, { preventScrollReset: true });
    };
    return {
      period,
      comparison,
      weekStart,
      days: resolveDays(period, comparison, { today, weekStart }),
      setPeriod: (next, with_) => change({ ...periodParameters(next), compare: comparisonText(with_) }),
      parameters,
      set: (name, value) => change({ [name]: value }),
    };
  }, [parameters, setParameters, today, weekStart]);
}
