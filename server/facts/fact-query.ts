import {
  baseKeys,
  baseSources,
  columnOf,
  countedConversions,
  CvType,
  isOfAddedModel,
  isPerWholeAd,
  type Axis,
  type BaseKey,
  type FactKind,
  type NewAndExistingEvaluation,
} from '../../shared/catalog';
import {
  addDays,
  countDays,
  firstDayOfMonth,
  lastDayOfMonth,
  monthOf,
  splitIntoMonthsAndEdgeDays,
  type DayRange,
} from '../../shared/domain/calendar';
import { pathClassesOf } from '../../shared/domain/journey';
import { placeholders } from '../db/database';
import { adMonths, combinedColumn, holdsKind, productDays, type CombinedTable } from '../rollups/combined';
import { unsummedFacts } from '../rollups/log-facts';
import type { LogRows } from '../rollups/user-agent-facts';
import { rollupTable, type Grain, type RollupPeriod, type RollupTable } from '../rollups/tables';
import {
  dayParts,
  maxPoints,
  monthPart,
  periodsIn,
  splitRange,
  type Condition,
  type Part,
} from './fact-periods';

/** Columns of facts that reports separate rows by. */
export type FactColumn = Axis['factColumn'];

/** Columns that facts are read from the logs for. */
export type LiveColumn = Extract<FactColumn, 'os' | 'browser'>;

/** Columns of the rollups, which facts can be filtered by. */
export type StoredColumn = Exclude<FactColumn, LiveColumn>;

/** Columns that facts can be grouped by. `day` reads day rows only; `month` may read month rows. */
export type GroupColumn = FactColumn | RollupPeriod;

/**
 * Groups of ads whose facts are summed together. Facts of a group carry the id of its first ad. Facts of all
 * other ads carry `OTHER_ADS`.
 */
export type AdGroups = readonly (readonly [number, ...number[]])[];
export const OTHER_ADS = -1;

/** Facts to sum, and the columns to group them by. */
export interface FactQuery {
  readonly productId: number;
  readonly range: DayRange;
  readonly groupBy: readonly (GroupColumn | 'ua' | 'ua_id')[];
  readonly keys: readonly BaseKey[];
  readonly evaluation: NewAndExistingEvaluation;
  /** CV settings that `cvChosen` counts; null: all final conversions. */
  readonly cvSettingIds: readonly number[] | null;
  /** Only these ads, devices (codes) and redirects; null: all. */
  readonly only: Readonly<Partial<Record<StoredColumn, readonly number[] | null>>>;
  /** Ads to merge when grouping by ad; null: each ad is a group. */
  readonly adGroups?: AdGroups | null;
}

/** Returns SQL for the ad id that a fact is grouped under. Groups of one ad share a single test. */
function adColumn(lists: AdGroups): string {
  const alone = lists.flatMap((list) => (list.length === 1 ? list : []));
  const cases = [
    ...(alone.length > 0 ? [`WHEN ad_id IN (${alone.join(',')}) THEN ad_id`] : []),
    ...lists
      .filter(({ length }) => length > 1)
      .map((list) => `WHEN ad_id IN (${list.join(',')}) THEN ${list[0]}`),
  ];
  return cases.length === 0 ? String(OTHER_ADS) : `CASE ${cases.join(' ')} ELSE ${OTHER_ADS} END`;
}

/** A statement with its parameters. Each row carries the group columns and some of the requested keys. */
export interface FactStatement {
  readonly sql: string;
  readonly params: readonly number[];
  readonly keys: readonly BaseKey[];
}

/** Returns the coarse grain if the query uses no column finer than the ad. */
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

/** Tables, sums and filters of one part of a query. `single`: rows are read as they are, not summed. */
interface Arm {
  readonly tableOf: (period: RollupPeriod) => RollupTable;
  readonly select: readonly string[];
  readonly extra?: readonly Condition[];
  readonly single?: boolean;
}

/** Builds one SELECT per part, each grouped on its own. */
function buildArms(
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
        const lists = query.adGroups;
        // All day rows of this part belong to one month, so the month is a constant.
        const columns = query.groupBy.map((column) =>
          column === 'month' && (month || period === 'day')
            ? `${month ?? 'FLOOR(day / 100)'} AS month`
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
 * Whether whole months can be read from the rows by ad and evaluation. These rows know neither finer keys nor
 * CV settings. They are wide, so they only pay off if conversions are read.
 */
const readsAdMonths = (query: FactQuery): boolean =>
  grainOf(query) === 'coarse' &&
  query.cvSettingIds === null &&
  query.keys.some((key) => baseSources[key].table === 'cv');

/**
 * Whether the query needs each row by ad, month and evaluation unsummed. Reading them as they are takes a
 * quarter less time than summing each alone.
 */
const needsEachAdMonth = ({ groupBy, adGroups }: FactQuery, { periods }: Part): boolean =>
  groupBy.includes('ad_id') && !adGroups && (groupBy.includes('month') || periods.params.length === 1);

/**
 * Builds one statement for the sums that a combined table holds.
 * @param single rows are read as they are, not summed
 */
function combinedStatement(
  query: FactQuery,
  table: CombinedTable,
  part: Part,
  single: boolean,
): FactStatement[] {
  const keys = query.keys.filter((key) => holdsKind(table, baseSources[key].table));
  if (keys.length === 0) return [];
  const select = keys.map(
    (key) => `${single ? combinedColumn(key) : `SUM(${combinedColumn(key)})`} AS ${key}`,
  );
  const arms = buildArms(query, [part], {
    tableOf: () => table,
    select,
    extra: [{ sql: 'evaluation = ?', params: [query.evaluation] }],
    single,
  });
  return [{ ...arms, keys }];
}

/** Whether the totals of the product's days answer the query: nothing separates or filters its ads. */
export const readsProductDays = (query: FactQuery): boolean =>
  query.cvSettingIds === null &&
  query.groupBy.every((column) => column === 'day' || column === 'month') &&
  Object.values(query.only).every((values) => !values);

const tableOf =
  (query: FactQuery, kind: FactKind) =>
  (period: RollupPeriod): RollupTable =>
    rollupTable(kind, grainOf(query), period);

/** Rows of the logs in place of a table of the rollups. */
export interface LogTable {
  readonly rows: LogRows;
  readonly tableOf: () => RollupTable;
}

/**
 * Builds plain sums of one kind of facts, which no evaluation changes. Sums known per whole ad are not read
 * from finer rows.
 */
export function plainStatement(
  query: FactQuery,
  parts: readonly Part[],
  kind: 'touch' | 'result' | 'media',
  log?: LogTable,
): FactStatement[] {
  if (parts.length === 0) return [];
  const fine = grainOf(query) === 'fine';
  const sums = query.keys.flatMap((key) => {
    if ((fine && isPerWholeAd(key)) || (log && columnOf(key)?.rows !== log.rows)) return [];
    const source = baseSources[key];
    return source.table === kind ? [{ key, sql: `SUM(${source.column}) AS ${key}` }] : [];
  });
  if (sums.length === 0) return [];
  return [
    {
      ...buildArms(query, parts, {
        tableOf: log?.tableOf ?? tableOf(query, kind),
        select: sums.map((sum) => sum.sql),
      }),
      keys: sums.map((sum) => sum.key),
    },
  ];
}

/**
 * Returns SQL for the conversions of one type (final or middle) that a key counts; null if it counts none of
 * that type. On MariaDB, multiplying is a sixth faster than CASE.
 */
function cvSum(key: BaseKey, type: CvType, cvSettingIds: readonly number[] | null): string | null {
  const source = baseSources[key];
  if (source.table !== 'cv') return null;
  const { types, where } = countedConversions(source.cv, cvSettingIds);
  if (!types.includes(type)) return null;
  return where ? `SUM((${where}) * ${source.column})` : `SUM(${source.column})`;
}

/**
 * Builds separate statements for final and middle conversions. Most keys count final ones only, and plain
 * sums are fast.
 */
export function cvStatements(
  query: FactQuery,
  parts: readonly Part[],
  table = tableOf(query, 'cv'),
): FactStatement[] {
  if (parts.length === 0) return [];
  const classes = pathClassesOf(query.evaluation);
  return [CvType.LAST_CV, CvType.MIDDLE_CV].flatMap((type) => {
    const sums = query.keys.flatMap((key) => {
      const sum = cvSum(key, type, query.cvSettingIds);
      return sum === null ? [] : [{ key, sql: `${sum} AS ${key}` }];
    });
    if (sums.length === 0) return [];
    const conditions: Condition[] = [
      { sql: 'cv_type = ?', params: [type] },
      { sql: `class IN (${placeholders(classes)})`, params: classes },
    ];
    return [
      {
        ...buildArms(query, parts, {
          tableOf: table,
          select: sums.map((sum) => sum.sql),
          extra: conditions,
        }),
        keys: sums.map((sum) => sum.key),
      },
    ];
  });
}

/** Whether a column of conversion facts belongs to an attribution model that an upgrade added. */
const isAddedColumn = (column: string): boolean =>
  ADDED_SOURCES.some((source) => source.table === 'cv' && source.column === column);
const ADDED_SOURCES = baseKeys.filter(isOfAddedModel).map((key) => baseSources[key]);

/** Builds the statements for sums without media reports, each from the table of its kind. */
const separateStatements = (query: FactQuery, parts: readonly Part[]): FactStatement[] => [
  ...plainStatement(query, parts, 'touch'),
  ...cvStatements(query, parts),
  ...plainStatement(query, parts, 'result'),
];

/** Whether sums of a key are whole numbers, so that a difference of equal sums is 0. */
const isWhole = (key: BaseKey): boolean => {
  const source = baseSources[key];
  return source.table !== 'cv' || !source.column.startsWith('attr_');
};

/**
 * Returns the days between the range and the end of its last month, if fewer days are read by subtracting them
 * from that month: a month to date, as on the dashboard.
 */
function daysToSubtract(query: FactQuery): DayRange | null {
  const { from, to } = query.range;
  const [first, last] = [firstDayOfMonth(monthOf(to)), lastDayOfMonth(monthOf(to))];
  const byAd = query.groupBy.every((column) => column === 'ad_id');
  if (!byAd || !readsAdMonths(query) || !query.keys.every(isWhole)) return null;
  return from <= first && to < last && countDays(to, last) <= countDays(first, to)
    ? { from: addDays(to, 1), to: last }
    : null;
}

/** Subtracts sums in one statement, because new events may change both sides between two of them. */
function differenceOf(
  { groupBy, keys }: FactQuery,
  statements: readonly FactStatement[],
  subtracted: readonly FactStatement[],
): FactStatement {
  const known = keys.filter((key) => statements.some((statement) => statement.keys.includes(key)));
  const arms = [
    ...statements.map((statement) => ['', statement] as const),
    ...subtracted.map((statement) => ['-', statement] as const),
  ];
  return {
    sql: arms
      .map(([sign, { sql, keys: own }]) => {
        const sums = known.map((key) => `${own.includes(key) ? `${sign}${key}` : '0'} AS ${key}`);
        return `SELECT ${[...groupBy, ...sums].join(', ')} FROM (${sql}) part`;
      })
      .join(' UNION ALL '),
    params: arms.flatMap(([, { params }]) => params),
    keys: known,
  };
}

/**
 * Builds the statements that together answer a query. Fees are not in the rollups and are read separately. So
 * are media reports on rows finer than the ad (see readWholeCosts).
 *
 * @param ready parts of the product's rollups that are complete; see `completeness`
 */
export function factStatements(
  query: FactQuery,
  ready: { readonly productDays?: boolean; readonly addedModels?: boolean } = {},
): FactStatement[] {
  const { range, groupBy } = query;
  const added = ready.addedModels === false ? query.keys.filter(isOfAddedModel) : [];
  if (added.length > 0) {
    const others = query.keys.filter((key) => !added.includes(key));
    const all: Part = { period: 'day', periods: periodsIn('day', range.from, range.to, 0) };
    const touches = { ...rollupTable('cv', 'fine', 'day'), name: unsummedFacts('cv', isAddedColumn) };
    return [
      ...(others.length > 0 ? factStatements({ ...query, keys: others }, ready) : []),
      ...cvStatements({ ...query, keys: added }, [all], () => touches),
    ];
  }
  if (ready.productDays && readsProductDays(query)) {
    const all: Part = { period: 'day', periods: periodsIn('day', range.from, range.to, maxPoints(query)) };
    return combinedStatement(query, productDays, all, groupBy.includes('day'));
  }
  const rest = daysToSubtract(query);
  const { months, edges } = rest ? splitIntoMonthsAndEdgeDays(range.from, rest.to) : splitRange(query);
  const whole = months ? [monthPart(query, months)] : [];
  const days = dayParts(query, edges);
  const combined = readsAdMonths(query) ? whole : [];
  const statements = [
    ...combined.flatMap((part) => combinedStatement(query, adMonths, part, needsEachAdMonth(query, part))),
    ...separateStatements(query, combined.length > 0 ? days : [...whole, ...days]),
    ...plainStatement(query, [...whole, ...days], 'media'),
  ];
  if (!rest) return statements;
  const after = dayParts(query, [rest]);
  return [
    differenceOf(query, statements, [
      ...separateStatements(query, after),
      ...plainStatement(query, after, 'media'),
    ]),
  ];
}
