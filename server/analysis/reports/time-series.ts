import { axisKeys } from '../../../shared/catalog';
import { texts } from '../../../shared/i18n';
import { formatFileMonth, type Column } from '../report/columns';
import { CUSTOM_MEASURE_VALUES } from '../report/custom-measures';
import { readTrend } from '../report/read-trend';
import { plainReport, type Report } from '../report/report';
import { DEFAULT_UNIT, units } from '../report/trend-request';

const period: Column = {
  name: 'period',
  fields: ['period'],
  value: (row) => row.period,
  title: (locale) => texts[locale].report.period,
  unit: null,
  identifiesRow: true,
  fileValue: (row) => formatFileMonth(row.period),
};

const restCount: Column = {
  name: 'rest_count',
  fields: ['restCount'],
  value: (row) => row.restCount,
  title: (locale) => texts[locale].term.restCount,
  unit: null,
};

/** Term trend: every metric by month, week or day, beside as many periods just before. */
export const timeSeries: Report = {
  ...plainReport,
  path: 'time_series',
  type: 'TimeSeries',
  row: 'TimeSeriesRow',
  axes: axisKeys,
  defaultAxes: [],
  comparison: 'always',
  args: {
    unit: { type: 'TermPeriodUnit', values: units, defaultValue: DEFAULT_UNIT },
    top: 'int',
    topBy: 'text',
  },
  fields: { period: 'text?', restCount: 'int?', customFigures: CUSTOM_MEASURE_VALUES },
  leadingColumns: [period],
  argumentColumns: [restCount],
  read: (db, actor, input, now = Date.now()) => readTrend(db, actor, timeSeries, input, now),
};
