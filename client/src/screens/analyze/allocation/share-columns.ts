import type { TFunction } from 'i18next';
import { measureName, type MeasureKey } from '../../../../../shared/catalog';
import { shareOf } from '../../../../../shared/catalog/allocation';
import { displayParts } from '../../../../../shared/format';
import type { ReportData, ReportRow } from '../../../kit/report/answer';
import { measureColumn, mediaMark } from '../../../kit/report/measure-columns';
import type { ReportColumn } from '../../../kit/report/types';

/** Rows and totals from which shares are calculated. */
type SharedData = Pick<ReportData, 'rows' | 'total' | 'previousRows' | 'previousTotal'>;

/** Shares are displayed in percent with two decimals. */
const PERCENT = 100;

/** Returns each row's share of the total, rounded so that the displayed shares add up to the whole. */
export function sharesOf(
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
