import type { IncomingEvent } from '../../journeys';
import { Events, type Fixture } from '../../journeys/testing/fixture';

const DAY = 86_400_000;
const HOUR = 3_600_000;

interface Simulation {
  readonly fixture: Fixture;
  /** Noon of the first day. */
  readonly start: number;
  readonly weeks: number;
  /** Week from which the first ad is off. */
  readonly offFrom: number;
  /** Yen per conversion. */
  readonly amount?: number;
}

/**
 * Simulates weeks of two ads. The first brings 4 conversions with 6 clicks a week until it is off; some of them pass
 * by the second, which has 12 to 18 clicks and converts a third. Up to 3 conversions a week are direct.
 */
export function onOffEvents({ fixture, start, weeks, offFrom, amount = 1000 }: Simulation): IncomingEvent[] {
  const events = new Events(fixture);
  const all: IncomingEvent[] = [];
  const travel = (
    visitor: string,
    at: number,
    path: readonly (number | undefined)[],
    converts: boolean,
  ): void => {
    for (const [step, adId = 0] of path.entries())
      all.push(events.click(`${visitor}-${step}`, at + step * HOUR, visitor, { adId }));
    if (converts) all.push(events.conversion(`cv-${visitor}`, at + path.length * HOUR, visitor, { amount }));
  };
  const [first, second] = fixture.ads;
  for (let week = 0; week < weeks; week += 1) {
    const at = (n: number): number => start + (7 * week + (n % 7)) * DAY;
    for (let n = 0; n < 12 + ((week * 5) % 7); n += 1) travel(`b${week}-${n}`, at(n), [second], n % 3 === 0);
    for (let n = 0; n < (week * 3 + (week % 5)) % 4; n += 1) travel(`d${week}-${n}`, at(n), [], true);
    if (week < offFrom)
      for (let n = 0; n < 6; n += 1)
        travel(`a${week}-${n}`, at(n), n === 0 ? [first, second] : [first], n < 4);
  }
  return all;
}
