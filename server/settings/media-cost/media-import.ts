import { addDays, countDays, type Day, type DayRange } from '../../../shared/domain/calendar';
import type { FailureMessage } from '../../auth/failure';
import type { MediaValues, MediaProblem, MediaRow } from './media-rows';

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
export interface MediaOutcome extends MediaValues {
  readonly line: number;
  /** `added`: its values are part of an earlier line's; `skipped`: it is left out. */
  readonly action: 'create' | 'replace' | 'unchanged' | 'added' | 'skipped' | 'refused';
  readonly day: Day | null;
  /** Last day of a row that is spread over several; null for a row of one day. */
  readonly dayTo: Day | null;
  readonly adId: number | null;
  /** The ad's identifier in the file. */
  readonly named: string;
  /** The previously stored values. */
  readonly before: MediaValues | null;
  /** The line that this row is added to. */
  readonly addedTo: number | null;
  /** Why it is left out. */
  readonly reason: FailureMessage | null;
  readonly problems: readonly MediaProblem[];
}

/** A cost to store. */
export type CostChange = Pick<StoredCost, 'day' | 'adId' | keyof MediaValues> & {
  readonly before: StoredCost | null;
};

/** Results of all lines, and the costs to store. */
export interface MediaPlan {
  readonly rows: readonly MediaOutcome[];
  readonly changes: readonly CostChange[];
  readonly unchanged: number;
}

/** Returns the key of a day and ad. */
export const costKey = ({ day, adId }: { day: Day | null; adId: number | null }): string => `${day}/${adId}`;

const SEN = 100;
const NOTHING: MediaValues = { cost: 0, impressions: 0, clicks: 0 };

/** Adds up values. */
export const sumOf = (all: readonly MediaValues[]): MediaValues =>
  all.reduce(
    (a, b) => ({
      cost: Math.round((a.cost + b.cost) * SEN) / SEN,
      impressions: a.impressions + b.impressions,
      clicks: a.clicks + b.clicks,
    }),
    NOTHING,
  );

/** Lists the days of a range. */
export const daysOf = ({ from, to }: DayRange): Day[] =>
  Array.from({ length: countDays(from, to) }, (_, at) => addDays(from, at));

/** Spreads a row evenly over its days, in whole sen and counts that add up to the row. */
function partsOf(row: MediaRow): { readonly key: string; readonly day: Day; readonly values: MediaValues }[] {
  if (!row.days) return [];
  const days = daysOf(row.days);
  const part = (whole: number, at: number): number =>
    Math.round((whole * (at + 1)) / days.length) - Math.round((whole * at) / days.length);
  return days.map((day, at) => ({
    key: costKey({ day, adId: row.adId }),
    day,
    values: {
      cost: part(Math.round(row.cost * SEN), at) / SEN,
      impressions: part(row.impressions, at),
      clicks: part(row.clicks, at),
    },
  }));
}

/** Finds a wrong row for each row that shares an ad's day with one, directly or through others. */
function brokenBy(groups: ReadonlyMap<string, readonly MediaRow[]>): Map<MediaRow, MediaRow> {
  const broken = new Map<MediaRow, MediaRow>();
  for (let before = -1; before < broken.size;) {
    before = broken.size;
    for (const rows of groups.values()) {
      const bad = rows.find((row) => row.problems.length > 0 || broken.has(row));
      if (bad) for (const row of rows) if (!broken.has(row)) broken.set(row, broken.get(bad) ?? bad);
    }
  }
  return broken;
}

/**
 * Compares the rows of a file with the stored costs.
 * Lines of the same ad and day are parts of it (devices, ad groups) and are added up. If one of them is wrong,
 * all are refused, because a day must not be stored in part.
 *
 * @param stored the stored costs by day and ad
 */
export function planMediaRows(
  rows: readonly MediaRow[],
  stored: ReadonlyMap<string, StoredCost>,
  sourceId: number | null,
): MediaPlan {
  const taken = rows.filter((row) => row.reason === null && row.days !== null && row.adId !== null);
  const groups = new Map<string, MediaRow[]>();
  for (const row of taken) {
    // A period that is not spread says nothing about its days.
    if (row.problems.some(({ message }) => message.key === 'periodRow')) continue;
    for (const { key } of partsOf(row)) {
      const group = groups.get(key);
      if (group) group.push(row);
      else groups.set(key, [row]);
    }
  }
  const broken = brokenBy(groups);
  const sums = new Map<string, { day: Day; adId: number; owner: MediaRow; values: MediaValues }>();
  for (const row of taken.filter((one) => one.problems.length === 0 && !broken.has(one))) {
    for (const { key, day, values } of partsOf(row)) {
      const sum = sums.get(key);
      if (sum) sum.values = sumOf([sum.values, values]);
      else if (row.adId !== null) sums.set(key, { day, adId: row.adId, owner: row, values });
    }
  }
  const changes: CostChange[] = [];
  const owned = new Map<MediaRow, { total: MediaValues[]; before: StoredCost[]; same: number }>();
  for (const [key, { day, adId, owner, values }] of sums) {
    const before = stored.get(key) ?? null;
    const same =
      before?.sourceId === sourceId &&
      before.cost === values.cost &&
      before.impressions === values.impressions &&
      before.clicks === values.clicks;
    if (!same) changes.push({ day, adId, ...values, before });
    const own = owned.get(owner) ?? { total: [], before: [], same: 0 };
    owned.set(owner, own);
    own.total.push(values);
    if (before) own.before.push(before);
    if (same) own.same += 1;
  }
  const outcomeOf = (row: MediaRow): MediaOutcome => {
    const { line, days, adId, named, cost, impressions, clicks, reason, problems } = row;
    const base = {
      ...{ line, day: days?.from ?? null, dayTo: days && days.to !== days.from ? days.to : null },
      ...{ adId, named, cost, impressions, clicks, before: null, addedTo: null, reason, problems },
    };
    if (reason) return { ...base, action: 'skipped' };
    const cause = broken.get(row);
    if (problems.length > 0 || !days || adId === null) return { ...base, action: 'refused' };
    if (cause) {
      const message: FailureMessage = { key: 'sameDayBroken', params: { line: cause.line } };
      return { ...base, action: 'refused', problems: [{ field: 'ad', column: null, value: null, message }] };
    }
    const own = owned.get(row);
    if (!own) {
      const first = sums.get(costKey({ day: days.from, adId }))?.owner;
      return { ...base, action: 'added', addedTo: first?.line ?? null };
    }
    const before = own.before.length === 0 ? null : sumOf(own.before);
    const action = own.same === own.total.length ? 'unchanged' : before ? 'replace' : 'create';
    return { ...base, ...sumOf(own.total), before, action };
  };
  return { rows: rows.map(outcomeOf), changes, unchanged: sums.size - changes.length };
}
