import type { TFunction } from 'i18next';
import { Fragment, type ReactNode } from 'react';
import { addMonths } from '../../../../../shared/domain/calendar';
import type { MeasureUnit } from '../../../../../shared/catalog';
import type { HeatCell, HeatColumn, HeatLead, HeatRow } from '../../../kit/report/heat-map/heat-map';
import { mediaText } from '../../../kit/report/measure-columns';
import { totalWidth } from '../../../kit/table/column-width';
import { OptionalMetricLink, metricText, ValueMark } from '../../../kit/table/number-cell';
import type { CohortLinks } from './cohort-links';
import type { EffectCohort } from './use-effect-data';
import styles from './effect.module.css';

/** Formats a month for display: 2026/01. */
export const monthText = (yyyymm: string): string => `${yyyymm.slice(0, 4)}/${yyyymm.slice(4)}`;

const LEAD_WIDTH = { customers: 116, cost: 116, ltv: 104, payback: 112 };
/** Beside it a phone has room for names and one month. */
const NARROW_PAYBACK = 96;
/** Padding around a value plus the mark before it, in pixels. */
const PADDING = 32;

/**
 * Columns before the months of a cohort.
 * @param cost total cost, the longest text of the column
 */
export const metricLeads = (
  t: TFunction,
  { sortable, narrow, cost }: { sortable: boolean; narrow: boolean; cost: number | undefined },
): HeatLead[] =>
  (narrow ? (['payback'] as const) : (['customers', 'cost', 'ltv', 'payback'] as const)).map((key) => ({
    key,
    title:
      key === 'cost' ? t('effect.costYen') : key === 'ltv' ? t('effect.ltvYen') : t(`effect.columns.${key}`),
    width:
      key === 'cost' && cost !== undefined
        ? Math.max(LEAD_WIDTH.cost, totalWidth([cost], 'yen') + PADDING)
        : narrow
          ? NARROW_PAYBACK
          : LEAD_WIDTH[key],
    align: 'end',
    ...(sortable ? { sortBy: key === 'payback' ? 'payback_month' : key } : {}),
  }));

export const monthColumns = (t: TFunction, months: number): HeatColumn[] =>
  Array.from({ length: months + 1 }, (_, month) => ({
    key: `month_${month}`,
    title: month === 0 ? t('effect.sameMonth') : String(month),
    name: month === 0 ? t('effect.sameMonth') : t('effect.after', { month }),
  }));

function Payback({ payback, t }: { payback: EffectCohort['payback']; t: TFunction }) {
  if (!payback) return <span className="ic-muted">-</span>;
  const text = payback.month === 0 ? t('effect.sameMonth') : t('effect.after', { month: payback.month });
  return payback.forecast ? (
    <span className={styles.expected} title={t('effect.expectedHint')}>
      {t('effect.expected', { month: text })}
    </span>
  ) : (
    <>{text}</>
  );
}

/** Layout of a heat map line. */
export interface LineStyle {
  /** Units of the measure and of customer counts. */
  readonly unit: MeasureUnit;
  readonly countUnit: MeasureUnit;
  /** Whether the month of the payback is highlighted, because the measure reaches 100% in it. */
  readonly marksPayback: boolean;
  /** Stacks additional key columns and the payback below the key. */
  readonly narrow: boolean;
}

type CohortMetrics = Pick<EffectCohort, 'customers' | 'cost' | 'mediaCostDays' | 'amount' | 'payback'>;

/** Cells of the metric values before the months. */
function metricCells(
  { customers, cost, mediaCostDays, amount, payback }: CohortMetrics,
  { countUnit, narrow }: LineStyle,
  links: CohortLinks | undefined,
  t: TFunction,
): ReactNode[] {
  const note = cost === 0 ? undefined : mediaText(mediaCostDays, t);
  const mark = note && <ValueMark text={note} />;
  const time = (
    <Fragment key="payback">
      {payback && mark}
      <Payback payback={payback} t={t} />
    </Fragment>
  );
  const paid = (
    <Fragment key="cost">
      {mark}
      <OptionalMetricLink to={cost === 0 ? undefined : links?.cost}>
        {metricText(cost, { unit: 'yen', unitInHeader: true })}
      </OptionalMetricLink>
    </Fragment>
  );
  return narrow
    ? [time]
    : [
        <OptionalMetricLink key="customers" to={links?.customers}>
          {metricText(customers, { unit: countUnit })}
        </OptionalMetricLink>,
        paid,
        <Fragment key="ltv">
          {metricText(customers > 0 ? amount / customers : null, { unit: 'yen', unitInHeader: true })}
        </Fragment>,
        time,
      ];
}

/** Key cell on narrow windows: names and customer count. */
export const narrowKey = (
  names: ReactNode,
  { customers }: CohortMetrics,
  { countUnit }: LineStyle,
  t: TFunction,
  unfold?: ReactNode,
): ReactNode => (
  <span key="key">
    {names}{' '}
    <span className={`ic-block ic-caption ${styles.month}`}>
      {unfold}
      {t('effect.people', { count: customers, number: metricText(customers, { unit: countUnit }) })}
    </span>
  </span>
);

type Months = Pick<EffectCohort, 'months' | 'ranges' | 'payback'> & { acquisitionMonth?: string | null };
type Range = EffectCohort['ranges'][number];

/** Returns the tooltip of one cell. */
function tooltipOf(
  { acquisitionMonth }: Months,
  cell: Pick<HeatCell, 'value' | 'forecast'> & Range,
  month: number,
  unit: MeasureUnit,
  t: TFunction,
): string {
  const text = (value: number | null): string => metricText(value, { unit, showZero: true });
  const when = acquisitionMonth
    ? t('effect.cellMonth', {
        month: monthText(String(addMonths(Number(acquisitionMonth), month))),
        after: month,
      })
    : t('effect.after', { month });
  if (cell.value === null)
    return cell.forecast ? t('effect.cellUnknown', { when }) : t('effect.cellNone', { when });
  if (!cell.forecast) return t('effect.cell', { when, value: text(cell.value) });
  if (cell.low == null || cell.high == null)
    return t('effect.cellForecast', { when, value: text(cell.value) });
  return t('effect.cellRange', { when, value: text(cell.value), low: text(cell.low), high: text(cell.high) });
}

/** Coloured cells of a cohort. The payback month is highlighted. */
function monthCells(
  cohort: Months,
  { unit, marksPayback }: LineStyle,
  links: CohortLinks | undefined,
  t: TFunction,
): HeatCell[] {
  return cohort.months.map(({ value, forecast }, month) => {
    const { low = null, high = null } = cohort.ranges[month] ?? {};
    return {
      value,
      forecast,
      high,
      marked: marksPayback && cohort.payback?.month === month,
      words: tooltipOf(cohort, { value, forecast, low, high }, month, unit, t),
      to: forecast ? undefined : links?.month(month),
    };
  });
}

/** Heat map line of a cohort: names, metric values, months and drill-down links. */
export const heatRow = (
  key: string,
  names: readonly ReactNode[],
  cohort: CohortMetrics & Months,
  style: LineStyle,
  t: TFunction,
  links?: CohortLinks,
): HeatRow => ({
  key,
  leads: [...names, ...metricCells(cohort, style, links, t)],
  cells: monthCells(cohort, style, links, t),
});
