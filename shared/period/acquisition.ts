import { addMonths, firstDayOfMonth, monthOf, type DayRange } from '../domain/calendar';
import { rangeOf, readPeriod, type PeriodContext } from './period';

/** Number of months before the current one, or custom days. */
export const acquisitionSpans = ['12', '24', '36', 'custom'] as const;
export type AcquisitionSpan = (typeof acquisitionSpans)[number];

export interface Acquisition {
  span: AcquisitionSpan;
  range: DayRange;
}

/**
 * Reads the acquisition months from URL parameters: the custom days, or the last months including the current
 * one.
 */
export function readAcquisition(parameters: URLSearchParams, context: PeriodContext): Acquisition {
  const period = readPeriod(parameters);
  if (period) return { span: 'custom', range: rangeOf(period, context) };
  const { today } = context;
  const span =
    acquisitionSpans.find((known) => known !== 'custom' && known === parameters.get('acquired')) ?? '12';
  return { span, range: { from: firstDayOfMonth(addMonths(monthOf(today), -Number(span))), to: today } };
}
