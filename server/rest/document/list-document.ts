import { formatDateTime, punctuation } from '../../../shared/format';
import { dayOf } from '../../../shared/domain/calendar';
import type { RefKind } from '../../../shared/settings';
import { texts } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';
import { type ListArgs, productsOf } from '../../records/list-args';
import type { ListDefinition } from '../../records/list-definition';
import type { VisibleKind } from '../../records/visibility';
import type { Cell } from '../../export/cell';
import { type ApiContext, signedIn } from '../../services/context';
import type { SelectionName } from '../../settings/me/me.service';
import { describeMetric } from './measure-descriptions';
import { fieldLabel, formatField, referencedBy } from './field-words';
import type { Facts } from './document';
import { allNames, namesOf } from './names';
import type { DocumentSource } from './titles';
import { allows } from '../../../shared/catalog';
import { postingUrls } from '../../../shared/domain/delivery';

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
export async function listFacts(document: ListDocument, products: readonly string[]): Promise<Facts> {
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
export function listDays({ timeFrom, timeTo }: ListArgs, now: number): string {
  const last = dayOf(timeTo?.getTime() ?? now);
  return timeFrom ? `${dayOf(timeFrom.getTime())}-${last}` : String(last);
}

/** REST name of a column, and its field. */
export type ListColumn = readonly [name: string, field: string];

type MappedRow = Readonly<Record<string, unknown>>;

/** Creates the formatter of mapped rows, which include `id`. */
export async function createRowFormatter(
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
