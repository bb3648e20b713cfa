import type { BaseSums } from '../../../shared/catalog';
import type { GroupKey } from './grouping';
import { addSeries, emptySeries, type Series, type SeriesGroup } from './series';

/** What rows of a trend stand for, over its periods and over the periods compared with. */
export interface Line extends Pick<GroupKey, 'ids' | 'noAd'> {
  readonly now: Series;
  readonly before: Series;
  /** How many values stand together in it; null: it is one. */
  readonly joined: number | null;
}

/** Ascending by ids; a value that is missing after the others, direct conversions last. */
function compareKeys(a: Pick<Line, 'ids' | 'noAd'>, b: Pick<Line, 'ids' | 'noAd'>): number {
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
  const line = ({ ids, noAd }: SeriesGroup, present: Series, past: Series): Line => ({ ids, noAd, now: present, before: past, joined: null });
  return [
    ...now.map((group) => line(group, group, earlier.get(group.name) ?? emptySeries())),
    ...before.filter(({ name }) => !later.has(name)).map((group) => line(group, emptySeries(), group)),
  ].sort(compareKeys);
}

/**
 * The lines that rank highest, and the rest as one, behind them.
 *
 * @param rank of the sums over all periods; null ranks last
 */
export function topLines(lines: readonly Line[], top: number, rank: (sums: BaseSums) => number | null): Line[] {
  if (lines.length <= top) return [...lines];
  const ranked = lines.map((line) => ({ line, place: rank(line.now.whole) ?? -Infinity }));
  // Those that rank alike stay in the order of their ids.
  ranked.sort((a, b) => (a.place === b.place ? 0 : b.place - a.place));
  const chosen = ranked.slice(0, top).map(({ line }) => line);
  const rest = ranked.slice(top).map(({ line }) => line);
  const ids = (lines[0]?.ids ?? []).map(() => null);
  return [
    ...chosen.sort(compareKeys),
    { ids, noAd: false, now: addSeries(rest.map(({ now }) => now)), before: addSeries(rest.map(({ before }) => before)), joined: rest.length },
  ];
}
