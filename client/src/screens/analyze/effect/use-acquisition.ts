import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readAcquisition, type Acquisition } from '../../../../../shared/period';
import { useToday } from '../../../kit/use-today';
import { useWeekStart } from '../../../session/session-context';

export { acquisitionSpans, type Acquisition, type AcquisitionSpan } from '../../../../../shared/period';

/** Reads the acquisition months from the address. */
export function useAcquisition(): Acquisition {
  const [parameters] = useSearchParams();
  const today = useToday();
  const weekStart = useWeekStart();
  return useMemo(() => readAcquisition(parameters, { today, weekStart }), [parameters, today, weekStart]);
}
