import {
  axisOf,
  baseKeys,
  emptyValues,
  hasFacts,
  baseKeysOf,
  type AxisKey,
  type BaseValues,
} from '../../../shared/catalog';
import { periodLabel, type DayRange } from '../../../shared/domain/calendar';
import { texts } from '../../../shared/i18n';
import type { Database } from '../../db/database';
import { type KnownAd, readLabels } from '../../facts/labels';
import type { AdGroups } from '../../facts/fact-query';
import type { RowKey } from '../../facts/read-facts';
import type { Actor } from '../../auth/actor';
import { badInput } from '../../auth/failure';
import { readMetricsVersion } from '../../rollups';
import { compileAdder, compileMetrics } from '../compile-measures';
import { meetsAll, type ExcludedRows } from '../report/figure-filter';
import { grouping, compareNullable, NO_NAME, rowBuilder, rowNamer } from '../report/rows';
import { readTables, scopeOf, readReportAds, type FactSelection } from '../report/read-groups';
import { RequestedFields, resolveRequest, type ReportRequest } from '../report/request';
import {
  compareKeys,
  rankingKeys,
  emptySeries,
  linesOf,
  readSeries,
  sumOf,
  topLines,
  DEFAULT_UNIT,
  MAX_SORTED_ROWS,
  MAX_TREND_ROWS,
  parseTrendRequest,
  trendPeriods,
  units,
  type TrendRequest,
  type Line,
  type ReadSeries,
} from '../report/series';
import type { ReportInput, ReportResult, ReportRow } from '../input';
import { fieldsOf, formatFileMonth, type Column } from '../report/columns';
import { CUSTOM_MEASURE_VALUES, customMeasureCalculator } from '../report/custom-measures';
import { plainReport, withoutAdNames } from '../report/read-report';
import type { Report } from '../report/report';
import { TARGET_FIELDS, targetColumns, targetExtension, targetFileColumns } from '../report/targets';

/** Top values of the axes; the others are merged. */
interface TopValues {
  /** Group names of the top values. */
  readonly names: ReadonlySet<RowKey['name']>;
  /** Number of values in the range and the comparison days. */
  readonly values: number;
  /** Ads to merge when reading; null: each ad is a group. */
  readonly adGroups: AdGroups | null;
}

/** Maximum ads that a statement separates; beyond it, all ads are read. */
const MAX_LISTED_ADS = 900;

interface Value extends RowKey {
  readonly sums: BaseValues;
  readonly adIds: Set<number>;
}

/** Sums the facts of each value over a whole range, from month rows and the days at its edges. */
async function readValues(
  db: Database,
  request: ReportRequest,
  selection: FactSelection,
  pendingAds: Promise<ReadonlyMap<number, KnownAd>>,
): Promise<Value[]> {
  const { tables, ads, presence } = await readTables(db, request, selection, pendingAds);
  const values = grouping<Value>(request.axes, ads, (key) => ({
    ...key,
    sums: emptyValues(),
    adIds: new Set(),
  }));
  for (const { keys: summed, facts } of tables) {
    const add = compileAdder(summed);
    for (const fact of facts) {
      const { sums, adIds } = values.of(fact);
      add(sums, fact);
      if (fact.ad_id != null) adIds.add(fact.ad_id);
    }
  }
  return values.all().filter(({ sums }) => hasFacts(sums, presence));
}

const adGroupOf = ([first, ...others]: readonly number[]): AdGroups =>
  first === undefined ? [] : [[first, ...others]];

/** Returns the ads of the values. Ads of one value are merged unless an axis is finer than the ad. */
function adGroupsOf(chosen: readonly Value[], axes: readonly AxisKey[]): AdGroups | null {
  const all = new Set(chosen.flatMap(({ adIds }) => [...adIds]));
  if (all.size === 0 || all.size > MAX_LISTED_ADS) return null;
  return axes.some((axis) => axisOf(axis).finerThanAd)
    ? [...all].map((id) => [id])
    : chosen.flatMap(({ adIds }) => adGroupOf([...adIds]));
}

/** Merges the values of both ranges by name, with the sums of the first. */
function valuesOf(now: readonly Value[], before: readonly Value[]): Value[] {
  const values = new Map(now.map((value) => [value.name, value]));
  for (const value of before) {
    const known = values.get(value.name);
    if (known) value.adIds.forEach((id) => known.adIds.add(id));
    else values.set(value.name, { ...value, sums: emptyValues() });
  }
  return [...values.values()].sort(compareKeys);
}

/**
 * Ranks the values of the axes by a measure over the whole range, before they are read by period. Month rows
 * are thirty times fewer than day rows. A value without the measure ranks last; ties rank by ids.
 *
 * @param comparisonRange comparison days; their values count too
 * @returns null if there are no others to merge
 */
async function readTop(
  db: Database,
  request: ReportRequest,
  trend: TrendRequest,
  comparisonRange: DayRange,
  pendingAds: Promise<ReadonlyMap<number, KnownAd>>,
): Promise<TopValues | null> {
  const { top, topBy } = trend;
  const { axes, range, model, filters } = request;
  if (top === null || axes.length === 0) return null;
  const [now, before, { only }] = await Promise.all([
    readValues(db, request, { range, keys: rankingKeys(trend, request) }, pendingAds),
    readValues(db, request, { range: comparisonRange, keys: [] }, pendingAds),
    scopeOf(request, pendingAds),
  ]);
  const values = valuesOf(now, before);
  if (values.length <= top) return null;
  const rank = compileMetrics([topBy], model);
  const ranked = values.map((value) => ({ value, place: rank(value.sums)[topBy] ?? -Infinity }));
  ranked.sort((a, b) => (a.place === b.place ? 0 : b.place - a.place));
  const chosen = ranked.slice(0, top).map(({ value }) => value);
  // Long ad lists are not in the statement, so their facts are filtered one by one.
  const isNamed = !filters.hasAdFilter || only.ad_id !== null;
  return {
    names: new Set(chosen.map(({ name }) => name)),
    values: values.length,
    adGroups: isNamed ? adGroupsOf(chosen, axes) : null,
  };
}

const period: Column = {
  name: 'period',
  fields: ['period'],
  value: (row) => row.period,
  title: (locale) => texts[locale].report.period,
  unit: null,
  identifiesRow: true,
  fileValue: (row) => formatFileMonth(row.period),
};

const restCount: Column = {
  name: 'rest_count',
  fields: ['restCount'],
  value: (row) => row.restCount,
  title: (locale) => texts[locale].term.restCount,
  unit: null,
};

const NOTHING: ReadSeries = { groups: [], others: emptySeries() };

const addAll = compileAdder(baseKeys);
const ONLY_COST = ['adCost'] as const;

/**
 * Reads the metrics of a report by period: one row per period, or with axes one per period and axis value.
 * Values with facts in the range or the comparison days have rows, each beside its counterpart. Sorted by
 * period and ids by default.
 *
 * @throws Failure FORBIDDEN, BAD_USER_INPUT (see resolveRequest, trendRequest)
 */
async function readTrend(
  this: Report,
  db: Database,
  actor: Actor,
  input: ReportInput,
  now = Date.now(),
): Promise<ReportResult> {
  const trend = parseTrendRequest(input);
  const request = await resolveRequest(db, actor, this, input, now);
  const { axes, nameAxes, model, range, requestedFields, sortBy, conditions } = request;
  const { comparisonRange, periods } = trendPeriods(request, trend.unit, input);
  // Read the version first: a change during the read then causes a re-read, and is not missed.
  const version = await readMetricsVersion(db, request.productId, range);
  // The whole range has targets; its periods have none.
  const targets = await targetExtension({ db, actor, request, input, now });
  const measures = [...new Set([...requestedFields.measures('figures'), ...(targets?.measures ?? [])])];
  const measuresBefore = requestedFields.measures('previous');
  // Values that only the comparison days have also get rows.
  const customMeasures = customMeasureCalculator(request.customMeasures, model);
  const readsComparison =
    measuresBefore.length > 0 || axes.length > 0 || (customMeasures?.keys.length ?? 0) > 0;
  const keys = [...baseKeysOf(measures, model), ...(customMeasures?.keys ?? [])];
  const keysBefore = [...baseKeysOf(measuresBefore, model), ...(customMeasures?.keys ?? [])];
  const pendingAds = readReportAds(db, request);
  const top = await readTop(db, request, trend, comparisonRange, pendingAds);
  const adGroups = top?.adGroups ?? null;
  const [present, past, ads, byAxis] = await Promise.all([
    readSeries(
      db,
      request,
      { range, keys, adGroups },
      periods.map(({ period }) => period.days),
      pendingAds,
    ),
    readsComparison
      ? readSeries(
          db,
          request,
          { range: comparisonRange, keys: keysBefore, adGroups },
          periods.map(({ previous }) => previous),
          pendingAds,
        )
      : NOTHING,
    pendingAds,
    readLabels(db, request.productId, withoutAdNames(nameAxes)),
  ]);
  const allLines = linesOf(present.groups, past.groups);
  const lines = top ? topLines(allLines, top, { now: present.others, before: past.others }) : allLines;

  const computeMetrics = compileMetrics(measures, model);
  const computePrevious = compileMetrics(measuresBefore, model);
  const buildRow = rowBuilder(nameAxes);
  const nameOf = rowNamer(request, { ads, byAxis });
  const names = lines.map((line) => (line.mergedCount === null ? nameOf(line) : NO_NAME));
  const rowMaker = (compute: typeof computeMetrics, computeBefore: typeof computePrevious) => {
    // Shared by all periods without facts.
    const [empty, emptyBefore] = [compute(emptyValues()), computeBefore(emptyValues())];
    return (place: number): ReportRow => {
      const index = Math.floor(place / lines.length);
      const { noAd, mergedCount, now: series, before } = lineAt(lines, place % lines.length);
      const [sums, sumsBefore] = [series.periods[index], before.periods[index]];
      const name = names[place % lines.length] ?? NO_NAME;
      const row = buildRow(name, noAd, sums ? compute(sums) : empty);
      row.previous = sumsBefore ? computeBefore(sumsBefore) : emptyBefore;
      row.period = periodLabel(periods[index]?.period.key ?? 0, trend.unit);
      if (customMeasures) row.customFigures = customMeasures.of(sums ?? emptyValues(), sumsBefore);
      if (mergedCount !== null) row.restCount = mergedCount;
      targets?.extend(row, emptyValues(), undefined);
      return row;
    };
  };
  const rowAt = rowMaker(computeMetrics, computePrevious);

  const all = periods.length * lines.length;
  const matches = conditions.length > 0 ? matchingPlaces(all, request, rowMaker) : null;
  const count = matches?.length ?? all;
  const kept = matches && sumPlaces(matches, lines);
  const [whole, wholeBefore] = kept ?? [
    sumOf(lines.map((line) => line.now)),
    sumOf(lines.map(({ before }) => before)),
  ];
  const total: ReportRow = {
    ...rowBuilder([])(NO_NAME, false, computeMetrics(whole)),
    previous: computePrevious(wholeBefore),
  };
  if (customMeasures) total.customFigures = customMeasures.of(whole, wholeBefore);
  targets?.extend(total, whole, undefined);
  await targets?.complete?.([], total);
  const { page } = request;
  const pageSize = request.pageSize ?? Math.min(count, MAX_TREND_ROWS);
  if (sortBy && count > MAX_SORTED_ROWS)
    throw badInput({ sortName: { key: 'tooManyRows', params: { max: MAX_SORTED_ROWS } } });
  const order = sortBy ? sortedPlaces(matches ?? everyPlace(count), sortBy, request, rowMaker) : matches;
  const sortedRowAt = (place: number): ReportRow => rowAt(order ? (order[place] ?? 0) : place);
  async function* allRows(): AsyncGenerator<ReportRow> {
    for (let place = 0; place < count; place += 1) yield sortedRowAt(place);
  }
  const from = Math.min((page - 1) * pageSize, count);
  return {
    results: Array.from({ length: Math.min(pageSize, count - from) }, (_, index) =>
      sortedRowAt(from + index),
    ),
    ...(pageSize < count && request.pageSize === null && { allRows }),
    count,
    page,
    pageSize,
    total,
    ...(matches && { excluded: excludedOf(all, matches, lines, request) }),
    dateFrom: range.from,
    dateTo: range.to,
    previousFrom: comparisonRange.from,
    previousTo: comparisonRange.to,
    attributionModel: model,
    evaluation: request.evaluation,
    version,
    asOf: new Date(now),
  };
}

/** Returns how to build the row of a place with some of its measures. */
type RowMaker = (
  compute: ReturnType<typeof compileMetrics>,
  computeBefore: ReturnType<typeof compileMetrics>,
) => (place: number) => ReportRow;

const everyPlace = (count: number): number[] => Array.from({ length: count }, (_, place) => place);

/** Returns how to build rows with the measures of some columns only. */
function rowsOf(columns: readonly Column[], { model }: ReportRequest, rowMaker: RowMaker) {
  const fields = new RequestedFields(fieldsOf(columns));
  return rowMaker(
    compileMetrics(fields.measures('figures'), model),
    compileMetrics(fields.measures('previous'), model),
  );
}

/** Returns the places in the order of a column. Keeps the values that it sorts by, not the rows. */
function sortedPlaces(
  places: readonly number[],
  sortBy: Column,
  request: ReportRequest,
  rowMaker: RowMaker,
): number[] {
  const rowAt = rowsOf([sortBy], request, rowMaker);
  const values = places.map((place) => sortBy.value(rowAt(place)));
  const direction = request.sortAsc ? 1 : -1;
  return values
    .map((_, index) => index)
    .sort((a, b) => compareNullable(values[a], values[b], direction) || a - b)
    .map((index) => places[index] ?? 0);
}

/**
 * Returns the places of the rows that meet the conditions on metric values: each period of each value is judged
 * by itself.
 * @throws Failure BAD_USER_INPUT for too many rows
 */
function matchingPlaces(count: number, request: ReportRequest, rowMaker: RowMaker): number[] {
  const { conditions } = request;
  if (count > MAX_SORTED_ROWS)
    throw badInput({ figures: { key: 'tooManyRows', params: { max: MAX_SORTED_ROWS } } });
  const rowAt = rowsOf(
    conditions.map(({ column }) => column),
    request,
    rowMaker,
  );
  return everyPlace(count).filter((place) => meetsAll(rowAt(place), conditions));
}

/** Adds up the rows of some places, with those of the comparison days. */
function sumPlaces(places: readonly number[], lines: readonly Line[]): [now: BaseValues, before: BaseValues] {
  const sums: [BaseValues, BaseValues] = [emptyValues(), emptyValues()];
  for (const place of places) {
    const index = Math.floor(place / lines.length);
    const { now, before } = lineAt(lines, place % lines.length);
    const [sum, sumBefore] = [now.periods[index], before.periods[index]];
    if (sum) addAll(sums[0], sum);
    if (sumBefore) addAll(sums[1], sumBefore);
  }
  return sums;
}

/** Describes the rows that the conditions left out. */
function excludedOf(
  count: number,
  matches: readonly number[],
  lines: readonly Line[],
  { model }: ReportRequest,
): ExcludedRows {
  const kept = new Set(matches);
  const excluded = everyPlace(count).filter((place) => !kept.has(place));
  const [sums] = sumPlaces(excluded, lines);
  return { rows: excluded.length, adCost: compileMetrics(ONLY_COST, model)(sums).adCost ?? 0 };
}

function lineAt(lines: readonly Line[], index: number): Line {
  const line = lines[index];
  if (!line) throw new RangeError(`No line ${index}`);
  return line;
}

/** Term trend: every metric by month, week or day, beside as many periods just before. */
export const timeSeries: Report = {
  ...plainReport,
  row: 'TimeSeriesRow',
  defaultAxes: [],
  comparison: 'always',
  args: {
    unit: { type: 'TermPeriodUnit', values: units, defaultValue: DEFAULT_UNIT },
    top: 'int',
    topBy: 'text',
    targets: 'bool',
  },
  fields: { period: 'text?', restCount: 'int?', customFigures: CUSTOM_MEASURE_VALUES, ...TARGET_FIELDS },
  leadingColumns: [period],
  argumentColumns: [restCount, ...targetColumns],
  extraColumns: targetFileColumns,
  read: readTrend,
};
