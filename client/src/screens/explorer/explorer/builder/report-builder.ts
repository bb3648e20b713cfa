import {
  filterNames,
  findMeasure,
  measureName,
  snakeCase,
  type MeasureKey,
  type ReportName,
} from '../../../../../../shared/catalog';
import { withParameters } from '../../../../kit/address';
import type { Period } from '../../../../kit/period/period';
import { DEFAULT_METRICS } from '../../../../kit/report/explorer-query';
import type { ReportRequest } from '../../../../kit/report/read-explorer-query';
import { dayText } from '../../../../kit/tokyo-date';

/** Initial parameters of each report, for its example and the builder. */
export const INITIAL_PARAMETERS: Readonly<Record<ReportName, Readonly<Record<string, string>>>> = {
  adSummaries: { axis: 'asp' },
  attributions: { axis: 'asp' },
  timeSeries: { unit: 'day' },
  lpoAnalysis: { axis: 'redirect,lpo_title' },
  cvInfo: {},
  transitions: { axis: 'asp', measure: 'roas_cumulative' },
  allocations: { axis: 'asp' },
};

/** Reports whose rows have values of their own instead of measures. */
const WITHOUT_MEASURES: readonly ReportName[] = ['cvInfo', 'transitions'];

const COMMON = [
  ...['product_id', 'period', 'date_from', 'date_to', 'attribution_model', 'evaluation', 'cv_setting_ids'],
  ...filterNames,
];
const OF_MEASURES = ['columns', 'sortName', 'sortAsc', 'compare', 'compare_from', 'compare_to'];

/** Returns the initial report of a product: ad statistics of the last 30 days by network. */
export const firstReport = (productId: number): ReportRequest => ({
  name: 'adSummaries',
  parameters: new URLSearchParams({
    product_id: String(productId),
    period: 'd30',
    ...INITIAL_PARAMETERS.adSummaries,
    columns: DEFAULT_METRICS.map(measureName).join(','),
  }),
});

/** Changes the report and keeps the conditions that both have. */
export function withReport({ name: from, parameters }: ReportRequest, name: ReportName): ReportRequest {
  const initial = INITIAL_PARAMETERS[name];
  const kept = [
    ...COMMON,
    ...([from, name].some((one) => WITHOUT_MEASURES.includes(one)) ? [] : OF_MEASURES),
    // The axes of a trend and of tests answer another question.
    ...(initial.axis && INITIAL_PARAMETERS[from].axis === initial.axis ? ['axis'] : []),
  ];
  const columns = WITHOUT_MEASURES.includes(name)
    ? {}
    : { columns: DEFAULT_METRICS.map(measureName).join(',') };
  return {
    name,
    parameters: new URLSearchParams({
      ...columns,
      ...initial,
      ...Object.fromEntries([...parameters].filter(([key]) => kept.includes(key))),
    }),
  };
}

/** Returns the measures of a report; none for a report that has its own values. */
export const measuresOf = ({ parameters }: ReportRequest): MeasureKey[] =>
  (parameters.get('columns') ?? '').split(',').flatMap((name) => findMeasure(name) ?? []);

/** Returns the parameters of a period: a relative one stays relative. */
export const dayParameters = (period: Period): Record<'period' | 'date_from' | 'date_to', string | null> =>
  period.preset === 'custom'
    ? { period: null, date_from: dayText(period.range.from), date_to: dayText(period.range.to) }
    : { period: period.preset, date_from: null, date_to: null };

/** Returns the address of the report as CSV. It needs a read token in the header, never in the address. */
export function csvAddress(origin: string, report: ReportRequest, locale: string): string {
  const { name, parameters } = report;
  const isCompared = parameters.has('compare') || parameters.has('compare_from');
  const measures = measuresOf(report).flatMap((measure) => {
    const column = measureName(measure);
    return isCompared ? [column, `${column}_previous`] : [column];
  });
  const columns = [name === 'timeSeries' ? 'period' : '', parameters.get('axis') ?? '', ...measures];
  const query = withParameters(parameters, {
    columns: measures.length > 0 ? columns.filter(Boolean).join(',') : null,
    locale,
  });
  // Commas need no escape in a query, and people read and change this address.
  const text = query.toString().replaceAll('%2C', ',');
  return `${origin}/api/v1/analyses/${snakeCase(name)}/download/csv?${text}`;
}

/** Returns the query of Excel's Power Query that reads a CSV address with a token. */
export const powerQuery = (address: string, token: string): string => `let
  Source = Csv.Document(
    Web.Contents("${address}", [Headers = [Authorization = "Bearer ${token}"]]),
    [Delimiter = ",", Encoding = 65001, QuoteStyle = QuoteStyle.Csv]
  ),
  Result = Table.PromoteHeaders(Source, [PromoteAllScalars = true])
in
  Result`;

/** Returns the Apps Script that writes a CSV address to a sheet; the token is a property of the script. */
export const appsScript = (address: string): string => `function updateInflow() {
  const token = PropertiesService.getScriptProperties().getProperty('INFLOW_TOKEN');
  const answer = UrlFetchApp.fetch('${address}', { headers: { Authorization: 'Bearer ' + token } });
  const rows = Utilities.parseCsv(answer.getContentText('UTF-8').replace(/^\\uFEFF/, ''));
  const book = SpreadsheetApp.getActive();
  const sheet = book.getSheetByName('Inflow') || book.insertSheet('Inflow');
  sheet.clearContents().getRange(1, 1, rows.length, rows[0].length).setValues(rows);
}`;
