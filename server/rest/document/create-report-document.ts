import {
  boundDecimals,
  formatDateTime,
  durationWords,
  formatDay,
  formatMeasure,
  formatMultiple,
  multipleAffixes,
  punctuation,
  yenAffixes,
} from '../../../shared/format';
import { resultFactor } from '../../../shared/domain/cost';
import { texts, translator } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';
import {
  AdAnalyzeSimulationItem,
  AttributionModel,
  axes,
  axisKeys,
  cvNames,
  Device,
  deviceCode,
  enumName,
  isAxisKey,
  NewAndExistingEvaluation,
  operatorWords,
} from '../../../shared/catalog';
import type { Cell, Row } from '../../export/csv';
import {
  findColumn,
  parseConditions,
  reportDocument,
  type Column,
  type DocumentOptions,
  type ExcludedRows,
  type OpenReport,
  type ReportInput,
} from '../../analysis';
import { MAX_PAGE_SIZE } from '../../records/list-args';
import { numberOrNull, textOrNull } from '../../records/row-values';
import { signedIn, type ApiContext } from '../../services/context';
import type { ExportTable } from '../downloads';
import { formatField, namesOf, documentSourceOf } from './field-words';

/** Lines above an exported table: name and value. Lines without a value are omitted. */
export type Facts = ReadonlyArray<readonly [name: string, value: string | null | undefined]>;

/**
 * Builds the lines above the header: title, facts, export time, and a blank line. Every record is as wide as
 * the table, as RFC 4180 requires.
 */
export function headingOf(title: string, facts: Facts, locale: Locale, now: number, width: number): Row[] {
  const known = facts.flatMap(([name, value]): Row[] => (value ? [[name, value]] : []));
  const lines: Row[] = [[title], ...known, [texts[locale].documents.writtenAt, formatDateTime(now)], []];
  return lines.map((line) => filled(line, Math.max(width, 2)));
}

/** Pads a row with empty cells to a width. */
const filled = (row: Row, width: number): Cell[] => [
  ...row,
  ...Array<null>(Math.max(0, width - row.length)).fill(null),
];

/** Characters that file systems reject in names. */
const REFUSED = /[\\/:*?"<>|\p{Cc}\p{Cf}]/gu;
const MOST = 60;

/** Builds a file name of its parts: title, product, period. */
export const fileNameOf = (...parts: readonly string[]): string =>
  parts
    .map((part) => [...part.replace(REFUSED, ' ').replace(/\s+/g, ' ').trim()].slice(0, MOST).join(''))
    .filter(Boolean)
    .join('_');

interface ReportDocument {
  readonly operation: string;
  /** Title; null for the report's own. */
  readonly title: string | null;
  readonly args: ReportInput;
  readonly opened: OpenReport;
  readonly columns: readonly Column[];
  /** All columns that the report can have. */
  readonly known: readonly Column[];
  readonly order: DocumentOptions['order'];
  readonly context: ApiContext;
  readonly locale: Locale;
  readonly now: number;
}

/** Returns the filters of a report, with the names of their values. */
export async function filtersOf({
  args,
  known,
  context,
  locale,
}: Pick<ReportDocument, 'known' | 'context' | 'locale'> & {
  readonly args: Pick<ReportInput, 'productId' | 'filters' | 'cvSettingIds'>;
}): Promise<string[]> {
  const { report, enums, measures } = texts[locale];
  const { and, colon } = punctuation[locale];
  const given = args.filters ?? {};
  const chosen = await Promise.all(
    axisKeys.map(async (key) => {
      const { filter, choices } = axes[key];
      const values = filter === null ? null : given[filter];
      if (!values || values.length === 0 || choices === null) return null;
      const names =
        choices === 'device'
          ? devices(values.map(String))
          : await namesOf(context, choices, values.map(Number), args.productId);
      return `${report.axes[key]}${colon}${names.join(and)}`;
    }),
  );
  const conditions = parseConditions(given.figures).map(({ name, operator, value }) => {
    const column = findColumn(known, name);
    const unit = column?.unit ?? 'number';
    const format = { decimals: boundDecimals(value, unit), showZero: true };
    const bound = formatMeasure(value, unit, {
      ...format,
      words: durationWords[locale],
      yen: yenAffixes[locale],
    });
    const words = translator(locale)(`report.conditionIs.${operatorWords[operator]}`, { value: bound });
    return `${column?.title(locale) ?? name}${colon}${words}`;
  });
  const cvs = args.cvSettingIds ?? [];
  const ofCvr =
    cvs.length > 0
      ? `${measures.cvr.label}${colon}${(await namesOf(context, 'cvSetting', cvs, args.productId)).join(and)}`
      : null;
  return [...chosen, ofCvr, ...conditions].filter((line) => line !== null);

  function devices(names: readonly string[]): string[] {
    return names.map((name) => enums.Device[enumName(Device, deviceCode(name)) ?? 'OTHER']);
  }
}

/** Returns the names of the product's conversions, if the actor can see CV settings. */
async function conversionNames({ args, context }: ReportDocument): Promise<ReadonlyMap<string, string>> {
  const actor = signedIn(context);
  if (actor.grants.cv_settings.right === 'none') return new Map();
  const { results } = await context.services.cvSettings.list(actor, {
    productId: args.productId,
    pageSize: MAX_PAGE_SIZE,
  });
  return cvNames(
    results.map(({ title, cvType, cvSlot }) => ({
      title: textOrNull(title) ?? '',
      cvType: numberOrNull(cvType) ?? 0,
      cvSlot: numberOrNull(cvSlot) ?? 0,
    })),
  );
}

/** Describes the change and the assumption of a simulation. */
function simulationLines({ simulationItem, changes, elasticity }: ReportInput, locale: Locale): string[] {
  if (simulationItem == null && changes == null && elasticity == null) return [];
  const { allocation, enums } = texts[locale];
  const item = enumName(AdAnalyzeSimulationItem, simulationItem ?? AdAnalyzeSimulationItem.AD_COST);
  return [
    `${allocation.item}${punctuation[locale].colon}${item ? enums.AdAnalyzeSimulationItem[item] : ''}`,
    elasticity
      ? translator(locale)('allocation.follows', {
          elasticity,
          times: formatMultiple(resultFactor(1, 2, elasticity), multipleAffixes[locale], { decimals: 1 }),
        })
      : allocation.held,
    ...(simulationItem === AdAnalyzeSimulationItem.AD_COST_UNAPPROVED ? [allocation.withUnapproved] : []),
  ];
}

/** Says which rows the total leaves out. */
const excludedText = ({ rows, adCost }: ExcludedRows, locale: Locale): string =>
  translator(locale)('report.excluded', {
    count: rows,
    cost: formatMeasure(adCost, 'yen', { yen: yenAffixes[locale], showZero: true }),
  });

/** Returns the unit in a column header; a count has none. */
const unitLabel = (locale: Locale, unit: 'yen' | 'ratio' | 'points' | 'seconds'): string =>
  ({ yen: texts[locale].report.unitYen, ratio: '%', points: 'pt', seconds: durationWords[locale].second })[
    unit
  ];

/** Builds the document of a report: facts, column labels with units, displayed values and the total. */
export async function createReportDocument(filed: ReportDocument): Promise<ExportTable> {
  const { operation, args, opened, columns, order, context, locale, now } = filed;
  const { result } = opened;
  const { menu, report, enums, allocation, documents } = texts[locale];
  const { and, aside, to: until } = punctuation[locale];
  const title = filed.title ?? menu[documentSourceOf(operation).title];
  const days = (from: number, to: number): string => [from, to].map((day) => formatDay(day)).join(until);
  const [[product = ''], filters, names] = await Promise.all([
    namesOf(context, 'product', [args.productId]),
    filtersOf(filed),
    conversionNames(filed),
  ]);
  const table = reportDocument(opened, columns, {
    locale,
    cvNames: names,
    order,
    logWord: (field, value) => formatField(locale, 'log', field, value),
    headed: (heading, unit, isDifference) =>
      unit === null || unit === 'count' || unit === 'number'
        ? heading
        : aside(heading, unitLabel(locale, unit === 'ratio' && isDifference ? 'points' : unit)),
  });
  const { previousFrom, previousTo } = result;
  const simulation = simulationLines(args, locale);
  // A simulation compares costs, not days, unless a column of the comparison is selected.
  const comparesDays = simulation.length === 0 || columns.some(({ name }) => name.endsWith('_previous'));
  const model = enumName(AttributionModel, result.attributionModel);
  const evaluation = enumName(NewAndExistingEvaluation, result.evaluation);
  const facts = [
    [documents.product, product],
    [report.period, days(result.dateFrom, result.dateTo)],
    [
      documents.compared,
      comparesDays && previousFrom !== null && previousTo !== null ? days(previousFrom, previousTo) : null,
    ],
    [
      report.axis,
      (args.axis ?? [])
        .filter(isAxisKey)
        .map((axis) => report.axes[axis])
        .join(and),
    ],
    [report.model, model && enums.AttributionModel[model]],
    [report.evaluation, evaluation && enums.NewAndExistingEvaluation[evaluation]],
    ...simulation.map((line) => [allocation.simulation, line] as const),
    ...filters.map((line) => [documents.filters, line] as const),
    [report.total, result.excluded && excludedText(result.excluded, locale)],
  ] as const;
  return {
    name: fileNameOf(title, product, `${result.dateFrom}-${result.dateTo}`),
    title,
    heading: headingOf(title, facts, locale, now, table.header.length),
    columns: columns.map(({ name: column }) => column),
    ...table,
  };
}
