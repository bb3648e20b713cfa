import {
  AttributionModel,
  axes,
  axisKeys,
  Device,
  deviceCode,
  enumName,
  cellName,
  describeCell,
  NO_VALUE,
  parseMetricCell,
  allows,
  type AxisKey,
  type AxisValue,
  type MetricCell,
  type CellWord,
} from '../../../shared/catalog';
import { formatDay, punctuation, formatDateTime } from '../../../shared/format';
import { textAt, texts, translator } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';
import { dayOf } from '../../../shared/domain/calendar';
import type { RefKind } from '../../../shared/settings';
import { postingUrls } from '../../../shared/domain/delivery';
import { signedIn, type ApiContext } from '../../services/context';
import { productsOf, type ListArgs } from '../../records/list-args';
import type { ListDefinition } from '../../records/list-definition';
import type { VisibleKind } from '../../records/visibility';
import type { Cell } from '../../export/csv';
import type { SelectionName } from '../../settings/me/me.service';
import type { ExportTable } from '../downloads';
import {
  allNames,
  namesOf,
  formatField,
  referencedBy,
  documentSourceOf,
  type DocumentSource,
} from './field-words';
import { fieldLabel } from '../../settings/words';
import { fileNameOf, headingOf, type Facts } from './create-report-document';

/** Returns the report's label of a metric value. */
function metricLabel(metric: MetricCell, locale: Locale): string {
  const { measures, enums, logs, cvInfo, effect } = texts[locale];
  const own: Readonly<Record<CellWord, string>> = {
    everyConversion: cvInfo.figures.count,
    clickCost: logs.figure.clickCost,
    approvedCost: logs.figure.approvedCost,
    gained: effect.columns.customers,
    customers: effect.measures.customers,
    laterConversions: effect.measures.cv,
    laterSales: effect.measures.amount,
  };
  const { word, measure, model } = cellName(metric);
  const label = word ? own[word] : measure ? measures[measure].label : metric.key;
  const under = enumName(AttributionModel, model);
  return under ? punctuation[locale].aside(label, enums.AttributionModel[under]) : label;
}

/** Describes the metric value behind a log: its label, days and position. */
async function describeMetric(
  text: string,
  productId: number | null,
  { context, locale }: { readonly context: ApiContext; readonly locale: Locale },
): Promise<string> {
  const metric = parseMetricCell(text);
  if (!metric) return text;
  const { report, enums } = texts[locale];
  const words = punctuation[locale];
  const { at, except, along } = metric;
  const isNamed = (axis: AxisKey): boolean =>
    axis in at || except?.axis === axis || (axis === 'ad' && along !== undefined);
  const names = new Map(
    await Promise.all(
      axisKeys.filter(isNamed).map(async (axis) => {
        const { choices } = axes[axis];
        return [
          axis,
          choices === null || choices === 'device' ? undefined : await allNames(context, choices, productId),
        ] as const;
      }),
    ),
  );
  const nameOf = (axis: AxisKey, value: AxisValue): string => {
    if (value === NO_VALUE) return report.unset;
    if (axis === 'device') return enums.Device[enumName(Device, deviceCode(String(value))) ?? 'OTHER'];
    return names.get(axis)?.get(Number(value)) ?? `#${value}`;
  };
  const place = describeCell(metric, {
    say: (key, about) => textAt(translator(locale), key, about),
    named: (axis, values) => values.map((value) => nameOf(axis, value)),
    days: ({ from, to }) => [...new Set([from, to])].map((day) => formatDay(day)).join(words.to),
    signs: words,
  });
  return [metricLabel(metric, locale), ...place].join(words.and);
}

/**
 * Returns a function that lists an ad's posting URLs. As on screen, those of its redirects replace the ad's
 * own link, which would bypass the redirects' split test.
 */
async function readPostingUrls(
  context: ApiContext,
  { productId, productIds }: ListArgs,
): Promise<(adId: number, own: string | null) => string> {
  const actor = signedIn(context);
  const byAd = new Map<number, { submittionUrl: string }[]>();
  if (allows(actor.grants.redirects, 'view')) {
    const rows = await context.services.redirects.open(
      actor,
      { productId: productId ?? null, productIds: productIds ?? null },
      new Set(['adId', 'submittionUrl']),
    );
    for await (const { adId, submittionUrl } of rows)
      byAd.set(Number(adId), [...(byAd.get(Number(adId)) ?? []), { submittionUrl: String(submittionUrl) }]);
  }
  return (adId, submittionUrl) => postingUrls({ submittionUrl, redirects: byAd.get(adId) ?? [] }).join('\n');
}

/** Returns the selection list for ids of a kind; the three ad types share one. */
const listOf = (kind: VisibleKind | RefKind): SelectionName =>
  kind === 'adType1' || kind === 'adType2' || kind === 'adType3' ? 'adType' : kind;

interface ListDocument {
  readonly args: ListArgs;
  readonly definition: ListDefinition;
  readonly source: DocumentSource;
  readonly locale: Locale;
  readonly context: ApiContext;
}

/** Returns the label of a filter; filters without a field have their own. */
const filterLabel = (locale: Locale, entity: DocumentSource['entity'], name: string): string =>
  (name === 'figure' ? texts[locale].logs.figure.label : fieldLabel(locale, entity, name)) ?? name;

async function filtersOf({ args, definition, source, locale, context }: ListDocument): Promise<string[]> {
  const { and, colon } = punctuation[locale];
  const given = Object.entries(args.filter ?? {}).filter(([, values]) => values && values.length > 0);
  return Promise.all(
    given.map(async ([name, values]) => {
      if (name === 'figure') {
        const descriptions = (values ?? []).map((value) =>
          describeMetric(String(value), productsOf(args)?.[0] ?? null, { context, locale }),
        );
        return `${filterLabel(locale, source.entity, name)}${colon}${(await Promise.all(descriptions)).join(and)}`;
      }
      const refers = definition.filters?.[name]?.refers;
      const words = refers
        ? await namesOf(context, listOf(refers), (values ?? []).map(Number))
        : (values ?? []).map((value) => String(formatField(locale, source.entity, name, value)));
      return `${filterLabel(locale, source.entity, name)}${colon}${words.join(and)}`;
    }),
  );
}

/** Returns the facts of an exported list. */
async function listFacts(document: ListDocument, products: readonly string[]): Promise<Facts> {
  const { args, locale } = document;
  const { documents, report } = texts[locale];
  const { and, to } = punctuation[locale];
  const { timeFrom, timeTo } = args;
  const period =
    (timeFrom || timeTo) &&
    [timeFrom, timeTo].map((time) => (time ? formatDateTime(time.getTime()) : '')).join(to);
  return [
    [documents.product, products.join(and)],
    [report.period, period],
    ...(await filtersOf(document)).map((filter) => [documents.filters, filter] as const),
    [documents.keyword, args.keyword],
  ];
}

/** Formats the period of a list for its file name; an open end becomes the export day. */
function listDays({ timeFrom, timeTo }: ListArgs, now: number): string {
  const last = dayOf(timeTo?.getTime() ?? now);
  return timeFrom ? `${dayOf(timeFrom.getTime())}-${last}` : String(last);
}

/** REST name of a column, and its field. */
export type ListColumn = readonly [name: string, field: string];

type MappedRow = Readonly<Record<string, unknown>>;

/** Creates the formatter of mapped rows, which include `id`. */
async function createRowFormatter(
  columns: readonly ListColumn[],
  { args, source, locale, context }: Omit<ListDocument, 'definition'>,
): Promise<(row: MappedRow) => Cell[]> {
  const pending = columns.map(async ([name, field]): Promise<(row: MappedRow) => Cell> => {
    if (source.entity === 'ad' && field === 'submittionUrl') {
      const posted = await readPostingUrls(context, args);
      return (row) => posted(Number(row.id), typeof row[name] === 'string' ? row[name] : null);
    }
    const refers = referencedBy(source.entity, field);
    const names = refers && (await allNames(context, listOf(refers)));
    return (row) => formatField(locale, source.entity, field, row[name], names);
  });
  const formatters = await Promise.all(pending);
  return (row) => formatters.map((write) => write(row));
}

interface FiledList {
  readonly operation: string;
  readonly args: ListArgs;
  readonly definition: ListDefinition;
  readonly columns: readonly ListColumn[];
  readonly context: ApiContext;
  readonly locale: Locale;
  readonly now: number;
}

/** Document of a list without its rows, and the formatter of a row. */
interface ListFile extends Omit<ExportTable, 'rows'> {
  readonly cells: (row: Readonly<Record<string, unknown>>) => Cell[];
}

/** Builds the document of a list: facts, column labels and formatted values. */
export async function createListDocument({
  operation,
  args,
  definition,
  columns,
  context,
  locale,
  now,
}: FiledList): Promise<ListFile> {
  const filed = documentSourceOf(operation);
  const title = texts[locale].menu[filed.title];
  const products = await namesOf(context, 'product', productsOf(args) ?? []);
  const facts = await listFacts({ args, definition, source: filed, locale, context }, products);
  return {
    name: fileNameOf(title, ...products, listDays(args, now)),
    title,
    heading: headingOf(title, facts, locale, now, columns.length),
    header: columns.map(([name, field]) => fieldLabel(locale, filed.entity, field) ?? name),
    cells: await createRowFormatter(columns, { args, source: filed, locale, context }),
  };
}
