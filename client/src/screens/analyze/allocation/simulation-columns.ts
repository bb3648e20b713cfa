import type { TFunction } from 'i18next';
import { measureName, measureOf } from '../../../../../shared/catalog';
import { shareKeys } from '../../../../../shared/catalog/allocation';
import { simulatedKeys, type SimulatedKey } from '../../../../../shared/catalog/simulation';
import type { ReportData } from '../../../kit/report/answer';
import { measureColumn, mediaMark } from '../../../kit/report/measure-columns';
import type { ReportColumn } from '../../../kit/report/types';
import { sharesOf } from './share-columns';
import type { SimulatedRows } from './simulated-rows';

/** Columns of the simulation tab and of its attributed counterpart. */
const PLAIN: readonly SimulatedKey[] = ['cpa', 'roas', 'profit', 'roi'];
const ATTRIBUTED: readonly SimulatedKey[] = ['attrCpa', 'attrRoas', 'attrProfit'];
const RESULTS: readonly SimulatedKey[] = ['cvTotalFinal', 'amountSum'];
const ATTRIBUTED_RESULTS: readonly SimulatedKey[] = ['attrCv', 'attrAmount'];

type Simulatable = Pick<ReportData, 'rows' | 'total'>;
type Part = 'before' | 'after' | 'change' | 'share_after';
const keyOf = (key: SimulatedKey, part: Part): string => `${measureName(key)}_${part}`;

/** Columns of a simulated measure: before, after, change, and share after if rows add up to the total. */
function columnsOf(
  key: SimulatedKey,
  { rows, total }: Simulatable,
  simulated: SimulatedRows,
  resultsFollow: boolean,
  t: TFunction,
): ReportColumn[] {
  const { definition, formula, group, title: band, direction } = measureColumn(key, t);
  // Results that follow a cost can be fractions.
  const unit = resultsFollow && measureOf(key).unit === 'count' ? 'number' : measureOf(key).unit;
  const column = (
    part: Part,
    title: string,
    more: Pick<ReportColumn, 'value'> & Partial<ReportColumn>,
  ): ReportColumn => ({
    key: keyOf(key, part),
    title,
    longTitle: `${band} ${title}`,
    band,
    group,
    unit,
    direction,
    definition,
    ...(formula ? { formula } : {}),
    alone: true,
    ...mediaMark([key], t),
    ...more,
  });
  const after: ReportColumn['value'] = (row) => simulated.of(row)?.after[key] ?? null;
  let shares: ReturnType<typeof sharesOf> | undefined;
  return [
    // The value before is the report's own, with the same drill-down.
    column('before', t('allocation.before'), {
      measure: key,
      value: (row) => simulated.of(row)?.before[key] ?? null,
    }),
    column('after', t('allocation.after'), { value: after }),
    column('change', t('allocation.change'), {
      signed: true,
      value(row) {
        const result = simulated.of(row);
        if (!result) return null;
        const [earlier, later] = [result.before[key], result.after[key]];
        return earlier === null || later === null ? null : later - earlier;
      },
    }),
    ...(shareKeys.includes(key)
      ? [
          column('share_after', t('allocation.shareAfter'), {
            unit: 'ratio',
            direction: 'neutral',
            definition: t('allocation.shareHint'),
            value: (row) => (shares ??= sharesOf(rows, total, after)).get(row) ?? null,
          }),
        ]
      : []),
  ];
}

export const simulationColumns = (
  data: Simulatable,
  simulated: SimulatedRows,
  resultsFollow: boolean,
  t: TFunction,
): ReportColumn[] => simulatedKeys.flatMap((key) => columnsOf(key, data, simulated, resultsFollow, t));

/**
 * Returns the column keys of a tab: the changed cost, derived measures, and results if they follow the cost.
 */
export function simulationTab(cost: SimulatedKey, attributed: boolean, resultsFollow: boolean): string[] {
  const results = attributed ? ATTRIBUTED_RESULTS : RESULTS;
  return [
    ...(['before', 'after', 'change', 'share_after'] as const).map((part) => keyOf(cost, part)),
    ...(resultsFollow
      ? results.flatMap((key) => (['before', 'after', 'change'] as const).map((part) => keyOf(key, part)))
      : results.map((key) => keyOf(key, 'before'))),
    ...(attributed ? ATTRIBUTED : PLAIN).flatMap((key) =>
      (['before', 'after', 'change'] as const).map((part) => keyOf(key, part)),
    ),
  ];
}
