import type { Day } from '../../../shared/domain/calendar';
import type { MediaFigures, MediaProblem, MediaRow } from './media-rows';

/** What stands of an ad's day. */
export interface StoredCost extends MediaFigures {
  readonly day: Day;
  readonly adId: number;
  readonly sourceId: number;
}

/** What a row did, or would do. */
export interface MediaOutcome extends MediaFigures {
  readonly line: number;
  /** `added`: its figures are part of those of an earlier line; `skipped`: it adds up others. */
  readonly action: 'create' | 'replace' | 'unchanged' | 'added' | 'skipped' | 'refused';
  readonly day: Day | null;
  readonly adId: number | null;
  /** What the file calls the ad. */
  readonly named: string;
  /** What stood before. */
  readonly before: MediaFigures | null;
  /** The line that it is added to. */
  readonly addedTo: number | null;
  readonly problems: readonly MediaProblem[];
}

/** What a file comes to: the outcome of each line, and what is to be stored. */
export interface MediaJudgement {
  readonly rows: readonly MediaOutcome[];
  readonly changes: ReadonlyArray<Omit<StoredCost, 'sourceId'>>;
}

/** One place of a day and an ad. */
export const placeOf = ({ day, adId }: { day: Day | null; adId: number | null }): string => `${day}/${adId}`;

const plus = (a: MediaFigures, b: MediaFigures): MediaFigures => ({
  cost: Math.round((a.cost + b.cost) * 100) / 100,
  impressions: a.impressions + b.impressions,
  clicks: a.clicks + b.clicks,
});

/**
 * Judges the rows of a file against what stands. Lines of the same ad and day are parts of it (devices, groups of an
 * ad) and are added up; where one of them is wrong, none of them counts, so that no day is stored in part.
 *
 * @param stored what stands of an ad's day
 */
export function judgeMediaRows(
  rows: readonly MediaRow[],
  stored: ReadonlyMap<string, StoredCost>,
  sourceId: number | null,
): MediaJudgement {
  const groups = new Map<string, MediaRow[]>();
  for (const row of rows) {
    if (row.total || row.day === null || row.adId === null) continue;
    groups.set(placeOf(row), [...(groups.get(placeOf(row)) ?? []), row]);
  }
  const changes: Array<Omit<StoredCost, 'sourceId'>> = [];
  const outcomes = rows.map((row): MediaOutcome => {
    const { line, day, adId, named, cost, impressions, clicks, problems } = row;
    const told = { line, day, adId, named, cost, impressions, clicks, before: null, addedTo: null, problems };
    if (row.total) return { ...told, action: 'skipped' };
    const group = groups.get(placeOf(row)) ?? [row];
    const broken = group.find((other) => other.problems.length > 0);
    if (problems.length > 0 || day === null || adId === null) return { ...told, action: 'refused' };
    if (broken)
      return {
        ...told,
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
    if (first !== row) return { ...told, action: 'added', addedTo: first.line };
    const { cost: c, impressions: i, clicks: k } = group.slice(1).reduce<MediaFigures>(plus, row);
    const whole = { cost: c, impressions: i, clicks: k };
    const before = stored.get(placeOf(row)) ?? null;
    const same =
      before !== null &&
      before.sourceId === sourceId &&
      before.cost === c &&
      before.impressions === i &&
      before.clicks === k;
    if (!same) changes.push({ day, adId, ...whole });
    const stood = before && { cost: before.cost, impressions: before.impressions, clicks: before.clicks };
    return { ...told, ...whole, before: stood, action: same ? 'unchanged' : before ? 'replace' : 'create' };
  });
  return { rows: outcomes, changes };
}
