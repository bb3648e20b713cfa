import { dayNumber, dayOf, type Day } from '../calendar';
import { DAY_MS } from '../journey';

/** Returns the day of an instant in one time zone. */
export type DayOf = (instant: number) => Day;

/** Offsets change at a quarter of an hour at the earliest. */
const QUARTER_MS = 15 * 60_000;

/** Returns the function that finds the day of an instant in a time zone, by its IANA name. */
export function dayInZone(timeZone: string): DayOf {
  if (timeZone === 'Asia/Tokyo') return dayOf;
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  });
  const known = new Map<number, Day>();
  return (instant) => {
    const quarter = Math.floor(instant / QUARTER_MS);
    let day = known.get(quarter);
    if (day === undefined) {
      const [month, date, year] = format.format(quarter * QUARTER_MS).split('/');
      known.set(quarter, (day = Number(`${year}${month}${date}`)));
    }
    return day;
  };
}

/** Returns the first instant of a day in a time zone, in epoch milliseconds. */
export function startInZone(day: Day, isOn: DayOf): number {
  const utc = dayNumber(day) * DAY_MS;
  let before = Math.floor((utc - DAY_MS) / QUARTER_MS);
  let start = Math.floor((utc + DAY_MS) / QUARTER_MS);
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (isOn(middle * QUARTER_MS) >= day) start = middle;
    else before = middle;
  }
  return start * QUARTER_MS;
}
