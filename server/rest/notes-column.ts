import { addDays, monthOf, parseDay, TermPeriodUnit, type DayRange } from '../../shared/domain/calendar';
import { texts } from '../../shared/i18n';
import type { Column, Report, ReportInput } from '../analysis';
import { allows } from '../../shared/catalog';
import { MAX_PAGE_SIZE } from '../records/list-args';
import { numberOrNull, textOrNull } from '../records/row-values';
import { signedIn, type ApiContext } from '../services/context';

/** Column with the notes on a row's days; only on request. */
export const NOTES = 'notes';
const SEPARATOR = ' / ';
const MONTH = /^\d{6}$/;

interface NoteText {
  readonly day: number;
  readonly text: string;
}

/** Returns the days of a time series row by its period; null for other rows. */
function daysOf(name: string | null | undefined, unit: unknown): DayRange | null {
  if (!name) return null;
  if (MONTH.test(name)) return { from: Number(name) * 100 + 1, to: Number(name) * 100 + 31 };
  const day = parseDay(name);
  return day === null ? null : { from: day, to: unit === TermPeriodUnit.WEEK ? addDays(day, 6) : day };
}

/** Joins the notes of a row, each with its day if the row spans several. */
const lineOf = (notes: readonly NoteText[], { from, to }: DayRange): string =>
  notes
    .map(({ day, text }) => (from === to ? text : `${monthOf(day) % 100}/${day % 100} ${text}`))
    .join(SEPARATOR);

/**
 * Creates the column with the notes on each row's period, oldest first; null for reports without periods and
 * for actors without the right.
 */
export async function notesColumn(
  context: ApiContext,
  productId: number,
  { fields }: Report,
  { unit, dateFrom, dateTo }: ReportInput,
): Promise<Column | null> {
  const actor = signedIn(context);
  const field = (['period', 'acquisitionMonth'] as const).find((one) => one in fields);
  if (!field || !allows(actor.grants.notes, 'view') || !actor.productIds.includes(productId)) return null;
  const { results } = await context.services.notes.list(actor, {
    productId,
    pageSize: MAX_PAGE_SIZE,
    sortName: 'day',
    sortAsc: true,
  });
  const notes = results
    .map(({ day, noteText }): NoteText => ({ day: numberOrNull(day) ?? 0, text: textOrNull(noteText) ?? '' }))
    .filter(({ day }) => day >= (dateFrom ?? 0) && day <= (dateTo ?? Infinity));
  return {
    name: NOTES,
    fields: [field],
    value: (row) => {
      const days = daysOf(textOrNull(Reflect.get(row, field)), unit);
      const within = days ? notes.filter(({ day }) => day >= days.from && day <= days.to) : [];
      return days && within.length > 0 ? lineOf(within, days) : null;
    },
    title: (locale) => texts[locale].report.notes.title,
    unit: null,
  };
}
