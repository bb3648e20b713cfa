import type { Day } from '../../../shared/domain/calendar';
import type { MediaValues, MediaProblem, MediaRow } from './media-rows';

/** Stored costs of one ad and day. */
export interface StoredCost extends MediaValues {
  readonly day: Day;
  readonly adId: number;
  readonly sourceId: number;
}

/** The result of a row, or in a dry run its expected result. */
export interface MediaOutcome extends MediaValues {
  readonly line: number;
  /** `added`: its values are part of an earlier line's; `skipped`: it is a total of others. */
  readonly action: 'create' | 'replace' | 'unchanged' | 'added' | 'skipped' | 'refused';
  readonly day: Day | null;
  readonly adId: number | null;
  /** The ad's identifier in the file. */
  readonly named: string;
  /** The previously stored values. */
  readonly before: MediaValues | null;
  /** The line that this row is added to. */
  readonly addedTo: number | null;
  readonly problems: readonly MediaProblem[];
}

/** Results of all lines, and the costs to store. */
export interface MediaPlan {
  readonly rows: readonly MediaOutcome[];
  readonly changes: ReadonlyArray<Omit<StoredCost, 'sourceId'>>;
}

/** Returns the key of a day and ad. */
export const costKey = ({ day, adId }: { day: Day | null; adId: number | null }): string => `${day}/${adId}`;

const plus = (a: MediaValues, b: MediaValues): MediaValues => ({
  cost: Math.round((a.cost + b.cost) * 100) / 100,
  impressions: a.impressions + b.impressions,
  clicks: a.clicks + b.clicks,
});

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
  const groups = new Map<string, MediaRow[]>();
  for (const row of rows) {
    if (row.total || row.day === null || row.adId === null) continue;
    groups.set(costKey(row), [...(groups.get(costKey(row)) ?? []), row]);
  }
  const changes: Array<Omit<StoredCost, 'sourceId'>> = [];
  const outcomes = rows.map((row): MediaOutcome => {
    const { line, day, adId, named, cost, impressions, clicks, problems } = row;
    const base = { line, day, adId, named, cost, impressions, clicks, before: null, addedTo: null, problems };
    if (row.total) return { ...base, action: 'skipped' };
    const group = groups.get(costKey(row)) ?? [row];
    const broken = group.find((other) => other.problems.length > 0);
    if (problems.length > 0 || day === null || adId === null) return { ...base, action: 'refused' };
    if (broken)
      return {
        ...base,
        action: 'refused',
        problems: [
          {
            field: 'ad',
            column: null,
            value: null,
            message: { key: 'sameDayBroken', params: { line: broken.line } },
          },
        ],
      };
    const [first = row] = group;
    if (first !== row) return { ...base, action: 'added', addedTo: first.line };
    const { cost: c, impressions: i, clicks: k } = group.slice(1).reduce<MediaValues>(plus, row);
    const whole = { cost: c, impressions: i, clicks: k };
    const before = stored.get(costKey(row)) ?? null;
    const same =
      before !== null &&
      before.sourceId === sourceId &&
      before.cost === c &&
      before.impressions === i &&
      before.clicks === k;
    if (!same) changes.push({ day, adId, ...whole });
    const previous = before && { cost: before.cost, impressions: before.impressions, clicks: before.clicks };
    return {
      ...base,
      ...whole,
      before: previous,
      action: same ? 'unchanged' : before ? 'replace' : 'create',
    };
  });
  return { rows: outcomes, changes };
}
