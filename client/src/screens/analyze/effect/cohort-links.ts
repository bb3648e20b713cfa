import { useMemo } from 'react';
import {
  AttributionModel,
  drillDownSums,
  isEnumValue,
  NewAndExistingEvaluation,
  TRANSITION_MONTHS,
  transitionMeasures,
  type AxisKey,
  type MetricCell,
} from '../../../../../shared/catalog';
import {
  addMonths,
  firstDayOfMonth,
  lastDayOfMonth,
  monthRange,
  type DayRange,
  type Month,
} from '../../../../../shared/domain/calendar';
import { drillDownLogPath } from '../../../kit/address';
import type { ReportRow } from '../../../kit/report/answer';
import { conditionsOfRow } from '../../../kit/report/drill-down-links';
import { useRight } from '../../../session/rights';
import { isWholeCost, acquisitionRangeOf } from './acquisition-range';
import type { EffectData } from './use-effect-data';

/** Links from a cohort's metric values to the rows behind them. */
export interface CohortLinks {
  readonly customers: string | undefined;
  readonly cost: string | undefined;
  /** @param after months after the acquisition; undefined for ratios */
  month(after: number): string | undefined;
}

/** Links for all displayed acquisition months together. */
interface TotalLinks extends CohortLinks {
  readonly amount: string | undefined;
}

/** @param month acquisition month as yyyymm; null for all displayed months together */
export type LinksOf = (row: ReportRow, month: string | null) => CohortLinks | undefined;

const NO_AXES: readonly AxisKey[] = [];

/** First and last acquisition month. */
interface Acquisition {
  readonly first: Month;
  readonly last: Month;
}

/** Returns drill-down links for customers by acquiring row. Returns undefined without access to logs. */
function useDrillDown({ answer, params }: EffectData) {
  const logs = useRight('logs');
  const model = answer?.attributionModel;
  const current = Number(answer?.currentMonth ?? 0);
  const { productId, measure, state } = params;
  const { axes: rowAxes, filters } = state;
  return useMemo(() => {
    if (logs === 'none' || !isEnumValue(AttributionModel, model)) return undefined;
    const { fact, cumulative, over } = transitionMeasures[measure];
    const keyOf = (name: 'attrCv' | 'attrAmount'): MetricCell['key'] =>
      drillDownSums(name, model)[0] ?? 'cvFinal';
    return (row: ReportRow, axes: readonly AxisKey[]) => {
      const place = { ...conditionsOfRow(row, axes, filters), cvSettingIds: [] };
      const open = (
        drillDown: Pick<MetricCell, 'key' | 'from' | 'to' | 'acquired' | 'acquiring' | 'gained'>,
      ): string | undefined =>
        drillDownLogPath(productId, {
          ...place,
          evaluation: NewAndExistingEvaluation.NEW_ONLY,
          ...drillDown,
        });
      /** Conversions in a range of months after acquisition. Each acquisition month has its own days. */
      const activity = (
        key: MetricCell['key'],
        { first, last }: Acquisition,
        after: { from: number; to: number },
        customers: boolean,
      ): string | undefined =>
        open({
          key,
          from: firstDayOfMonth(addMonths(first, after.from)),
          to: lastDayOfMonth(Math.min(addMonths(last, after.to), current)),
          acquired: {
            from: firstDayOfMonth(first),
            to: lastDayOfMonth(last),
            customers,
            ...(first !== last && { after }),
          },
        });
      return {
        customers: (acquisition: DayRange) => open({ key: keyOf('attrCv'), ...acquisition, gained: true }),
        /**
         * @param isWhole whether all ads acquired customers in each month; otherwise only the acquiring rows
         * count
         */
        cost: (acquisition: DayRange, isWhole: boolean) =>
          open({ key: 'costSen', ...acquisition, ...(!isWhole && { acquiring: { axes: rowAxes, model } }) }),
        amount: (acquisition: Acquisition) =>
          activity(keyOf('attrAmount'), acquisition, { from: 0, to: TRANSITION_MONTHS }, false),
        // Excludes acquisition months that haven't reached this month yet.
        month: ({ first, last }: Acquisition, after: number) =>
          over !== null
            ? undefined
            : activity(
                keyOf(fact === 'amount' ? 'attrAmount' : 'attrCv'),
                { first, last: Math.min(last, addMonths(current, -after)) },
                { from: cumulative ? 0 : after, to: after },
                fact === 'customers',
              ),
      };
    };
  }, [logs, model, current, productId, measure, rowAxes, filters]);
}

/** Returns links for cohorts by axes. Returns undefined without access to logs. */
export function useCohortLinks(data: EffectData, axes: readonly AxisKey[]): LinksOf | undefined {
  const opening = useDrillDown(data);
  const { answer } = data;
  return useMemo(() => {
    if (!opening || !answer) return undefined;
    return (row, month) => {
      const open = opening(row, axes);
      if (month === null) {
        const range = acquisitionRangeOf(answer);
        return (
          range && {
            customers: open.customers(range.acquisition),
            // Months in which the row acquired nobody don't count.
            cost: open.cost(range.acquisition, false),
            month: (after) => open.month(range, after),
          }
        );
      }
      const acquisition = monthRange(Number(month));
      return {
        customers: open.customers(acquisition),
        cost: open.cost(acquisition, axes.length > 0 || isWholeCost(answer)),
        month: (after) => open.month({ first: Number(month), last: Number(month) }, after),
      };
    };
  }, [opening, answer, axes]);
}

/** Returns links for all displayed acquisition months together. Returns undefined without access to logs. */
export function useTotalLinks(data: EffectData): TotalLinks | undefined {
  const opening = useDrillDown(data);
  const { answer } = data;
  return useMemo(() => {
    const range = answer && acquisitionRangeOf(answer);
    if (!opening || !range) return undefined;
    const open = opening({}, NO_AXES);
    const { acquisition, isWholeCost: isWhole } = range;
    return {
      customers: open.customers(acquisition),
      cost: open.cost(acquisition, isWhole),
      amount: open.amount(range),
      month: (after) => open.month(range, after),
    };
  }, [opening, answer]);
}
