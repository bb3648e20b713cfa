import { addMonths, firstDayOfMonth, monthOf, type DayRange } from '../domain/calendar';
import { rangeOf, readPeriod, type Standing } from './period';

/** So many months back from the one that runs, or any days. */
export const acquisitionSpans = ['12', '24', '36', 'custom'] as const;
export type AcquisitionSpan = (typeof acquisitionSpans)[number];

export interface Acquisition {
  span: AcquisitionSpan;
  range: DayRange;
}

/** Which acquisition months an address asks for: those of its days, else the last ones with the one that runs. */
export function readAcquisition(parameters: URLSearchParams, standing: Standing): Acquisition {
  const period = readPeriod(parameters);
  if (period) return { span: 'custom', range: rangeOf(period, standing) };
  const { today } = standing;
  const span =
    acquisitionSpans.find((known) => known !== 'custom' && known === parameters.get('acquired')) ?? '12';
  return { span, range: { from: firstDayOfMonth(addMonths(monthOf(today), -Number(span))), to: today } };
}
