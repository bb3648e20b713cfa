import { conversionFields } from '../../../shared/catalog/media';
import { daysIn, type Day } from '../../../shared/domain/calendar';
import { keysOf, recordOf } from '../../../shared/records';
import { groupBy } from '../../platform/group-by';
import { NOTHING, type ConversionValues, type MediaValues, type MediaRow } from './media-rows';

/** Stored costs of one ad and day. */
export interface StoredCost extends MediaValues {
  readonly day: Day;
  readonly adId: number;
  readonly sourceId: number;
  readonly currency: string | null;
  readonly exchangeRate: number | null;
  readonly replacedSourceId: number | null;
}

/** The result of a row, or in a dry run its expected result. */
export interface MediaOutcome extends MediaRow {
  /** `added`: its values are part of an earlier line's; `skipped`: it is left out. */
  readonly action: 'create' | 'replace' | 'unchanged' | 'added' | 'skipped' | 'refused';
  readonly day: Day | null;
  /** Last day of a row that is spread over several; null for a row of one day. */
  readonly dayTo: Day | null;
  /** The previously stored values. */
  readonly before: MediaValues | null;
  /** The line that this row is added to. */
  readonly addedTo: number | null;
}

/** The cost of an ad and day in the file, by the first row that has it. */
interface DayCost extends MediaValues {
  readonly day: Day;
  readonly adId: number;
  readonly row: MediaRow;
  readonly before: StoredCost | null;
  readonly isSame: boolean;
}

/** Returns the key of a day and ad. */
export const costKey = ({ day, adId }: { day: Day | null; adId: number | null }): string => `${day}/${adId}`;

const SEN = 100;
const SCALE = 1e6;

/** Combines the conversions of rows, field by field; null if no row has the field. */
const combined = (
  all: readonly ConversionValues[],
  combine: (values: readonly number[]) => number,
): ConversionValues =>
  recordOf(conversionFields, (field) => {
    const known = all.flatMap((values) => values[field] ?? []);
    return known.length === 0 ? null : Math.round(combine(known) * SCALE) / SCALE;
  });

/** Adds up values. */
export const sumOf = (all: readonly MediaValues[]): MediaValues =>
  all.reduce(
    (a, b) => ({
      cost: Math.round((a.cost + b.cost) * SEN) / SEN,
      impressions: a.impressions + b.impressions,
      clicks: a.clicks + b.clicks,
      ...combined([a, b], (values) => values.reduce((sum, value) => sum + value, 0)),
    }),
    NOTHING,
  );

/** Spreads a row evenly over its days, in whole sen, counts and millionths that add up to the row. */
function partsOf(row: MediaRow) {
  const { days: range, adId } = row;
  if (!range || adId === null) return [];
  const days = daysIn(range);
  const part = (whole: number, at: number): number =>
    Math.round((whole * (at + 1)) / days.length) - Math.round((whole * at) / days.length);
  return days.map((day, at) => ({
    ...{ row, day, adId, key: costKey({ day, adId }) },
    cost: part(Math.round(row.cost * SEN), at) / SEN,
    impressions: part(row.impressions, at),
    clicks: part(row.clicks, at),
    ...combined([row], ([value = 0]) => part(value * SCALE, at) / SCALE),
  }));
}

/** Finds a wrong row for each row that shares an ad's day with one, directly or through others. */
function brokenBy(groups: Iterable<ReadonlyArray<{ readonly row: MediaRow }>>): Map<MediaRow, MediaRow> {
  const broken = new Map<MediaRow, MediaRow>();
  for (let before = -1; before < broken.size;) {
    before = broken.size;
    for (const parts of groups) {
      const bad = parts.find(({ row }) => row.problems.length > 0 || broken.has(row))?.row;
      if (bad) for (const { row } of parts) if (!broken.has(row)) broken.set(row, broken.get(bad) ?? bad);
    }
  }
  return broken;
}

/**
 * Compares the rows of a file with the stored costs; returns the results of all lines, and the costs to store.
 * Lines of the same ad and day are parts of it (devices, ad groups) and are added up. If one of them is wrong,
 * all are refused, because a day must not be stored in part.
 *
 * @param stored the stored costs by day and ad
 */
export function planMediaRows(
  rows: readonly MediaRow[],
  stored: ReadonlyMap<string, StoredCost>,
  sourceId: number | null,
) {
  const parts = rows
    // A period that is not spread says nothing about its days.
    .filter(({ problems }) => !problems.some(({ message }) => message.key === 'periodRow'))
    .flatMap((row) => (row.reason ? [] : partsOf(row)));
  const byDay = groupBy(parts, ({ key }) => key);
  const broken = brokenBy([...byDay.values()]);
  const costs = new Map<string, DayCost>();
  for (const [key, [first, ...others]] of byDay) {
    if (!first || broken.has(first.row)) continue;
    const { row, day, adId } = first;
    const values = sumOf([first, ...others]);
    const before = stored.get(key) ?? null;
    const isSame =
      before?.sourceId === sourceId && keysOf(NOTHING).every((name) => before[name] === values[name]);
    costs.set(key, { row, day, adId, ...values, before, isSame });
  }
  const byRow = groupBy(costs.values(), ({ row }) => row);
  const outcomeOf = (row: MediaRow): MediaOutcome => {
    const { days, adId, reason, problems } = row;
    const outcome = {
      ...row,
      day: days?.from ?? null,
      dayTo: days && days.to !== days.from ? days.to : null,
      before: null,
      addedTo: null,
    };
    if (reason) return { ...outcome, action: 'skipped' };
    if (problems.length > 0 || !days || adId === null) return { ...outcome, action: 'refused' };
    const cause = broken.get(row);
    if (cause) {
      const message = { key: 'sameDayBroken', params: { line: cause.line } } as const;
      const problem = { field: 'ad', column: null, value: null, message } as const;
      return { ...outcome, action: 'refused', problems: [problem] };
    }
    const own = byRow.get(row);
    if (!own) {
      const addedTo = costs.get(costKey({ day: days.from, adId }))?.row.line ?? null;
      return { ...outcome, action: 'added', addedTo };
    }
    const stands = own.flatMap(({ before }) => before ?? []);
    const before = stands.length === 0 ? null : sumOf(stands);
    const action = own.every(({ isSame }) => isSame) ? 'unchanged' : before ? 'replace' : 'create';
    return { ...outcome, ...sumOf(own), before, action };
  };
  const changes = [...costs.values()].filter(({ isSame }) => !isSame);
  return { rows: rows.map(outcomeOf), changes, unchanged: costs.size - changes.length };
}
