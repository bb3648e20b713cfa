import { rightKeys, type RightKey } from '../../shared/catalog';
import { dayOf, WeekStart } from '../../shared/domain/calendar';
import { punctuation } from '../../shared/format';
import { texts } from '../../shared/i18n';
import { locales, type Locale } from '../../shared/i18n/messages';
import { comparisonWord, queryForDay, readComparison, readPeriod } from '../../shared/period';
import { recordOf } from '../../shared/records';
import type { GraphQLSchema } from 'graphql';
import { reportKeys, reportPath } from '../analysis';
import type { Actor } from '../auth/actor';
import { Failure } from '../auth/failure';
import { select } from '../db/statements';
import type { Database } from '../db/database';
import type { Row } from '../export/csv';
import type { ExportTable } from '../rest/downloads';
import { exportTable } from '../rest/export-table';
import { operationOf } from '../rest/operation';
import { routes } from '../rest/routes';
import type { ApiContext } from '../services/context';
import type { MailedTable } from '../settings/report-schedule/report-mail';
import type { SavedView } from '../settings/saved-view/saved-view.entity';

/** The stored state of a view of a report. */
export type StoredView = Pick<SavedView, 'productId' | 'report' | 'reportQuery' | 'search'>;

/**
 * Returns the table of a report's file.
 * @param report its path below `/analyses`
 * @param parameters as in the REST download
 */
export type ReportExporter = (
  report: string,
  parameters: Readonly<Record<string, string>>,
  context: ApiContext,
) => Promise<ExportTable>;

/** Creates the exporter of reports from the operations of the API. */
export const reportExporter =
  (schema: GraphQLSchema, now: () => number): ReportExporter =>
  (report, parameters, context) => {
    const key = reportKeys.find((known) => reportPath(known) === report) ?? report;
    const route = routes.find(
      ({ operation, download, path }) => download && operation === key && path.startsWith('/analyses/'),
    );
    if (!route) throw new Failure('NOT_FOUND', 'notFound');
    return exportTable(route, operationOf(schema, route), parameters, context, now());
  };

/** Returns an actor with further masks. */
export const withMasks = (actor: Actor, isMasked: (menu: RightKey) => boolean): Actor => ({
  ...actor,
  grants: recordOf(rightKeys, (menu) => ({
    ...actor.grants[menu],
    masked: actor.grants[menu].masked || isMasked(menu),
  })),
});

/** Returns a stored language; Japanese by default. */
export const localeOf = (stored: string | null): Locale =>
  locales.find((locale) => locale === stored) ?? 'ja';

/** Adds the name of the comparison, as on screen, to the compared dates in the heading. */
export function labelComparison(
  heading: ExportTable['heading'],
  search: string | null,
  locale: Locale,
): ExportTable['heading'] {
  const address = new URLSearchParams(search ?? '');
  const period = readPeriod(address);
  if (!period) return heading;
  const word = texts[locale].report[comparisonWord(period, readComparison(address.get('compare')))];
  const { compared } = texts[locale].documents;
  return heading.map((row) =>
    row[0] === compared && row[1] != null ? [row[0], `${word}${punctuation[locale].colon}${row[1]}`] : row,
  );
}

/** Maximum number of rows that are read; above it, a mail states the total and links to the report. */
const MAX_ROWS = 20_000;

/**
 * Reads the table's rows and separates the total.
 * @param totalWord label of the total row
 */
async function readTable(table: ExportTable, totalWord: string): Promise<MailedTable> {
  const rows: Row[] = [];
  let count = 0;
  let last: Row | null = null;
  for await (const row of table.rows) {
    if (last && rows.length < MAX_ROWS) rows.push(last);
    last = row;
    count += 1;
  }
  const total = last?.includes(totalWord) ? last : null;
  if (last && !total && rows.length < MAX_ROWS) rows.push(last);
  return { ...table, columns: table.columns ?? [], rows, total, count: total ? count - 1 : count };
}

/** Returns the parameters of the view's report at a given time. */
async function reportParameters(
  db: Database,
  view: StoredView,
  forTime: number,
  locale: Locale,
): Promise<Record<string, string>> {
  const [product] = await select<{ week_start: number }>(db)`SELECT week_start FROM product
    WHERE id = ${view.productId ?? 0}`;
  const weekStart = product?.week_start === WeekStart.SUNDAY ? WeekStart.SUNDAY : WeekStart.MONDAY;
  const moved = queryForDay(
    view.report ?? '',
    new URLSearchParams(view.search ?? ''),
    new URLSearchParams(view.reportQuery ?? ''),
    { today: dayOf(forTime), weekStart },
  );
  return { ...Object.fromEntries(moved), product_id: String(view.productId), layout: 'document', locale };
}

/** Reads the table of a view's report, with the days as of a time. */
export async function readViewTable(
  db: Database,
  exporter: ReportExporter,
  view: StoredView,
  forTime: number,
  context: ApiContext,
): Promise<MailedTable> {
  const parameters = await reportParameters(db, view, forTime, context.locale);
  return readTable(
    await exporter(view.report ?? '', parameters, context),
    texts[context.locale].report.total,
  );
}
