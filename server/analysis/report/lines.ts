import type { RowKey } from '../../facts/row-key';
import { addSeries, emptySeries, type Series, type SeriesGroup } from './series';

/** Rows of a trend that share their axis values, over its periods and the comparison periods. */
export interface Line extends RowKey {
  readonly now: Series;
  readonly before: Series;
  /** Number of values merged into this line; null: a single value. */
  readonly mergedCount: number | null;
}

/** Orders by ids ascending, missing values after the others, direct conversions last. */
export function compareKeys(a: Pick<RowKey, 'ids' | 'noAd'>, b: Pick<RowKey, 'ids' | 'noAd'>): number {
  if (a.noAd !== b.noAd) return Number(a.noAd) - Number(b.noAd);
  const index = a.ids.findIndex((id, at) => id !== b.ids[at]);
  if (index < 0) return 0;
  const [left, right] = [a.ids[index] ?? null, b.ids[index] ?? null];
  return left === null || right === null ? Number(left === null) - Number(right === null) : left - right;
}

/** Returns one line per value with facts in either range, ordered by id. */
export function linesOf(now: readonly SeriesGroup[], before: readonly SeriesGroup[]): Line[] {
  const earlier = new Map(before.map((group) => [group.name, group]));
  const later = new Set(now.map(({ name }) => name));
  const line = ({ name, ids, noAd }: SeriesGroup, present: Series, past: Series): Line => ({
    name,
    ids,
    noAd,
    now: present,
    before: past,
    mergedCount: null,
  });
  return [
    ...now.map((group) => line(group, group, earlier.get(group.name) ?? emptySeries())),
    ...before.filter(({ name }) => !later.has(name)).map((group) => line(group, emptySeries(), group)),
  ].sort(compareKeys);
}

/** Returns the lines of the top values, then one line for all others. */
export function topLines(
  lines: readonly Line[],
  { names, values }: { names: ReadonlySet<RowKey['name']>; values: number },
  others: Pick<Line, 'now' | 'before'>,
): Line[] {
  const chosen = lines.filter(({ name }) => names.has(name));
  const rest = [others, ...lines.filter(({ name }) => !names.has(name))];
  const ids = (lines[0]?.ids ?? []).map(() => null);
  return [
    ...chosen,
    {
      name: null,
      ids,
      noAd: false,
      now: addSeries(rest.map(({ now }) => now)),
      before: addSeries(rest.map(({ before }) => before)),
      mergedCount: values - names.size,
    },
  ];
}
