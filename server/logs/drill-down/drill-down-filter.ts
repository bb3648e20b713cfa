import { logOfFigure, type FigureLog } from '../../../shared/catalog';
import type { Database } from '../../db/database';
import { joinInOrder } from '../../db/join-in-order';
import { badInput } from '../../auth/failure';
import { allOf, oneOf } from '../../records/condition';
import type { FilterContext, Found, Row } from '../../records/list-spec';
import type { LogField } from '../log-record';
import { rowsByDay } from './by-day';
import { figureFacts, readFigure, type FigureFacts } from './drill-down-facts';
import { adsAt } from './metric-cell';
import { sumOf } from './drill-down-total';

/** The conversion field with its contribution to the drilled-down metric value. */
const PART = 'figurePart';

/** Fills in each conversion's contribution to a metric value; together they sum to it. */
async function tellParts(db: Database, facts: FigureFacts, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const { source, where } = facts;
  const { sql, scale } = sumOf(facts);
  const among = oneOf(
    'id',
    rows.map(({ rowId }) => Number(rowId)),
  );
  const all = allOf(where);
  // Join from these conversions to their touches by key: by days alone, whole days would be read.
  const parts = await db.read<{ id: number; part: number | string | null }>(
    `SELECT f.conversion_id AS id, ${sql} AS part FROM (SELECT id AS of_id, day AS of_day FROM conversion WHERE ${among.sql}) c
     ${joinInOrder(db.dialect)} ${source.sql} f ON f.day = c.of_day AND f.conversion_id = c.of_id WHERE ${all.sql} GROUP BY f.conversion_id`,
    [...among.params, ...source.params, ...all.params],
  );
  const partOf = new Map(parts.map(({ id, part }) => [Number(id), Number(part ?? 0) / scale]));
  for (const row of rows) row[PART] = partOf.get(Number(row.rowId)) ?? null;
}

/** Maximum of touches to find by their ads first; with more, a scan of conversions by time soon meets matches. */
const FEW = 20_000;

/** Returns whether a conversion metric value has few touches, by the index of their ads. */
async function areFew(db: Database, productId: number, facts: FigureFacts): Promise<boolean> {
  const { from, to, noAd } = facts.figure;
  const ads = noAd ? [0] : await adsAt(db, productId, facts);
  if (!ads || ads.length === 0) return ads !== null;
  const among = oneOf('ad_id', ads);
  const [row] = await db.read<{ n: number | string }>(
    `SELECT COUNT(*) AS n FROM (SELECT 1 FROM conversion_touch FORCE INDEX (ix_conversion_touch_ad) WHERE product_id = ? AND ${among.sql} AND day BETWEEN ? AND ? LIMIT ${FEW + 1}) c`,
    [productId, ...among.params, from, to],
  );
  return Number(row?.n ?? 0) <= FEW;
}

/** Builds the log filter for the rows behind a metric value. */
async function rowsBehind(
  log: FigureLog,
  time: string,
  text: string,
  { db, actor, grant, products }: FilterContext,
): Promise<Found> {
  const figure = readFigure(text);
  if (logOfFigure(figure.key) !== log) throw badInput({ figure: { key: 'invalidInput' } });
  const [productId] = products ?? [];
  if (productId === undefined || products?.length !== 1) throw badInput({ productId: { key: 'required' } });
  const found = await figureFacts(db, actor, grant, productId, figure);
  const {
    source,
    figure: { acquired },
    where,
    days,
    during,
  } = found;
  const then = during(`e.${time}`);
  if (log !== 'conversions') {
    const [part, ...more] = (await rowsByDay(db, productId, found)) ?? [];
    return {
      ...allOf([then, days, ...where]),
      ...(part && {
        countable: more.length === 0 ? part : { from: part.from, where: allOf([days, ...where]) },
      }),
    };
  }
  const facts = allOf(acquired ? [days, ...where] : where);
  // The cohort's rows are collected once instead of for each conversion.
  const tell: Found['tell'] = (rows, wanted) =>
    wanted === null || wanted.has(PART) ? tellParts(db, found, rows) : Promise.resolve();
  if (acquired)
    return {
      ...allOf([
        then,
        {
          sql: `e.id IN (SELECT f.conversion_id FROM ${source.sql} f WHERE ${facts.sql})`,
          params: [...source.params, ...facts.params],
        },
      ]),
      tell,
    };
  const { params } = facts;
  const touches = `SELECT 1 FROM ${source.sql} f WHERE f.day = e.day AND f.conversion_id = e.id AND ${facts.sql}`;
  const exists = { sql: `EXISTS (${touches})`, params };
  if (db.dialect === 'sqlite' || (await areFew(db, productId, found)))
    return { ...allOf([then, exists]), tell };
  // MariaDB would materialize all touches before the first row. As a scalar subquery, it checks one conversion
  // after the other.
  const looked = { sql: `(${touches} LIMIT 1) IS NOT NULL`, params };
  return {
    ...allOf([then, looked]),
    countable: { from: 'conversion e', where: allOf([oneOf('e.product_id', [productId]), then, exists]) },
    tell,
  };
}

/** Filter that limits a log to the rows behind a metric value. It is not a field of a row. */
export const figureOf = (log: FigureLog, time = 'time'): LogField => ({
  filters: {
    '': {
      sql: '',
      kind: 'text',
      type: 'text',
      max: 1,
      find: ([text = ''], asked) => rowsBehind(log, time, String(text), asked),
    },
  },
});
