import { weightedPicker, type Random } from './random';
import type { HistoryPlan } from './plan';

const DAY_MS = 86_400_000;
const TOKYO_MS = 9 * 3_600_000;

/** From Sunday: people buy on weekends. */
const WEEKDAY = [1.15, 0.95, 0.92, 0.94, 0.97, 1.05, 1.18];

/** Hours of a Tokyo day: a lunch bump and a long evening. */
const HOUR = [6, 3, 2, 1, 1, 2, 4, 7, 8, 8, 8, 9, 12, 10, 8, 8, 8, 9, 10, 12, 15, 17, 15, 10];

/** Returns the calendar month (0 = January) of an instant in Tokyo. */
export const tokyoMonth = (time: number): number => new Date(time + TOKYO_MS).getUTCMonth();

/** Creates a sampler of instants in the plan's range, by growth, season, weekday and hour. */
export const arrivalTime = (plan: HistoryPlan): ((random: Random) => number) => {
  const days = Math.round((plan.to - plan.from) / DAY_MS);
  const starts = Array.from({ length: days }, (_, day) => plan.from + day * DAY_MS);
  const weights = starts.map((start, day) => {
    const weekday = new Date(start + TOKYO_MS).getUTCDay();
    const trend = 1 + (plan.growth - 1) * (day / Math.max(1, days - 1));
    return trend * plan.season[tokyoMonth(start)]! * WEEKDAY[weekday]!;
  });
  const pickDay = weightedPicker(starts, weights);
  const pickHour = weightedPicker(
    HOUR.map((_, hour) => hour),
    HOUR,
  );
  return (random) => pickDay(random) + pickHour(random) * 3_600_000 + Math.floor(random.next() * 3_600_000);
};
