import {
  AttributionModel,
  defaultTransitionMeasure,
  isTransitionMeasure,
  measureName,
  storedAxisKeys,
  TRANSITION_MONTHS,
  transitionMeasures,
  transitionUnit,
  type MeasureUnit,
  type TransitionMeasureKey,
} from '../../../../shared/catalog';
import { texts } from '../../../../shared/i18n';
import type { ReportInput } from '../../input';
import { formatFileMonth, type Column } from '../../report/columns';
import { plainReport } from '../../report/read-report';
import type { Report } from '../../report/report';
import { ALL_DAYS, readTransitions } from './read-transitions';
import { COHORT, transitionFields } from './cells';

/** Model that decides which ad acquired a customer: the last touch before the first conversion. */
const MODEL = AttributionModel.ENDING_POINT;

const ownColumn = (
  name: string,
  field: 'acquisitionMonth' | 'customers' | 'cost',
  unit: MeasureUnit | null,
): Column => ({
  name,
  fields: [field],
  value: (row) => row[field],
  title: (locale) => texts[locale].effect.columns[field],
  unit,
});

const acquisitionMonth: Column = {
  ...ownColumn('acquisition_month', 'acquisitionMonth', null),
  fileValue: (row) => formatFileMonth(row.acquisitionMonth),
};

/** Columns `month_0` to `month_24`; over REST each with a forecast flag. */
const monthColumns = (key: TransitionMeasureKey, unit: MeasureUnit): Column[] =>
  Array.from({ length: TRANSITION_MONTHS + 1 }, (_, month): Column => ({
    name: `month_${month}`,
    fields: ['months', 'months.value', 'months.forecast'],
    value: (row) => row.months?.[month]?.value,
    rest: (row) => {
      const cell = row.months?.[month];
      return cell && { value: cell.value, forecast: cell.forecast };
    },
    isListItem: true,
    title: (locale) => {
      const { measures, columns } = texts[locale].effect;
      return columns.month.replace('{{measure}}', measures[key]).replace('{{month}}', String(month));
    },
    unit,
    includesAdCost: transitionMeasures[key].over === 'cost',
  }));

/** Columns such as `month_3_error`: how far the forecast of `month_3` may be off, up and down. */
const errorColumns = (key: TransitionMeasureKey, unit: MeasureUnit): Column[] =>
  monthColumns(key, unit).map(({ name, title, includesAdCost }, month) => ({
    name: `${name}_error`,
    fields: ['months', 'months.value', 'ranges', 'ranges.high'],
    value: ({ months, ranges }) => {
      const [value, high] = [months?.[month]?.value ?? null, ranges?.[month]?.high ?? null];
      return value === null || high === null ? null : high - value;
    },
    title: (locale) => `${title(locale)} ${texts[locale].effect.columns.error}`,
    unit,
    difference: true,
    includesAdCost: includesAdCost === true,
  }));

/** Marks reported media costs, under the same name as in every report. */
const MEDIA_DAYS: Column = {
  name: measureName('mediaDays'),
  fields: ['mediaCostDays'],
  value: (row) => row.mediaCostDays,
  title: (locale) => texts[locale].measures.mediaDays.label,
  unit: 'number',
};

/** Arguments that the columns depend on. */
type TransitionArgs = Pick<ReportInput, 'measure' | 'attributionModel'>;

const measureOf = ({ measure }: TransitionArgs): TransitionMeasureKey =>
  measure != null && isTransitionMeasure(measure) ? measure : defaultTransitionMeasure;

/** Returns the unit of the months for a request. */
const unitOf = (input: TransitionArgs): MeasureUnit =>
  transitionUnit(measureOf(input), input.attributionModel ?? MODEL);

/** Returns the columns of a row beside its axes, for a measure. */
const columnsOf = (key: TransitionMeasureKey, unit: MeasureUnit): Column[] => [
  acquisitionMonth,
  ...monthColumns(key, unit),
  MEDIA_DAYS,
];

/** Columns for files only; REST does not have them. */
const furtherColumns: readonly Column[] = [
  ownColumn('customers', 'customers', 'number'),
  { ...ownColumn('cost', 'cost', 'yen'), includesAdCost: true },
  {
    name: 'ltv',
    fields: ['amount', 'customers'],
    value: (row) => (row.customers ? (row.amount ?? 0) / row.customers : null),
    title: (locale) => texts[locale].effect.columns.ltv,
    unit: 'yen',
  },
  {
    name: 'payback_month',
    fields: ['payback'],
    value: (row) => row.payback?.month ?? null,
    title: (locale) => texts[locale].effect.columns.paybackMonth,
    unit: null,
  },
  {
    name: 'forecast_from',
    fields: ['months', 'months.forecast'],
    value: (row) => {
      const month = row.months?.findIndex(({ forecast }) => forecast) ?? -1;
      return month < 0 ? null : month;
    },
    title: (locale) => texts[locale].effect.columns.forecastFrom,
    unit: null,
  },
];

/**
 * Ad effect: monthly behaviour of customers after the conversion that acquired them, and the payback of their
 * ads.
 */
export const transitions: Report = {
  ...plainReport,
  // It covers years, and the customers of their contacts.
  axes: storedAxisKeys,
  row: 'TransitionRow',
  model: MODEL,
  hasMeasures: false,
  versionDays: ALL_DAYS,
  args: { measure: 'text', together: 'bool' },
  fields: transitionFields,
  resultFields: { measure: 'text', currentMonth: 'text', costWithoutCustomers: 'float', cohorts: COHORT },
  columns: columnsOf(defaultTransitionMeasure, unitOf({})),
  columnsFor: (input) => columnsOf(measureOf(input), unitOf(input)),
  extraColumns: furtherColumns,
  extraColumnsFor: (input) => [...furtherColumns, ...errorColumns(measureOf(input), unitOf(input))],
  read: readTransitions,
};
