import { logOfFigure, type FigureLog } from '../../../shared/catalog';
import type { Database } from '../../db/database';
import { badInput } from '../../auth/failure';
import { allOf, oneOf } from '../../crud/condition';
import type { FilterContext, Found, Row } from '../../crud/list-spec';
import type { LogField } from '../log-record';
import { rowsByDay } from './by-day';
import { figureFacts, readFigure, type FigureFacts } from './figure-facts';
import { sumOf } from './figure-total';

/** The field of a conversion that says what it adds to the figure that its log is narrowed by. */
const PART = 'figurePart';

/** Says of each conversion what it adds to a figure: together all of them make the figure. */
async function tellParts(db: Database, facts: FigureFacts, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const { source, where } = facts;
  const { sql, scale } = sumOf(facts);
  const among = oneOf('id', rows.map(({ rowId }) => Number(rowId)));
  const all = allOf(where);
  // From these conversions to their touches by the key of these: days alone would be read whole.
  const parts = await db.read<{ id: number; part: number | string | null }>(
    `SELECT f.conversion_id AS id, ${sql} AS part FROM (SELECT id AS of_id, day AS of_day FROM conversion WHERE ${among.sql}) c
     CROSS JOIN ${source.sql} f ON f.day = c.of_day AND f.conversion_id = c.of_id WHERE ${all.sql} GROUP BY f.conversion_id`,
    [...among.params, ...source.params, ...all.params],
  );
  const partOf = new Map(parts.map(({ id, part }) => [Number(id), Number(part ?? 0) / scale]));
  for (const row of rows) row[PART] = partOf.get(Number(row.rowId)) ?? null;
}

/** The rows of a log that stand behind a figure. */
async function rowsBehind(log: FigureLog, time: string, text: string, { db, actor, grant, products }: FilterContext): Promise<Found> {
  const figure = readFigure(text);
  if (logOfFigure(figure.key) !== log) throw badInput({ figure: { key: 'invalidInput' } });
  const [productId] = products ?? [];
  if (productId === undefined || products?.length !== 1) throw badInput({ productId: { key: 'required' } });
  const found = await figureFacts(db, actor, grant, productId, figure);
  const { source, figure: { acquired }, where, days, during } = found;
  const then = during(`e.${time}`);
  if (log !== 'conversions') {
    const [part, ...more] = (await rowsByDay(db, productId, found)) ?? [];
    return { ...allOf([then, days, ...where]), ...(part && { countable: more.length === 0 ? part : { from: part.from, where: allOf([days, ...where]) } }) };
  }
  const facts = allOf(acquired ? [days, ...where] : where);
  // What a cohort did is gathered once, and not for each conversion anew.
  const tell: Found['tell'] = (rows, wanted) => (wanted === null || wanted.has(PART) ? tellParts(db, found, rows) : Promise.resolve());
  if (acquired) return { ...allOf([then, { sql: `e.id IN (SELECT f.conversion_id FROM ${source.sql} f WHERE ${facts.sql})`, params: [...source.params, ...facts.params] }]), tell };
  // By the primary key of the touches: one look a conversion of these days.
  const exists = { sql: `EXISTS (SELECT 1 FROM ${source.sql} f WHERE f.day = e.day AND f.conversion_id = e.id AND ${facts.sql})`, params: facts.params };
  return { ...allOf([then, exists]), tell };
}

/** Filters a log by a figure of a report: what it was counted or added up from. It is no field of a row. */
export const figureOf = (log: FigureLog, time = 'time'): LogField => ({
  filters: { '': { sql: '', kind: 'text', type: 'text', max: 1, find: ([text = ''], asked) => rowsBehind(log, time, String(text), asked) } },
});
