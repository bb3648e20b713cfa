import type { GroupKey } from './grouping';
import { addSeries, emptySeries, type Series, type SeriesGroup } from './series';

/** What rows of a trend stand for, over its periods and over the periods compared with. */
export interface Line extends GroupKey {
  readonly now: Series;
  readonly before: Series;
  /** How many values stand together in it; null: it is one. */
  readonly joined: number | null;
}

/** Ascending by ids; a value that is missing after the others, direct conversions last. */
export function compareKeys(a: Pick<GroupKey, 'ids' | 'noAd'>, b: Pick<GroupKey, 'ids' | 'noAd'>): number {
  if (a.noAd !== b.noAd) return Number(a.noAd) - Number(b.noAd);
  const index = a.ids.findIndex((id, at) => id !== b.ids[at]);
  if (index < 0) return 0;
  const [left, right] = [a.ids[index] ?? null, b.ids[index] ?? null];
  return left === null || right === null ? Number(left === null) - Number(right === null) : left - right;
}

/** A line for each value known to either range, in the order of their ids. */
export function linesOf(now: readonly SeriesGroup[], before: readonly SeriesGroup[]): Line[] {
  const earlier = new Map(before.map((group) => [group.name, group]));
  const later = new Set(now.map(({ name }) => name));
  const line = ({ name, ids, noAd }: SeriesGroup, present: Series, past: Series): Line => ({
    name,
    ids,
    noAd,
    now: present,
    before: past,
    joined: null,
  });
  return [
    ...now.map((group) => line(group, group, earlier.get(group.name) ?? emptySeries())),
    ...before.filter(({ name }) => !later.has(name)).map((group) => line(group, emptySeries(), group)),
  ].sort(compareKeys);
}

/** The lines of the values that stand apart, and the others as one, behind them. */
export function topLines(
  lines: readonly Line[],
  { apart, values }: { apart: ReadonlySet<GroupKey['name']>; values: number },
  others: Pick<Line, 'now' | 'before'>,
): Line[] {
  const chosen = lines.filter(({ name }) => apart.has(name));
  const rest = [others, ...lines.filter(({ name }) => !apart.has(name))];
  const ids = (lines[0]?.ids ?? []).map(() => null);
  return [
    ...chosen,
    {
      name: null,
      ids,
      noAd: false,
      now: addSeries(rest.map(({ now }) => now)),
      before: addSeries(rest.map(({ before }) => before)),
      joined: values - apart.size,
    },
  ];
}
