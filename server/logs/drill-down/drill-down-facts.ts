import {
  AttributionModel,
  CvType,
  enumValues,
  LATER_CONVERSIONS,
  MAX_PATH_STEPS,
  ALL_CV_SETTINGS,
  baseSources,
  columnOf,
  countedConversions,
  factRows,
  hasLogRows,
  logOfBaseMeasure,
  parseMetricCell,
  type AcquisitionFilter,
  type PathFilter,
  type Span,
  type BaseColumn,
  type BaseKey,
  type FactRows,
  type MetricCell,
  type Grant,
  type NewAndExistingEvaluation,
} from '../../../shared/catalog';
import { PATH_CLASS, ownEvaluation, pathClassesOf } from '../../../shared/domain/journey';
import {
  endOfDay,
  isDay,
  startOfDay,
  addDays,
  listPeriods,
  type Day,
  type DayRange,
} from '../../../shared/domain/calendar';
import { select } from '../../db/statements';
import { oneOf, allOf, fromIndex, type Condition } from '../../db/condition';
import type { Actor } from '../../auth/actor';
import { badInput } from '../../auth/failure';
import { ownAgency } from '../../auth/permissions';
import type { Database } from '../../db/database';
import type { Countable } from '../../records/list-definition';
import { acquirerCondition } from './acquirers';
import { adsOfCell, cellConditions, requireVisibleCell } from './metric-cell';

const SHARES = enumValues(AttributionModel)
  .map((model) => `t.share_${model}`)
  .join(', ');
/** The contacts of the path that acquired a customer. */
const CONTACTS = `t.product_id, t.ad_id, t.device, t.redirect_id, t.lpo_entry_id, t.is_last, ${SHARES}`;

/** Returns SQL for the month of a day as a consecutive number; both databases divide without remainder. */
const monthNumber = (day: string): string =>
  `((${day} - ${day} % 10000) / 10000 * 12 + (${day} % 10000 - ${day} % 100) / 100)`;

/**
 * Returns the conversions of customers acquired on some days, under the contacts of the acquiring paths.
 * The result includes the acquiring conversions and later ones. It has the columns of touches, so all
 * conditions on touches apply.
 */
function cohortRows(productId: number, { from, to, customers, after }: AcquisitionFilter): Condition {
  const acquiring = `t.class = ${PATH_CLASS.FIRST} AND t.cv_type = ${CvType.LAST_CV}`;
  const acquired = {
    sql: `SELECT t.day, t.conversion_id, t.amount_sen, ${CONTACTS} FROM conversion_touch t
      WHERE t.product_id = ? AND t.day BETWEEN ? AND ? AND ${acquiring}`,
    params: [productId, from, to],
  };
  const since = after
    ? {
        sql: ` AND ${monthNumber('l.day')} - ${monthNumber('l.acquired_day')} BETWEEN ? AND ?`,
        params: [after.from, after.to],
      }
    : { sql: '', params: [] };
  const later = {
    sql: `SELECT l.day, l.conversion_id, l.amount_sen, ${CONTACTS}
      FROM ${LATER_CONVERSIONS}
      WHERE l.product_id = ? AND l.acquired_day BETWEEN ? AND ?${customers ? ' AND l.first_of_month = 1' : ''}${since.sql}`,
    params: [productId, from, to, ...since.params],
  };
  const rows = after && after.from > 0 ? [later] : [acquired, later];
  return {
    sql: `(${rows.map(({ sql }) => sql).join('\n      UNION ALL ')}) f`,
    params: rows.flatMap(({ params }) => params),
  };
}

const MS = 1000;

const within = (column: string, { from, to }: Span, scale = 1): Condition => ({
  sql: to === null ? `${column} >= ?` : `(${column} >= ? AND ${column} < ?)`,
  params: to === null ? [from * scale] : [from * scale, to * scale],
});

const SAME_PATH = (p: string, of: string): string =>
  `${p}.product_id = ${of}.product_id AND ${p}.day = ${of}.day AND ${p}.conversion_id = ${of}.conversion_id AND ${p}.class = ${of}.class`;

/**
 * Matches last touches `f` of paths that went through these ads.
 * Conditions on the touch itself (its ad, the path length) come first, so only plausible paths are assembled,
 * each by its key.
 */
function pathThrough({ ads, repeats }: NonNullable<PathFilter['path']>): Condition {
  const run = `NOT EXISTS (SELECT 1 FROM conversion_touch q WHERE ${SAME_PATH('q', 'p')} AND q.pos = p.pos - 1 AND q.ad_id = p.ad_id)`;
  return {
    sql: `(f.n > ${MAX_PATH_STEPS} OR (f.ad_id = ? AND f.n ${repeats ? '=' : '>='} ?))
      AND (SELECT GROUP_CONCAT(p.ad_id ORDER BY p.pos) FROM conversion_touch p
        WHERE ${SAME_PATH('p', 'f')} AND p.pos BETWEEN 1 AND ${MAX_PATH_STEPS}${repeats ? '' : ` AND ${run}`}) = ?`,
    params: [ads.at(-1) ?? 0, ads.length, ads.join(',')],
  };
}

/** Returns the conditions on the last touches `f` of conversions that came along some paths. */
const pathConditions = ({ touches, latency, through, path }: PathFilter): Condition[] => [
  ...(touches ? [within('f.n', touches)] : []),
  ...(latency ? [{ sql: 'f.n > 0', params: [] }, within('f.latency_ms', latency, MS)] : []),
  ...(through ?? []).map((ad) => ({
    sql: `EXISTS (SELECT 1 FROM conversion_touch p WHERE ${SAME_PATH('p', 'f')} AND p.ad_id = ?)`,
    params: [ad],
  })),
  ...(path ? [pathThrough(path)] : []),
];

/** The facts behind a metric value: all rows of a table that meet every condition. */
export interface MetricFacts {
  readonly metricValue: MetricCell;
  readonly table: BaseColumn['rows'];
  /** FROM clause of the rows. */
  readonly source: Condition;
  /** All conditions except the days. */
  readonly where: readonly Condition[];
  /**
   * The days. Leave these out if each row is selected by its own day, because SQLite would read all days for
   * each row.
   */
  readonly days: Condition;
  /** The agency whose ads alone count; null: all. */
  readonly agencyId: number | null;
  /** Returns the same days as an instant range of a column, since logs are indexed by time. */
  readonly during: (column: string) => Condition;
}

interface Separation {
  new_existing_separation: number | boolean;
  new_existing_evaluation: NewAndExistingEvaluation;
}

async function evaluationOf(
  db: Database,
  productId: number,
  { evaluation }: MetricCell,
): Promise<NewAndExistingEvaluation> {
  if (evaluation !== null) return evaluation;
  const [product] = await select<Separation>(db)`SELECT new_existing_separation, new_existing_evaluation
    FROM product WHERE id = ${productId}`;
  return ownEvaluation(Boolean(product?.new_existing_separation), product?.new_existing_evaluation ?? 3);
}

/**
 * Parses an encoded metric value. @throws Failure BAD_USER_INPUT naming `figure` if it is malformed, has no
 * events (a fee), or is split among rows (a medium's cost on a device)
 */
export function readMetricValue(text: string): MetricCell {
  const metricValue = parseMetricCell(text);
  if (!metricValue || logOfBaseMeasure(metricValue.key) === null || !hasLogRows(metricValue.key, metricValue))
    throw badInput({ figure: { key: 'invalidInput' } });
  if (!isDay(metricValue.from) || !isDay(metricValue.to)) throw badInput({ figure: { key: 'mustBeDate' } });
  if (metricValue.from > metricValue.to) throw badInput({ figure: { key: 'fromAfterTo' } });
  const { acquired } = metricValue;
  if (acquired && !(isDay(acquired.from) && isDay(acquired.to)))
    throw badInput({ figure: { key: 'mustBeDate' } });
  return metricValue;
}

const sql = (text: string): Condition => ({ sql: text, params: [] });

/** Returns the fact column behind a base measure. @throws for fees, which have no events */
export function columnBehind(key: BaseKey): BaseColumn {
  const column = columnOf(key);
  if (!column) throw new Error('Fees have no events');
  return column;
}

/** Returns the conditions on conversions that a base measure counts. */
function conversionsOf({ key, cvSettingIds }: MetricCell): Condition[] {
  const source = baseSources[key];
  if (source.table !== 'cv' || cvSettingIds === ALL_CV_SETTINGS) return [];
  const { types, where } = countedConversions(source.cv, cvSettingIds.length > 0 ? cvSettingIds : null, 'f.');
  return [oneOf('f.cv_type', types), ...(where ? [sql(where)] : [])];
}

/** Returns the conditions on the rows of a base measure, in any cell: those that count and are listed. */
function listedRows(key: BaseKey): Condition[] {
  const { rows, where, listed } = columnBehind(key);
  const counted: FactRows = factRows[rows];
  return [counted.where, where, listed].flatMap((text) => (text ? [sql(text)] : []));
}

/** Returns the conditions on conversions of a metric value, beside those on its rows. */
const conversionRows = (metricValue: MetricCell, evaluation: NewAndExistingEvaluation): Condition[] => [
  oneOf('f.class', pathClassesOf(evaluation)),
  ...conversionsOf(metricValue),
  ...(metricValue.along ? pathConditions(metricValue.along) : []),
];

/**
 * Returns the facts that a report's metric value counts or sums: the same rows that the rollups use. For an
 * agency, only those of its own ads.
 *
 * @throws Failure BAD_USER_INPUT, FORBIDDEN (see readMetricValue, requireVisibleCell)
 */
export async function metricFacts(
  db: Database,
  actor: Actor,
  grant: Grant,
  productId: number,
  metricValue: MetricCell,
): Promise<MetricFacts> {
  await requireVisibleCell(db, actor, metricValue, productId);
  const agency = ownAgency(actor, grant);
  const { from, to } = metricValue;
  const { rows: table } = columnBehind(metricValue.key);
  const { alias, from: allRows } = factRows[table];
  const { acquired, acquiring } = metricValue;
  return {
    metricValue,
    table,
    source: acquired ? cohortRows(productId, acquired) : { sql: allRows, params: [] },
    agencyId: agency,
    where: [
      { sql: `${alias}.product_id = ?`, params: [productId] },
      ...listedRows(metricValue.key),
      ...(table === 'conversion_touch' && !acquired
        ? conversionRows(metricValue, await evaluationOf(db, productId, metricValue))
        : []),
      ...cellConditions(alias, metricValue, productId),
      ...(acquiring
        ? [
            await acquirerCondition(
              db,
              productId,
              { ...metricValue, acquiring },
              {
                ads: await adsOfCell(db, productId, { metricValue, agencyId: agency }),
                at: metricValue.at,
              },
            ),
          ]
        : []),
      ...(agency === null
        ? []
        : [{ sql: `${alias}.ad_id IN (SELECT a.id FROM ad a WHERE a.agency_id = ?)`, params: [agency] }]),
    ],
    days: { sql: `${alias}.day BETWEEN ? AND ?`, params: [from, to] },
    during: (column) => ({ sql: `${column} BETWEEN ? AND ?`, params: [startOfDay(from), endOfDay(to)] }),
  };
}

/** Covering indexes over Tokyo days and ads for metric values of contacts and page views. */
const BY_DAY: Partial<Record<MetricFacts['table'], string>> = {
  interaction: 'ix_interaction_day',
  access: 'ix_access_day',
};
/** Maximum of index entries that are looked up one by one. */
const MAX_LOOKUPS = 12_000;

const daysOf = ({ from, to }: DayRange): Day[] => {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
};

/**
 * Returns the queries for the rows behind a metric value of contacts or views, by the day index.
 * Among millions of rows this index is the only fast access, and the databases would not choose it. The queries
 * go month by month, which bounds each statement; with few ads they look up each day. Returns null for other
 * metric values.
 */
export async function rowsByDay(
  db: Database,
  productId: number,
  facts: MetricFacts,
): Promise<Countable[] | null> {
  const { metricValue, table, where } = facts;
  const index = BY_DAY[table];
  if (index === undefined) return null;
  const from = fromIndex(db.dialect, table, index);
  const ads = await adsOfCell(db, productId, facts);
  const part = (conditions: readonly Condition[]): Countable => ({
    from,
    where: allOf([...conditions, ...where]),
  });
  const days = daysOf(metricValue);
  if (ads?.length === 0) return [];
  if (ads && ads.length * days.length <= MAX_LOOKUPS)
    return [part([oneOf('e.day', days), oneOf('e.ad_id', ads)])];
  return listPeriods(metricValue, 'month', 0).map(({ days: range }) =>
    part([{ sql: 'e.day BETWEEN ? AND ?', params: [range.from, range.to] }]),
  );
}
