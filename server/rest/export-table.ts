import { isAxisKey } from '../../shared/catalog';
import { locales, type Locale } from '../../shared/i18n/messages';
import type { UnknownRecord } from '../../shared/records';
import { comparisonColumns, fieldsOf, isReportKey, reportColumns, reports, reportTable, type ReportInput } from '../analysis';
import { badInput, notFound } from '../auth/failure';
import type { ListArgs } from '../crud/list-args';
import { ListService } from '../crud/list.service';
import type { Cell } from '../export/cell';
import { signedIn, type ApiContext } from '../graphql/context';
import type { Operation } from './operation';
import type { Route } from './routes';

/** A table to be written as CSV or xlsx. */
export interface ExportTable {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;
}

const listed = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((part) => (typeof part === 'string' ? part.split(',') : [])).filter(Boolean);

const localeOf = (given: UnknownRecord): Locale | null => locales.find((locale) => locale === given.locale) ?? null;

const cell = (value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object')) return value.join(',');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value);
};

/** @param more columns that may be chosen, but are left out when nothing is */
function chosen(given: UnknownRecord, known: readonly string[], more: readonly string[] = []): readonly string[] {
  const asked = listed(given.columns);
  if (asked.length === 0) return known;
  const unknown = asked.filter((column) => !known.includes(column) && !more.includes(column));
  if (unknown.length > 0) throw badInput({ columns: { key: 'unknownField' } });
  return asked;
}

async function reportExport(route: Route, operation: Operation, given: UnknownRecord, context: ApiContext): Promise<ExportTable> {
  const args = operation.args(given, {});
  const { operation: key } = route;
  if (!isReportKey(key)) throw notFound();
  const report = reports[key];
  const compared = args.compare != null || args.compareFrom != null;
  const usual = [...reportColumns(report, listed(args.axis).filter(isAxisKey)), ...(compared ? comparisonColumns(report) : [])];
  const known = new Map([...usual, ...report.furtherColumns].map((column) => [column.name, column]));
  const columns = chosen(given, usual.map(({ name }) => name), [...known.keys()]).flatMap((name) => known.get(name) ?? []);
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- read by the types of the operation's own arguments
  const asked = { ...(args as UnknownRecord & ReportInput), fields: fieldsOf(columns) };
  const { results } = await context.services.reports[key](signedIn(context), asked);
  return { name: route.path.split('/').at(-1) ?? 'report', ...reportTable(results, columns, { locale: localeOf(given) }) };
}

async function listExport(route: Route, operation: Operation, given: UnknownRecord, context: ApiContext): Promise<ExportTable> {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- read by the types of the operation's own arguments
  const args = operation.args(given, {}) as ListArgs;
  const actor = signedIn(context);
  const service: unknown = Reflect.get(context.services, route.operation);
  if (!(service instanceof ListService)) throw new TypeError(`No list ${route.operation}`);
  const columns = chosen(given, [...operation.names.keys()]);
  const wanted = new Set(columns.map((column) => operation.names.get(column) ?? column));
  const rows = await service.open(actor, args, wanted);
  async function* cells(): AsyncGenerator<Cell[]> {
    for await (const row of rows) {
      const mapped = operation.toRow(row);
      yield columns.map((column) => cell(mapped[column]));
    }
  }
  return { name: route.path.split('/').at(-1) ?? 'list', header: columns, rows: cells() };
}

/** Every row that a list or report route means, as a table: of the filter, not of a page. */
export function exportTable(route: Route, operation: Operation, given: UnknownRecord, context: ApiContext): Promise<ExportTable> {
  signedIn(context);
  const { page: _page, page_size: _size, ...all } = given;
  return route.answer === 'report' ? reportExport(route, operation, all, context) : listExport(route, operation, all, context);
}

