import {
  baseSources,
  CvType,
  isOfWholeAds,
  type BaseKey,
  type CvChoice,
  type NewAndExistingEvaluation,
} from '../../../shared/catalog';
import type { DayRange } from '../../../shared/domain/calendar';
import { pathClassesOf } from '../../../shared/domain/journey';
import { placeholders } from '../../db/database';
import { adMonthColumn, adMonths, isOfAdMonths } from '../rollups/ad-months';
import {
  rollupTable,
  type FactKind,
  type Grain,
  type RollupPeriod,
  type RollupTable,
} from '../rollups/tables';
import { dayParts, monthPart, splitOf, type Condition, type Part } from './parts';

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
    ...lists
      .filter(({ length }) => length > 1)
      .map((list) => `WHEN ad_id IN (${list.join(',')}) THEN ${list[0]}`),
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
  const filtered = Object.entries(query.only)
    .filter(([, values]) => values)
    .map(([column]) => column);
  return [...query.groupBy, ...filtered].every(
    (column) => column === 'ad_id' || column === 'day' || column === 'month',
  )
    ? 'coarse'
    : 'fine';
}

/** What a part's facts are read of, chosen by and added up to; `single`: its rows are what is asked for, none are added up. */
interface Arm {
  readonly tableOf: (period: RollupPeriod) => RollupTable;
  readonly select: readonly string[];
  readonly extra?: readonly Condition[];
  readonly single?: boolean;
}

/** Each arm is grouped by itself. */
function arms(
  query: FactQuery,
  parts: readonly Part[],
  { tableOf, select, extra = [], single = false }: Arm,
): { sql: string; params: number[] } {
  const filters: Condition[] = [...extra];
  for (const [column, values] of Object.entries(query.only)) {
    if (values) filters.push({ sql: `${column} IN (${placeholders(values)})`, params: values });
  }
  return {
    sql: parts
      .map(({ period, periods, month }) => {
        const where = ['product_id = ?', periods.sql, ...filters.map((filter) => filter.sql)];
        const lists = query.adLists;
        // Day rows of one month: their group has it as a constant.
        const columns = query.groupBy.map((column) =>
          column === 'month' && month
            ? `${month} AS month`
            : column === 'ad_id' && lists
              ? `${adColumn(lists)} AS ad_id`
              : column,
        );
        const groups = query.groupBy.map((column) =>
          column === 'month' && month ? 'product_id' : column === 'ad_id' && lists ? adColumn(lists) : column,
        );
        const groupBy = groups.length > 0 && !single ? ` GROUP BY ${groups.join(', ')}` : '';
        return `SELECT ${[...columns, ...select].join(', ')} FROM ${tableOf(period).name} WHERE ${where.join(' AND ')}${groupBy}`;
      })
      .join(' UNION ALL '),
    params: parts.flatMap(({ periods }) => [
      query.productId,
      ...periods.params,
      ...filters.flatMap((filter) => filter.params),
    ]),
  };
}

/**
 * Whether whole months are read from the rows by ad and evaluation: these know neither finer keys nor CV settings, and
 * are wider than those of the few facts that are no conversions'.
 */
const readsAdMonths = (query: FactQuery): boolean =>
  grainOf(query) === 'coarse' &&
  query.cvSettingIds === null &&
  query.keys.some((key) => baseSources[key].table === 'cv');

/** Whether each row by ad, month and evaluation is wanted by itself: reading them as they are takes a quarter less than adding up each alone. */
const wantsEachAdMonth = ({ groupBy, adLists }: FactQuery, { periods }: Part): boolean =>
  groupBy.includes('ad_id') && !adLists && (groupBy.includes('month') || periods.params.length === 1);

/** The sums of whole months by one statement, but those of media. */
function adMonthStatement(query: FactQuery, months: Part): FactStatement {
  const keys = query.keys.filter(isOfAdMonths);
  const single = wantsEachAdMonth(query, months);
  const select = keys.map((key) => `${single ? adMonthColumn(key) : `SUM(${adMonthColumn(key)})`} AS ${key}`);
  return {
    ...arms(query, [months], {
      tableOf: () => adMonths,
      select,
      extra: [{ sql: 'evaluation = ?', params: [query.evaluation] }],
      single,
    }),
    keys,
  };
}

const tableOf =
  (query: FactQuery, kind: FactKind) =>
  (period: RollupPeriod): RollupTable =>
    rollupTable(kind, grainOf(query), period);

/** Facts that no evaluation changes: plain sums of one kind. What is of whole ads is not read from finer rows. */
function plainStatement(
  query: FactQuery,
  parts: readonly Part[],
  kind: 'touch' | 'result' | 'media',
): FactStatement[] {
  if (parts.length === 0) return [];
  const fine = grainOf(query) === 'fine';
  const sums = query.keys.flatMap((key) => {
    if (fine && isOfWholeAds(key)) return [];
    const source = baseSources[key];
    return source.table === kind ? [{ key, sql: `SUM(${source.column}) AS ${key}` }] : [];
  });
  if (sums.length === 0) return [];
  return [
    {
      ...arms(query, parts, { tableOf: tableOf(query, kind), select: sums.map((sum) => sum.sql) }),
      keys: sums.map((sum) => sum.key),
    },
  ];
}

/** A sum over the rows that a condition holds for. Multiplied by it, rows take MariaDB a sixth less than with CASE. */
const sumWhere = (condition: string, column: string): string => `SUM((${condition}) * ${column})`;

/** The conversions of one type (final or middle) that a key takes, as a sum; null when it takes none of that type. */
function cvSum(
  column: string,
  choice: CvChoice,
  type: CvType,
  cvSettingIds: readonly number[] | null,
): string | null {
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
function cvStatements(query: FactQuery, parts: readonly Part[]): FactStatement[] {
  if (parts.length === 0) return [];
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
    return [
      {
        ...arms(query, parts, {
          tableOf: tableOf(query, 'cv'),
          select: sums.map((sum) => sum.sql),
          extra: conditions,
        }),
        keys: sums.map((sum) => sum.key),
      },
    ];
  });
}

/**
 * The statements that together answer a query. Fees are no facts of the rollups and come apart, and with them, on rows
 * finer than the ad, what media report (see readWholeCosts).
 */
export function factStatements(query: FactQuery): FactStatement[] {
  const { months, edges } = splitOf(query);
  const whole = months ? [monthPart(query, months)] : [];
  const days = dayParts(query, edges);
  const together = readsAdMonths(query) ? whole : [];
  const apart = together.length > 0 ? days : [...whole, ...days];
  return [
    ...together.map((part) => adMonthStatement(query, part)),
    ...plainStatement(query, apart, 'touch'),
    ...cvStatements(query, apart),
    ...plainStatement(query, apart, 'result'),
    ...plainStatement(query, [...whole, ...days], 'media'),
  ];
}
