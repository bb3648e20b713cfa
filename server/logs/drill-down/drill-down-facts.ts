import {
  ALL_CV_SETTINGS,
  baseSources,
  columnOf,
  countedConversions,
  factRows,
  hasLogRows,
  logOfBaseMeasure,
  parseMetricCell,
  type BaseColumn,
  type BaseKey,
  type FactRows,
  type MetricCell,
  type Grant,
  type NewAndExistingEvaluation,
} from '../../../shared/catalog';
import { endOfDay, isDay, startOfDay } from '../../../shared/domain/calendar';
import { ownEvaluation, pathClassesOf } from '../../../shared/domain/journey';
import type { Actor } from '../../auth/actor';
import { badInput } from '../../auth/failure';
import { ownAgency } from '../../auth/permissions';
import { oneOf, type Condition } from '../../db/condition';
import type { Database } from '../../db/database';
import { acquirerCondition } from './acquirers';
import { cohortRows } from './cohort-rows';
import { pathConditions } from './path-conditions';
import { adsOfCell, cellConditions, requireVisibleCell } from './metric-cell';

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
  const [product] = await db.read<Separation>(
    'SELECT new_existing_separation, new_existing_evaluation FROM product WHERE id = ?',
    [productId],
  );
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
