import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { addMonths, firstDayOfMonth, monthOf, type DayRange } from '../../../../../shared/domain/calendar';
import { rangeOf, readPeriod } from '../../../kit/period/period';
import { useToday } from '../../../kit/use-today';
import { useWeekStart } from '../../../session/session-context';

/** So many months back from the one that runs, or any days. */
export const acquisitionSpans = ['12', '24', '36', 'custom'] as const;
export type AcquisitionSpan = (typeof acquisitionSpans)[number];

export interface Acquisition {
  span: AcquisitionSpan;
  range: DayRange;
}

/** Which acquisition months are shown: those of the days in the address, else the last ones with the one that runs. */
export function useAcquisition(): Acquisition {
  const [parameters] = useSearchParams();
  const today = useToday();
  const weekStart = useWeekStart();
  return useMemo(() => {
    const period = readPeriod(parameters);
    if (period) return { span: 'custom', range: rangeOf(period, { today, weekStart }) };
    const span = acquisitionSpans.find((known) => known !== 'custom' && known === parameters.get('acquired')) ?? '12';
    return { span, range: { from: firstDayOfMonth(addMonths(monthOf(today), -Number(span))), to: today } };
  }, [parameters, today, weekStart]);
}
