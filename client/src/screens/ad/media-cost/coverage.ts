import { addDays, daysIn, type Day, type DayRange } from '../../../../../shared/domain/calendar';

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
  return [...new Set(rows.map(({ source }) => source))]
    .sort((a, b) => a.localeCompare(b))
    .map((source) => {
      const days = new Set(rows.filter((row) => row.source === source).map(({ day }) => day));
      const from = Math.min(...days);
      const missing = daysIn({ from, to }).filter((day) => !days.has(day));
      const gaps: { from: Day; to: Day }[] = [];
      for (const day of missing) {
        const last = gaps.at(-1);
        if (last && addDays(last.to, 1) === day) last.to = day;
        else gaps.push({ from: day, to: day });
      }
      return { source, days, from, gaps, missing: missing.length };
    });
}
