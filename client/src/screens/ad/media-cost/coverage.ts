import { addDays, type Day, type DayRange } from '../../../../../shared/domain/calendar';

/** Days of a source, and the periods without any. */
export interface Coverage {
  readonly source: string;
  readonly days: ReadonlySet<Day>;
  /** First imported day. */
  readonly from: Day;
  /** Days without costs, from the first imported day to yesterday or the end of the range. */
  readonly gaps: readonly DayRange[];
  readonly missing: number;
}

/** Returns the coverage of each source in a range, by name. */
export function coverageOf(
  rows: ReadonlyArray<{ readonly source: string; readonly day: Day }>,
  to: Day,
): Coverage[] {
  const bySource = new Map<string, Set<Day>>();
  for (const { source, day } of rows) bySource.set(source, (bySource.get(source) ?? new Set()).add(day));
  return [...bySource]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([source, days]) => {
      const from = Math.min(...days);
      const gaps: { from: Day; to: Day }[] = [];
      let missing = 0;
      for (let day = from; day <= to; day = addDays(day, 1)) {
        if (days.has(day)) continue;
        missing += 1;
        const last = gaps.at(-1);
        if (last && addDays(last.to, 1) === day) last.to = day;
        else gaps.push({ from: day, to: day });
      }
      return { source, days, from, gaps, missing };
    });
}
