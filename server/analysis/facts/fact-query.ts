import { baseSources, CvType, isOfWholeAds, type BaseKey, type CvChoice, type NewAndExistingEvaluation } from '../../../shared/catalog';
import { addDays, addMonths, listPeriods, splitIntoMonthsAndEdgeDays, type DayRange } from '../../../shared/domain/calendar';
import { pathClassesOf } from '../../../shared/domain/journey';
import { placeholders } from '../../db/database';
import { rollupTable, type FactKind, type Grain, type RollupPeriod } from '../rollups/tables';

/** Columns that facts can be filtered by. */
export type FactColumn = 'ad_id' | 'device' | 'redirect_id' | 'lpo_entry_id';

/** Columns that facts can be grouped by; `day` keeps Tokyo days apart and reads day rows only, `month` months. */
export type GroupColumn = FactColumn | RollupPeriod;

/**
 * Which ads facts are kept apart by, where most of them are wanted together only: those of one list stand under its
 * first, those of no list under `OTHER_ADS`.
 */
export type AdLists = readonly (readonly [number, ...number[]])[];
export const OTHER_ADS = -1;

/** Which facts to add up, and how far apart to keep them. */
export interface FactQuery {
  readonly productId: number;
  readonly range: DayRange;
  readonly groupBy: readonly GroupColumn[];
  readonly keys: readonly BaseKey[];
  readonly evaluation: NewAndExistingEvaluation;
  /** What `cvChosen` counts; null: all final conversions. */
  readonly cvSettingIds: readonly number[] | null;
  /** Only these ads, devices (codes), redirects; null: all. */
  readonly only: Readonly<Partial<Record<FactColumn, readonly number[] | null>>>;
  /** How ads that are grouped by are put together; null: each stands for itself. */
  readonly adLists?: AdLists | null;
}

/** The ad that facts stand under. A list of one is the ad itself: these share one test. */
function adColumn(lists: AdLists): string {
  const alone = lists.flatMap((list) => (list.length === 1 ? list : []));
  const cases = [
    ...(alone.length > 0 ? [`WHEN ad_id IN (${alone.join(',')}) THEN ad_id`] : []),
    ...lists.filter(({ length }) => length > 1).map((list) => `WHEN ad_id IN (${list.join(',')}) THEN ${list[0]}`),
  ];
  return cases.length === 0 ? String(OTHER_ADS) : `CASE ${cases.join(' ')} ELSE ${OTHER_ADS} END`;
}

/** A statement with its parameters; each row carries the group columns and some of the asked keys. */
export interface FactStatement {
  readonly sql: string;
  readonly params: readonly number[];
  readonly keys: readonly BaseKey[];
}

/** The coarse rollups hold the ad only; anything finer needs the fine ones. */
function grainOf(query: Pick<FactQuery, 'groupBy' | 'only'>): Grain {
  const filtered = Object.entries(query.only).filter(([, values]) => values).map(([column]) => column);
  return [...query.groupBy, ...filtered].every((column) => column === 'ad_id' || column === 'day' || column === 'month') ? 'coarse' : 'fine';
}

type Condition = { sql: string; params: readonly number[] };

/** More days than this are read as one range: as many points would cost more to plan than to read. */
const MAX_POINTS = 100;
/** The same where few ads are asked for, of so many rows at most: the others of a year are a hundred times as many. */
const MAX_ROWS = 4000;

const pointsOf = ({ only: { ad_id: ads } }: FactQuery): number => Math.max(MAX_POINTS, ads ? Math.floor(MAX_ROWS / ads.length) : 0);

/** Periods one by one, so that they and what follows in the key (type, class, ad) are short ranges of it. @param most periods told apart */
function periodsIn(column: RollupPeriod, from: number, to: number, most: number): Condition {
  const periods: number[] = [];
  for (let period = from; period <= to; period = column === 'day' ? addDays(period, 1) : addMonths(period, 1)) {
    periods.push(period);
    if (periods.length > most) return { sql: `${column} BETWEEN ? AND ?`, params: [from, to] };
  }
  return { sql: `${column} IN (${placeholders(periods)})`, params: periods };
}

/** What one arm reads: a table, its periods, and the month of all its rows where months are asked for. */
interface Part {
  readonly period: RollupPeriod;
  readonly periods: Condition;
  readonly month?: number | undefined;
}

/** Whole months from month rows, the days at the edges from day rows. */
function partsOf(query: FactQuery): Part[] {
  const { range, groupBy } = query;
  const most = pointsOf(query);
  const { months, edges } = groupBy.includes('day') ? { months: null, edges: [range] } : splitIntoMonthsAndEdgeDays(range.from, range.to);
  const days = groupBy.includes('month')
    ? edges.flatMap((edge) => listPeriods(edge, 'month', 0).map(({ key, days: { from, to } }) => ({ month: key, from, to })))
    : edges.map(({ from, to }) => ({ month: undefined, from, to }));
  return [
    ...(months ? [{ period: 'month', periods: periodsIn('month', months.from, months.to, most) } as const] : []),
    ...days.map(({ month, from, to }) => ({ period: 'day', periods: periodsIn('day', from, to, most), month }) as const),
  ];
}

/** Each arm is grouped by itself. */
function arms(query: FactQuery, kind: FactKind, select: readonly string[], extra: readonly Condition[]): { sql: string; params: number[] } {
  const grain = grainOf(query);
  const filters: Condition[] = [...extra];
  for (const [column, values] of Object.entries(query.only)) {
    if (values) filters.push({ sql: `${column} IN (${placeholders(values)})`, params: values });
  }
  const parts = partsOf(query);
  return {
    sql: parts
      .map(({ period, periods, month }) => {
        const where = ['product_id = ?', periods.sql, ...filters.map((filter) => filter.sql)];
        // Day rows of one month: their group has it as a constant.
        const lists = query.adLists;
        const columns = query.groupBy.map((column) => (column === 'month' && month ? `${month} AS month` : column === 'ad_id' && lists ? `${adColumn(lists)} AS ad_id` : column));
        const groups = query.groupBy.map((column) => (column === 'month' && month ? 'product_id' : column === 'ad_id' && lists ? adColumn(lists) : column));
        const groupBy = groups.length > 0 ? ` GROUP BY ${groups.join(', ')}` : '';
        return `SELECT ${[...columns, ...select].join(', ')} FROM ${rollupTable(kind, grain, period).name} WHERE ${where.join(' AND ')}${groupBy}`;
      })
      .join(' UNION ALL '),
    params: parts.flatMap(({ periods }) => [query.productId, ...periods.params, ...filters.flatMap((filter) => filter.params)]),
  };
}

/** Facts that no evaluation changes: plain sums of one kind. What is of whole ads is not read from finer rows. */
function plainStatement(query: FactQuery, kind: 'touch' | 'result' | 'media'): FactStatement[] {
  const fine = grainOf(query) === 'fine';
  const sums = query.keys.flatMap((key) => {
    if (fine && isOfWholeAds(key)) return [];
    const source = baseSources[key];
    return source.table === kind ? [{ key, sql: `SUM(${source.column}) AS ${key}` }] : [];
  });
  if (sums.length === 0) return [];
  return [{ ...arms(query, kind, sums.map((sum) => sum.sql), []), keys: sums.map((sum) => sum.key) }];
}

/** A sum over the rows that a condition holds for. Multiplied by it, rows take MariaDB a sixth less than with CASE. */
const sumWhere = (condition: string, column: string): string => `SUM((${condition}) * ${column})`;

/** The conversions of one type (final or middle) that a key takes, as a sum; null when it takes none of that type. */
function cvSum(column: string, choice: CvChoice, type: CvType, cvSettingIds: readonly number[] | null): string | null {
  if (choice === 'chosen') {
    if (cvSettingIds) return sumWhere(`cv_setting_id IN (${cvSettingIds.join(',')})`, column);
    return type === CvType.LAST_CV ? `SUM(${column})` : null;
  }
  if (choice.type !== type) return null;
  if (choice.slot) return sumWhere(`cv_slot = ${choice.slot}`, column);
  // Direct conversions stand under ad 0.
  return choice.pathed ? sumWhere('ad_id > 0', column) : `SUM(${column})`;
}

/** Final and middle conversions apart: most columns are of final ones only, and plain sums are the fast ones. */
function cvStatements(query: FactQuery): FactStatement[] {
  const classes = pathClassesOf(query.evaluation);
  return [CvType.LAST_CV, CvType.MIDDLE_CV].flatMap((type) => {
    const sums = query.keys.flatMap((key) => {
      const source = baseSources[key];
      const sum = source.table === 'cv' ? cvSum(source.column, source.cv, type, query.cvSettingIds) : null;
      return sum === null ? [] : [{ key, sql: `${sum} AS ${key}` }];
    });
    if (sums.length === 0) return [];
    const conditions: Condition[] = [
      { sql: 'cv_type = ?', params: [type] },
      { sql: `class IN (${placeholders(classes)})`, params: classes },
    ];
    return [{ ...arms(query, 'cv', sums.map((sum) => sum.sql), conditions), keys: sums.map((sum) => sum.key) }];
  });
}

/**
 * The statements that together answer a query. Fees are no facts of the rollups and come apart, and with them, on rows
 * finer than the ad, what media report (see readWholeCosts).
 */
export function factStatements(query: FactQuery): FactStatement[] {
  return [...plainStatement(query, 'touch'), ...cvStatements(query), ...plainStatement(query, 'result'), ...plainStatement(query, 'media')];
}
