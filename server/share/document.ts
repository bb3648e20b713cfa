import { parseDay, type Day } from '../../shared/domain/calendar';
import type { Locale } from '../../shared/i18n/messages';
import type { Actor } from '../auth/actor';
import { Failure } from '../auth/failure';
import type { Database } from '../db/database';
import { numberOrNull, textOrNull } from '../records/row-values';
import type { ApiContext } from '../services/context';
import type { Services } from '../services/services';
import type { MailedTable } from '../settings/report-schedule/report-mail';
import type { SharedContent, SharedPart } from '../settings/share/share.service';
import { labelComparison, readViewTable, type ReportExporter } from './view-table';

/** A note on a day of the report. */
export interface DayNote {
  readonly day: Day;
  readonly text: string;
}

/** One report of a document. */
export interface DocumentSection {
  readonly title: string;
  readonly comment: string | null;
  /** Whether its rows are periods, in order of time. */
  readonly overTime: boolean;
  /** Null if the report is refused. */
  readonly table: MailedTable | null;
  readonly notes: readonly DayNote[];
}

/** A view or a client report, read for a page. */
export interface SharedDocument {
  readonly locale: Locale;
  readonly title: string;
  /** Null for a single view. */
  readonly cover: { readonly addressee: string | null; readonly sender: string | null } | null;
  readonly sections: readonly DocumentSection[];
  readonly now: number;
}

/** Dependencies of reading a document. */
export interface DocumentDeps {
  readonly db: Database;
  readonly services: Services;
  readonly exporter: ReportExporter;
  readonly now: () => number;
}

/** Report whose rows are periods. */
const OVER_TIME = 'time_series';
/** Report whose range selects acquisition months: it keeps its own period. */
const BY_ACQUISITION = 'transitions';

/** Returns a view with the period of the client report instead of its own. */
function inPeriod(view: SharedPart['view'], period: string | null): SharedPart['view'] {
  if (period === null || view.report === BY_ACQUISITION) return view;
  const search = new URLSearchParams(view.search ?? '');
  for (const name of ['from', 'to']) search.delete(name);
  search.set('period', period);
  return { ...view, search: search.toString() };
}

/** Ids and the mark of imported costs, which say nothing to an outsider. */
const LEFT_OUT = /(^|_)id$|^media_days$/;

/** Returns a table with the columns for outsiders. */
function forOutsiders(table: MailedTable): MailedTable {
  const shown = table.columns.flatMap((name, index) => (LEFT_OUT.test(name) ? [] : [index]));
  const pick = <T>(cells: readonly T[]): T[] => shown.flatMap((index) => cells.slice(index, index + 1));
  return {
    ...table,
    header: pick(table.header),
    columns: pick(table.columns),
    rows: table.rows.map(pick),
    total: table.total && pick(table.total),
  };
}

/** Returns the first and last day that the heading of a report names. */
function daysOf({ heading }: MailedTable): { from: Day; to: Day } | null {
  const days = heading.flatMap(([, value]) => {
    const found = typeof value === 'string' ? (value.match(/\d{4}\/\d{2}\/\d{2}/g) ?? []) : [];
    return found.length === 2 ? [found.map((text) => parseDay(text))] : [];
  });
  const [from = null, to = null] = days[0] ?? [];
  return from !== null && to !== null ? { from, to } : null;
}

/** Returns the product's notes on the days of a report; none if the actor may not read notes. */
async function notesOf({ services }: DocumentDeps, actor: Actor, productId: number, table: MailedTable) {
  const days = daysOf(table);
  if (!days || actor.grants.notes.right === 'none') return [];
  const rows = await services.notes.all(actor, { productId }, new Set(['id', 'day', 'noteText']));
  return rows
    .map(({ day, noteText }): DayNote => ({ day: numberOrNull(day) ?? 0, text: textOrNull(noteText) ?? '' }))
    .filter(({ day }) => day >= days.from && day <= days.to)
    .sort((a, b) => a.day - b.day);
}

/** Reads the reports of a document with an actor's rights, one after the other. */
export async function readDocument(
  deps: DocumentDeps,
  actor: Actor,
  { title, productId, clientReport, parts }: SharedContent,
  { locale, notes, requestId }: { locale: Locale; notes: boolean; requestId: string },
): Promise<SharedDocument> {
  const { db, services, exporter } = deps;
  const now = deps.now();
  const client = { ip: '', ua: null };
  const context: ApiContext = { actor, client, locale, requestId, services, loaders: null };
  const sections: DocumentSection[] = [];
  for (const { view, comment } of parts) {
    const moved = inPeriod(view, clientReport?.period ?? null);
    const read = await readViewTable(db, exporter, moved, now, context).catch((error: unknown) => {
      // For example a filter by an ad that the creator may no longer see.
      if (error instanceof Failure) return null;
      throw error;
    });
    const table =
      read && forOutsiders({ ...read, heading: labelComparison(read.heading, moved.search, locale) });
    sections.push({
      title: view.title,
      comment,
      overTime: view.report === OVER_TIME,
      table,
      notes: notes && table ? await notesOf(deps, actor, productId, table) : [],
    });
  }
  const cover = clientReport && { addressee: clientReport.addressee, sender: clientReport.sender };
  return { locale, title, cover, sections, now };
}
