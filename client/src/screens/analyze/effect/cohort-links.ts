import { useMemo } from 'react';
import { AttributionModel, figuresBehind, isEnumValue, NewAndExistingEvaluation, transitionMeasures, type AxisKey, type Figure } from '../../../../../shared/catalog';
import { addMonths, monthRange, type DayRange } from '../../../../../shared/domain/calendar';
import { figureLogPath } from '../../../kit/figure-path';
import type { ReportRow } from '../../../kit/report/answer';
import { placeOf } from '../../../kit/report/figure-links';
import { useRight } from '../../../session/use-right';
import { isWholeCost, stretchOf } from './stretch';
import type { EffectData } from './use-effect-data';

/** Where the rows behind a cohort's figures are. */
export interface CohortLinks {
  readonly customers: string | undefined;
  readonly cost: string | undefined;
  /** @param after months after the acquisition; undefined for ratios */
  month(after: number): string | undefined;
}

/** Of all shown acquisition months together. */
interface TotalLinks extends CohortLinks {
  readonly amount: string | undefined;
}

/** @param month of the acquisition, yyyymm */
export type LinksOf = (row: ReportRow, month: string) => CohortLinks;

const NO_AXES: readonly AxisKey[] = [];

/** Ways to the rows behind figures of customers by what acquired them; undefined for those who may not see logs. */
function useOpening({ answer, asked }: EffectData) {
  const logs = useRight('logs');
  const model = answer?.attributionModel;
  const { productId, measure, state } = asked;
  const { filters } = state;
  return useMemo(() => {
    if (logs === 'none' || !isEnumValue(AttributionModel, model)) return undefined;
    const { fact, cumulative, overCost } = transitionMeasures[measure];
    const keyOf = (name: 'attrCv' | 'attrAmount'): Figure['key'] => figuresBehind(name, model)[0] ?? 'cvFinal';
    return (row: ReportRow, axes: readonly AxisKey[]) => {
      const place = { ...placeOf(row, axes, filters), cvSettingIds: [] };
      const open = (figure: Pick<Figure, 'key' | 'from' | 'to' | 'acquired'>): string | undefined =>
        figureLogPath(productId, { ...place, evaluation: NewAndExistingEvaluation.NEW_ONLY, ...figure });
      return {
        customers: (acquisition: DayRange) => open({ key: keyOf('attrCv'), ...acquisition }),
        cost: (acquisition: DayRange) => open({ key: 'costSen', ...acquisition }),
        amount: (acquisition: DayRange, to: number) => open({ key: keyOf('attrAmount'), from: acquisition.from, to, acquired: { ...acquisition, customers: false } }),
        month(acquired: number, after: number) {
          if (overCost) return undefined;
          const acquisition = monthRange(acquired);
          const { from, to } = monthRange(addMonths(acquired, after));
          return open({ key: keyOf(fact === 'amount' ? 'attrAmount' : 'attrCv'), from: cumulative ? acquisition.from : from, to, acquired: { ...acquisition, customers: fact === 'customers' } });
        },
      };
    };
  }, [logs, model, productId, measure, filters]);
}

/** Opens the figures of cohorts that stand on some axes; undefined for those who may not see logs. */
export function useCohortLinks(data: EffectData, axes: readonly AxisKey[]): LinksOf | undefined {
  const opening = useOpening(data);
  const { answer } = data;
  return useMemo(() => {
    if (!opening || !answer) return undefined;
    return (row, month) => {
      const open = opening(row, axes);
      const acquisition = monthRange(Number(month));
      return {
        customers: open.customers(acquisition),
        cost: axes.length > 0 || isWholeCost(answer) ? open.cost(acquisition) : undefined,
        month: (after) => open.month(Number(month), after),
      };
    };
  }, [opening, answer, axes]);
}

/**
 * Opens the figures of all shown acquisition months together, as far as they are of one stretch of days. A month of the
 * total is one, where there is one acquisition month alone; and the first where customers are counted: all of them.
 */
export function useTotalLinks(data: EffectData): TotalLinks | undefined {
  const opening = useOpening(data);
  const { answer, asked } = data;
  const { measure } = asked;
  return useMemo(() => {
    const stretch = answer && stretchOf(answer);
    if (!opening || !stretch) return undefined;
    const open = opening({}, NO_AXES);
    const { acquisition, only, salesTo } = stretch;
    const customers = open.customers(acquisition);
    const isOfCustomers = transitionMeasures[measure].fact === 'customers';
    return {
      customers,
      cost: stretch.isWholeCost ? open.cost(acquisition) : undefined,
      amount: salesTo === undefined ? undefined : open.amount(acquisition, salesTo),
      month: (after) => (only !== undefined ? open.month(only, after) : isOfCustomers && after === 0 ? customers : undefined),
    };
  }, [opening, answer, measure]);
}
