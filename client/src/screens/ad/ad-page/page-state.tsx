import { useMemo, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { WeekStart, DayRange } from '../../../../../shared/domain/calendar';
import {
  comparisonText,
  readComparison,
  resolveDays,
  type Comparison,
  type ResolvedDays,
} from '../../../kit/period/comparison';
import { periodParameters, readPeriod, type Period } from '../../../kit/period/period';
import { useToday } from '../../../kit/use-today';
import { useWeekStart, useProductId } from '../../../session/session-context';
import { Skeleton } from 'antd';
import { ErrorNote } from '../../../kit/error-note';
import type { AxisKey } from '../../../../../shared/catalog';
import type { AdPageQuery } from '../../../generated/graphql';
import { useMetricLinks, type MetricLinks } from '../../../kit/report/drill-down-links';

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

export interface PartStateProps {
  /** True once the data is loaded. */
  ready: boolean;
  error: unknown;
  failed: string;
  retry: () => void;
  children: ReactNode;
}

/** Shows a section that loads its own data, or its loading or error state. */
export function PartState({ ready, error, failed, retry, children }: PartStateProps) {
  if (ready) return children;
  if (error) return <ErrorNote title={failed} of="report" error={error} retry={retry} />;
  return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
}

const NO_AXES: readonly AxisKey[] = [];

/** Returns links from an ad's metric values to the rows behind them. */
export function useAdLinks(
  id: number,
  { from, to }: DayRange,
  summary: AdPageQuery['summary'] | undefined,
): MetricLinks | undefined {
  const productId = useProductId();
  const query = useMemo(
    () => ({ productId, from, to, filters: { ad: [String(id)] } }),
    [productId, id, from, to],
  );
  return useMetricLinks({
    query,
    axes: NO_AXES,
    model: summary?.attributionModel,
    evaluation: summary?.evaluation,
  });
}
