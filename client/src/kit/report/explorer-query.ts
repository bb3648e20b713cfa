import {
  axisName,
  camelCase,
  findAxis,
  findMeasure,
  isReportName,
  type AxisKey,
  type ReportName,
} from '../../../../shared/catalog';

/** What a report's rows hold beside their axes; `figures` are the measures that are shown. */
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

const PLAIN_FIGURES = ['adClickCount', 'cvTotalFinal', 'cvr', 'adCost', 'cpa', 'amountSum', 'roas'];
/** Queries beyond it are hard to read; the others are a word away. */
const MOST_FIGURES = 12;

type Write = (value: string) => string;
const asItIs: Write = (value) => value;
const inQuotes: Write = (value) => JSON.stringify(value);
const listed: Write = (value) => `[${value.replaceAll(',', ', ')}]`;
const inCapitals: Write = (value) => value.toUpperCase();

/** How an argument is written that a file is asked with under another spelling; what is not here belongs to files alone. */
const ARGUMENTS: Readonly<Record<string, Write>> = {
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
];

const axesIn = (text: string | null): AxisKey[] =>
  (text ?? '').split(',').flatMap((name) => findAxis(name) ?? []);

/** The name of a report's query by the path of its REST answer; undefined where there is none. */
export function queryNameOf(path: string): ReportName | undefined {
  const name = camelCase(path.replace(/\/+$/, '').split('/').at(-1) ?? '');
  return isReportName(name) ? name : undefined;
}

/**
 * The query over GraphQL that asks what a file of a report is asked: same days, comparison, axes, filters and model.
 * @param asked as the file is asked over REST
 */
export function explorerQuery(name: ReportName, asked: URLSearchParams): string {
  const axes = name === 'cvInfo' ? [] : axesIn(asked.get('axis'));
  const filters = FILTERS.flatMap((filter) => {
    const value = asked.get(filter);
    return value
      ? [
          `${camelCase(filter)}: ${filter === 'device' ? `[${value.split(',').map(inQuotes).join(', ')}]` : listed(value)}`,
        ]
      : [];
  });
  const given = Object.entries(ARGUMENTS).flatMap(([argument, write]) => {
    const value = asked.get(argument);
    return value ? [`${camelCase(argument)}: ${write(value)}`] : [];
  });
  const args = [
    `productId: ${asked.get('product_id')}`,
    ...given,
    ...(name === 'cvInfo' ? [] : [`axis: [${axes.map((axis) => axisName(axis).toUpperCase()).join(', ')}]`]),
    ...(filters.length > 0 ? [`filters: { ${filters.join(', ')} }`] : []),
    ...(name === 'cvInfo' ? ['pageSize: 100'] : []),
  ];
  const chosen = (asked.get('columns') ?? '').split(',').flatMap((column) => findMeasure(column) ?? []);
  const figures = (chosen.length > 0 ? [...new Set(chosen)].slice(0, MOST_FIGURES) : PLAIN_FIGURES).join(' ');
  const compared = asked.has('compare') || asked.has('compare_from');
  const own = OWN_FIELDS[name].flatMap((field) =>
    field === 'figures'
      ? [`figures { ${figures} }`, ...(compared ? [`previous { ${figures} }`] : [])]
      : [field],
  );
  const fields = [...axes.map((axis) => camelCase(axisName(axis))), ...own];
  return `query ${name.charAt(0).toUpperCase()}${name.slice(1)} {\n  ${name}(\n    ${args.join('\n    ')}\n  ) {\n    results {\n      ${fields.join('\n      ')}\n    }\n  }\n}\n`;
}
