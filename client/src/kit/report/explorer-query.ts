import {
  axisName,
  camelCase,
  FIGURE_FILTER,
  findAxis,
  findMeasure,
  isReportName,
  type AxisKey,
  type MeasureKey,
  type ReportName,
} from '../../../../shared/catalog';

/** Fields of a report's rows besides their axes; `figures` contains the visible measures. */
const OWN_FIELDS: Readonly<Record<ReportName, readonly string[]>> = {
  adSummaries: ['figures'],
  timeSeries: ['period', 'figures'],
  attributions: ['figures', 'models { attributionModel figures { attrCv attrAmount } }'],
  lpoAnalysis: ['deliverRatio', 'deliverRatioActual', 'cvrLow', 'cvrHigh', 'bestProbability', 'figures'],
  cvInfo: [
    'eventId',
    'cvTime',
    'cvSetting { label }',
    'amount',
    'repeat',
    'lastCvAd { label }',
    'touches',
    'latency',
    'path { ad time share }',
  ],
  transitions: ['acquisitionMonth', 'customers', 'cost', 'months { value forecast }'],
  allocations: ['figures'],
};

export const DEFAULT_METRICS: readonly MeasureKey[] = [
  'adClickCount',
  'cvTotalFinal',
  'cvr',
  'adCost',
  'cpa',
  'amountSum',
  'roas',
];
/** Limit for readability; users can add more measures by typing their names. */
export const MAX_METRICS = 12;

type Write = (value: string) => string;
const asItIs: Write = (value) => value;
const inQuotes: Write = (value) => JSON.stringify(value);
const listed: Write = (value) => `[${value.replaceAll(',', ', ')}]`;
const inCapitals: Write = (value) => value.toUpperCase();

/**
 * Converts REST arguments that are spelled differently in GraphQL. Arguments not listed are for downloads
 * only.
 */
const ARGUMENTS: Readonly<Record<string, Write>> = {
  period: () => '$period',
  date_from: inQuotes,
  date_to: inQuotes,
  compare: inCapitals,
  compare_from: inQuotes,
  compare_to: inQuotes,
  attribution_model: asItIs,
  evaluation: asItIs,
  cv_setting_ids: listed,
  unit: inCapitals,
  top: asItIs,
  top_by: inQuotes,
  measure: inQuotes,
  simulation_item: asItIs,
  changes: inQuotes,
  elasticity: asItIs,
  sortName: inQuotes,
  sortAsc: asItIs,
};
const FILTERS = [
  'ad_ids',
  'asp_ids',
  'agency_ids',
  'ad_category_ids',
  'ad_type1_ids',
  'ad_type2_ids',
  'ad_type3_ids',
  'redirect_ids',
  'device',
  FIGURE_FILTER,
];
/** Filters by texts. */
const TEXTS: readonly string[] = ['device', FIGURE_FILTER];

const axesIn = (text: string | null): AxisKey[] =>
  (text ?? '').split(',').flatMap((name) => findAxis(name) ?? []);

/** Returns the query name for a REST path; undefined if it is no report. */
export function queryNameOf(path: string): ReportName | undefined {
  const name = camelCase(path.replace(/\/+$/, '').split('/').at(-1) ?? '');
  return isReportName(name) ? name : undefined;
}

/** Returns the variables of `explorerQuery` as JSON: a relative period, counted from the day of each run. */
export function explorerVariables(parameters: URLSearchParams): string {
  const period = parameters.get('period');
  return period ? `${JSON.stringify({ period }, null, 2)}\n` : '';
}

/**
 * Returns the GraphQL query equivalent to a report download: same days, comparison, axes, filters, model and
 * sort.
 * @param parameters parameters of the REST download
 */
export function explorerQuery(name: ReportName, parameters: URLSearchParams): string {
  const axes = name === 'cvInfo' ? [] : axesIn(parameters.get('axis'));
  const filters = FILTERS.flatMap((filter) => {
    const value = parameters.get(filter);
    return value
      ? [
          `${camelCase(filter)}: ${TEXTS.includes(filter) ? `[${value.split(',').map(inQuotes).join(', ')}]` : listed(value)}`,
        ]
      : [];
  });
  const given = Object.entries(ARGUMENTS).flatMap(([argument, write]) => {
    const value = parameters.get(argument);
    return value ? [`${camelCase(argument)}: ${write(value)}`] : [];
  });
  const args = [
    `productId: ${parameters.get('product_id')}`,
    ...given,
    ...(name === 'cvInfo' ? [] : [`axis: [${axes.map((axis) => axisName(axis).toUpperCase()).join(', ')}]`]),
    ...(filters.length > 0 ? [`filters: { ${filters.join(', ')} }`] : []),
    ...(name === 'cvInfo' ? ['pageSize: 100'] : []),
  ];
  const chosen = (parameters.get('columns') ?? '').split(',').flatMap((column) => findMeasure(column) ?? []);
  const metrics = (chosen.length > 0 ? [...new Set(chosen)].slice(0, MAX_METRICS) : DEFAULT_METRICS).join(
    ' ',
  );
  const compared = parameters.has('compare') || parameters.has('compare_from');
  const own = OWN_FIELDS[name].flatMap((field) =>
    field === 'figures'
      ? [`figures { ${metrics} }`, ...(compared ? [`previous { ${metrics} }`] : [])]
      : [field],
  );
  const fields = [...axes.map((axis) => camelCase(axisName(axis))), ...own];
  const declared = parameters.get('period') ? '($period: String)' : '';
  return `query ${name.charAt(0).toUpperCase()}${name.slice(1)}${declared} {\n  ${name}(\n    ${args.join('\n    ')}\n  ) {\n    results {\n      ${fields.join('\n      ')}\n    }\n  }\n}\n`;
}
