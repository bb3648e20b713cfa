import { isAxisKey } from '../../shared/catalog';
import { locales, type Locale } from '../../shared/i18n/messages';
import { comparisonColumns, fieldsOf, reportColumns, reportTable, type ReportInput, type ReportKey } from '../analysis';
import { badInput } from '../auth/failure';
import type { ListArgs } from '../crud/list-args';
import type { ListService } from '../crud/list.service';
import type { Cell } from '../export/cell';
import { signedIn, type ApiContext } from '../graphql/context';
import type { Services } from '../composition/services';
import type { Operation } from './operation';
import { reportOf } from './report-rows';
import type { Route } from './routes';

/** A table to be written as CSV or xlsx. */
export interface ExportTable {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;
}

type Given = Readonly<Record<string, unknown>>;

const listed = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((part) => (typeof part === 'string' ? part.split(',') : [])).filter(Boolean);

const localeOf = (given: Given): Locale | null => locales.find((locale) => locale === given.locale) ?? null;

const cell = (value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object')) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : (value as Cell);
};

/** @param more columns that may be chosen, but are left out when nothing is */
function chosen(given: Given, known: readonly string[], more: readonly string[] = []): readonly string[] {
  const asked = listed(given.columns);
  if (asked.length === 0) return known;
  const unknown = asked.filter((column) => !known.includes(column) && !more.includes(column));
  if (unknown.length > 0) throw badInput({ columns: { key: 'unknownField' } });
  return asked;
}

async function reportExport(route: Route, operation: Operation, given: Given, context: ApiContext): Promise<ExportTable> {
  const args = operation.args(given, {});
  const report = reportOf(route);
  const compared = args.compare != null || args.compareFrom != null;
  const usual = [...reportColumns(report, (args.axis as string[]).filter(isAxisKey)), ...(compared ? comparisonColumns(report) : [])];
  const known = new Map([...usual, ...report.furtherColumns].map((column) => [column.name, column]));
  const columns = chosen(given, usual.map(({ name }) => name), [...known.keys()]).flatMap((name) => known.get(name) ?? []);
  const asked = { ...(args as unknown as ReportInput), fields: fieldsOf(columns) };
  const { results } = await context.services.reports[route.operation as ReportKey](signedIn(context), asked);
  return { name: route.path.split('/').at(-1) ?? 'report', ...reportTable(results, columns, { locale: localeOf(given) }) };
}

async function listExport(route: Route, operation: Operation, given: Given, context: ApiContext): Promise<ExportTable> {
  const args = operation.args(given, {}) as ListArgs;
  const actor = signedIn(context);
  const service = context.services[route.operation as keyof Services] as ListService;
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
export function exportTable(route: Route, operation: Operation, given: Given, context: ApiContext): Promise<ExportTable> {
  signedIn(context);
  const { page: _page, page_size: _size, ...all } = given;
  return route.answer === 'report' ? reportExport(route, operation, all, context) : listExport(route, operation, all, context);
}

