import type { TFunction } from 'i18next';
import { measureName, type MeasureKey, measureOf } from '../../../../../shared/catalog';
import {
  shareOf,
  shareKeys,
  simulatedKeys,
  type SimulatedKey,
} from '../../../../../shared/catalog/simulation';
import { displayParts } from '../../../../../shared/format';
import type { ReportData, ReportRow } from '../../../kit/report/answer';
import { measureColumn, mediaMark } from '../../../kit/report/measure-columns';
import type { ReportColumn } from '../../../kit/report/types';
import type { SimulatedRows } from './simulation-state';

/** Rows and totals, the input of shares. */
type SharedData = Pick<ReportData, 'rows' | 'total' | 'previousRows' | 'previousTotal'>;

/** Shares are displayed in percent with two decimals. */
const PERCENT = 100;

/** Returns each row's share of the total, rounded so that the displayed shares add up to the whole. */
function sharesOf(
  rows: readonly ReportRow[] | undefined,
  total: ReportRow | undefined,
  value: (row: ReportRow) => number | null,
): Map<ReportRow, number> {
  const whole = total && value(total);
  const known = (rows ?? []).flatMap((row): [ReportRow, number][] => {
    const share = shareOf(value(row), whole);
    return share === null ? [] : [[row, share]];
  });
  const displayed = displayParts(
    known.map(([, share]) => share),
    'ratio',
  );
  const result = new Map(known.map(([row], index) => [row, (displayed[index] ?? 0) / PERCENT]));
  if (total && whole) result.set(total, 1);
  return result;
}

/** Defers a computation until its first use: shares of unseen columns aren't computed. */
function lazily<T>(make: () => T): () => T {
  let cached: { value: T } | undefined;
  return () => (cached ??= { value: make() }).value;
}

/** Value and share of a measure as adjacent columns. */
export function shareColumns(
  key: MeasureKey,
  { rows, total, previousRows, previousTotal }: SharedData,
  t: TFunction,
): ReportColumn[] {
  const own = measureColumn(key, t);
  const now = lazily(() => sharesOf(rows, total, own.value));
  const before = lazily(() => sharesOf(previousRows, previousTotal, own.value));
  const band = own.title;
  const title = t('allocation.share');
  return [
    { ...own, band },
    {
      key: `${measureName(key)}_share`,
      title,
      longTitle: `${own.title} ${title}`,
      band,
      group: own.group,
      unit: 'ratio',
      direction: 'neutral',
      definition: t('allocation.shareHint'),
      value: (row) => now().get(row) ?? before().get(row) ?? null,
      ...mediaMark([key], t),
    },
  ];
}

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
