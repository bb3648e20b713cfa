import { isAxisKey, measureName } from '../../shared/catalog';
import { dayOf } from '../../shared/domain/calendar';
import { locales, type Locale } from '../../shared/i18n/messages';
import { isRecord, type UnknownRecord } from '../../shared/records';
import {
  attributeColumns,
  comparisonColumns,
  fieldsOf,
  findColumn,
  hasCustomMeasures,
  isReportKey,
  previousCustomMeasureColumn,
  customMeasureColumn,
  reportColumns,
  reports,
  reportTable,
  includeAdCosts,
  type Column,
  type DisagreementInput,
  type DocumentOptions,
  type Report,
  type ReportInput,
} from '../analysis';
import { badInput, notFound } from '../auth/failure';
import type { ListArgs } from '../records/list-args';
import { ListService } from '../records/list.service';
import type { Cell } from '../export/csv';
import { addAuditWords } from '../services/audit-words';
import { signedIn, type ApiContext } from '../services/context';
import { createListDocument } from './document/list-document';
import { createReportDocument } from './document/create-report-document';
import { disagreementColumns, disagreementTable } from './document/disagreement-document';
import { gapColumns, gapTable } from './document/gap-document';
import type { ExportTable } from './downloads';
import { camel, snake } from './mapper';
import { type Operation, rejectForeignProducts, rejectUnfilterable } from './operation';
import { notesColumn, NOTES } from './notes-column';
import type { Route } from './routes';

const splitList = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .flatMap((part) => (typeof part === 'string' ? part.split(',') : []))
    .filter(Boolean);

const localeOf = (given: UnknownRecord): Locale | null =>
  locales.find((locale) => locale === given.locale) ?? null;

const toCell = (value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object')) return value.join(',');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value);
};

/** Days of ads with imported media costs; if it isn't zero, the cost includes media costs. */
const MEDIA_DAYS = measureName('mediaDays');

/** Drops the company's id, and ids with a name column beside them. */
const withoutIds = (names: readonly string[]): readonly string[] =>
  names.filter(
    (name) =>
      name !== 'company_id' && !(name.endsWith('_id') && names.includes(name.slice(0, -'_id'.length))),
  );

/**
 * Returns the default columns of a report document: without the product, which the heading names, and with
 * each log field once.
 */
const documentColumns = (columns: readonly Column[]): readonly string[] => {
  const once = columns.filter(
    ({ isLogField: ofLog, fields: [field] }, index) =>
      !ofLog || columns.findIndex((other) => other.isLogField && other.fields[0] === field) === index,
  );
  return withoutIds(once.map(({ name }) => name)).filter(
    (name) => name !== 'product_id' && name !== 'product',
  );
};

/**
 * Returns the requested columns, or `known` by default.
 * @param more columns that are available on request only
 */
function selectColumns(
  given: UnknownRecord,
  known: readonly string[],
  more: readonly string[] = [],
): readonly string[] {
  const requested = splitList(given.columns);
  if (requested.length === 0) return known;
  const unknown = requested.filter((column) => !known.includes(column) && !more.includes(column));
  if (unknown.length > 0) throw badInput({ columns: { key: 'unknownField' } });
  return requested;
}

/**
 * Returns the layouts of a table: data with REST names, a document for people, or a list's header as a
 * template.
 */
export const layoutsOf = ({ answer }: Pick<Route, 'answer'>): readonly string[] =>
  answer === 'list' ? ['data', 'document', 'template'] : ['data', 'document'];

interface Export {
  readonly route: Route;
  readonly operation: Operation;
  readonly given: UnknownRecord;
  readonly context: ApiContext;
  readonly now: number;
  /** Language of a document; null for data. */
  readonly document: Locale | null;
  /** Whether only the header is written. */
  readonly empty: boolean;
}

const lastPart = ({ path }: Route): string => path.split('/').at(-1) ?? 'table';

/** Returns the sort order of a document; null for the report's own. */
function orderOf(
  { hasMeasures }: Report,
  { sortName, sortAsc }: ReportInput,
  columns: readonly Column[],
): DocumentOptions['order'] {
  const column = hasMeasures && sortName ? findColumn(columns, sortName) : undefined;
  return column && column.unit !== null ? { column, ascending: sortAsc ?? true } : null;
}

const MAX_TITLE = 100;

/** Reads the custom title of a report document; null for the report's own. */
function readTitle({ title = '' }: UnknownRecord): string | null {
  if (typeof title !== 'string') throw badInput({ title: { key: 'mustBeText' } });
  if ([...title].length > MAX_TITLE)
    throw badInput({ title: { key: 'maxLength', params: { count: MAX_TITLE } } });
  return title.trim() || null;
}

/** Reads the arguments of the report. */
function readReportArguments({
  operation,
  given,
}: Pick<Export, 'operation' | 'given'>): UnknownRecord & ReportInput {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- read by the types of the operation's own arguments
  return operation.args(given, {}) as UnknownRecord & ReportInput;
}

async function reportExport({
  route,
  operation,
  given,
  context,
  now,
  document,
}: Export): Promise<ExportTable> {
  const { operation: key } = route;
  if (!isReportKey(key)) throw notFound();
  const args = readReportArguments({ operation, given });
  const title = readTitle(given);
  const report = reports[key];
  const compared = args.compare != null || args.compareFrom != null;
  const axes = (args.axis ?? []).filter(isAxisKey);
  const ratios = hasCustomMeasures(report)
    ? await context.services.reportCustomMeasures(signedIn(context))
    : [];
  const noted = splitList(given.columns).includes(NOTES)
    ? await notesColumn(context, args.productId, report, args)
    : null;
  const earlier = [...comparisonColumns(report), ...ratios.map(previousCustomMeasureColumn)];
  const usual = [
    ...reportColumns(report, axes, args),
    ...ratios.map(customMeasureColumn),
    ...(compared ? earlier : []),
  ];
  const further = [
    ...attributeColumns(axes),
    ...(report.extraColumnsFor?.(args) ?? report.extraColumns),
    ...report.argumentColumns,
    ...(noted ? [noted] : []),
  ];
  const known = new Map(
    [...usual, ...(report.comparison === 'always' ? earlier : []), ...further].map((column) => [
      column.name,
      column,
    ]),
  );
  const columns = selectColumns(given, document ? documentColumns(usual) : usual.map(({ name }) => name), [
    ...known.keys(),
  ]).flatMap((name) => known.get(name) ?? []);
  // Like the screen, a document marks imported media costs in a separate column, if there are any.
  const mark =
    document && includeAdCosts(columns) && !columns.some(({ name }) => name === MEDIA_DAYS)
      ? known.get(MEDIA_DAYS)
      : undefined;
  const opened = await context.services.openReport(key, signedIn(context), {
    ...args,
    fields: fieldsOf(mark ? [...columns, mark] : columns),
    resultFields: [],
  });
  const marked = mark && Number(mark.value(opened.result.total) ?? 0) > 0 ? [...columns, mark] : columns;
  if (document)
    return createReportDocument({
      operation: key,
      args,
      opened,
      columns: marked,
      known: [...known.values()],
      title,
      order: orderOf(report, args, [...known.values()]),
      context,
      locale: document,
      now,
    });
  return {
    name: `${lastPart(route)}-${dayOf(now)}`,
    title: lastPart(route),
    heading: [],
    ...reportTable(opened.rows, columns, { locale: localeOf(given) }),
  };
}

async function listExport({
  route,
  operation,
  given,
  context,
  now,
  document,
  empty,
}: Export): Promise<ExportTable> {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- read by the types of the operation's own arguments
  const args = operation.args(given, {}) as ListArgs;
  const service: unknown = Reflect.get(context.services, route.operation);
  if (!(service instanceof ListService)) throw new TypeError(`No list ${route.operation}`);
  const names = [...operation.names.keys()];
  const columns = selectColumns(given, document ? withoutIds(names) : names, names);
  const fields = columns.map((column) => [column, operation.names.get(column) ?? column] as const);
  const rows = await service.open(
    signedIn(context),
    args,
    new Set(['id', ...fields.map(([, field]) => field)]),
  );
  const filed =
    document &&
    (await createListDocument({
      operation: route.operation,
      args,
      definition: service.definition,
      columns: fields,
      context,
      locale: document,
      now,
    }));
  async function* cells(): AsyncGenerator<Cell[]> {
    for await (const row of rows) {
      if (route.operation === 'auditLogs') await addAuditWords(context, [row], document ?? context.locale);
      const mapped = operation.toRow(row);
      yield filed ? filed.cells(mapped) : columns.map((column) => toCell(mapped[column]));
    }
  }
  if (filed) return { ...filed, rows: cells() };
  return {
    name: `${lastPart(route)}-${dayOf(now)}`,
    title: lastPart(route),
    heading: [],
    header: columns,
    rows: empty ? [] : cells(),
  };
}

/**
 * Validates an export request.
 * @throws UNAUTHENTICATED, FORBIDDEN for a product outside the actor's list, BAD_USER_INPUT for an unknown
 * layout
 */
function readExport(
  route: Route,
  operation: Operation,
  given: UnknownRecord,
  context: ApiContext,
  now: number,
): Export {
  signedIn(context);
  rejectForeignProducts(route, operation, given, context);
  const { page: _page, page_size: _size, layout = 'data', ...all } = given;
  // For a file, `locale` is its language, although rows can have a field of that name.
  const { locale: _language, ...choosing } = all;
  rejectUnfilterable(operation.unfilterable, choosing);
  const layouts = layoutsOf(route);
  if (!layouts.some((known) => known === layout))
    throw badInput({ layout: { key: 'mustBeOneOf', params: { values: layouts.join(', ') } } });
  return {
    route,
    operation,
    given: all,
    context,
    now,
    document: layout === 'document' ? (localeOf(given) ?? 'ja') : null,
    empty: layout === 'template',
  };
}

/**
 * Returns all rows of a list or report route as a table, not only one page.
 * @throws Failure like `readExport`, and like the list or report
 */
export async function exportTable(...about: Parameters<typeof readExport>): Promise<ExportTable> {
  const requested = readExport(...about);
  switch (requested.route.answer) {
    case 'report':
      return reportExport(requested);
    case 'entity':
      return entityExport(requested);
    default:
      return listExport(requested);
  }
}

/** Returns the disagreement map, the gap, or the conversions of its step. They are small, so they are read whole. */
async function entityExport(requested: Export): Promise<ExportTable> {
  const { route, operation, given, context, now, document } = requested;
  if (route.operation === 'disagreement') return disagreementExport(requested);
  const answer = await operation.run(operation.args(given, {}), context);
  if (!isRecord(answer)) throw new TypeError(`No table ${route.operation}`);
  const known = gapColumns(route.operation).map(snake);
  const columns = selectColumns(given, known).map(camel);
  return gapTable(route.operation, answer, columns, { document, now });
}

async function disagreementExport({
  operation,
  given,
  context,
  now,
  document,
}: Export): Promise<ExportTable> {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- read by the types of the operation's own arguments
  const args = operation.args(given, {}) as unknown as DisagreementInput;
  const answer = await context.services.disagreements.read(signedIn(context), args, context.gone);
  const chosen = selectColumns(given, disagreementColumns(args));
  return disagreementTable({ args, answer, chosen, context, document, now });
}

/**
 * Validates an export without reading its rows. Columns of a report are only checked when the file is
 * written.
 * @throws Failure like `exportTable`
 */
export async function validateExport(...about: Parameters<typeof readExport>): Promise<void> {
  const requested = readExport(...about);
  const {
    route: { answer, operation: key },
    context,
    given,
  } = requested;
  if (answer === 'entity') return void (await entityExport(requested));
  if (answer !== 'report' || !isReportKey(key)) return void (await listExport(requested));
  readTitle(given);
  await context.services.validateReport(key, signedIn(context), readReportArguments(requested));
}
