import { dayOf, type Day, type DayRange } from '../calendar';
import { compareEvents, DAY_MS, type JourneyEvent } from '../journey';
import type { DayOf } from './zone';

/** A click of the medium's ads before a conversion. */
export interface GapClick extends JourneyEvent {
  /** Whether only we leave it out: a robot's, or from an own address. */
  readonly excluded: boolean;
  readonly hasClickId: boolean;
}

/** A conversion with the clicks of one ad, or of the ads of one ASP. */
export interface GapConversion extends JourneyEvent {
  readonly cvSettingId: number;
  /** Whether only we leave it out. */
  readonly excluded: boolean;
  /** Whether we credit it to the ad, under the product's evaluation. */
  readonly credited: boolean;
  /** Days that our paths go back. */
  readonly trackingTerm: number;
  /** Clicks at or before the conversion, in any order. */
  readonly clicks: readonly GapClick[];
}

/** How the medium counts. */
export interface GapRule {
  readonly windowDays: number;
  readonly onePerClick: boolean;
  readonly byClickDay: boolean;
  readonly dayOf: DayOf;
}

/** One way to count conversions, between ours and the medium's. */
interface Count {
  /** Counts what we credit to the ad, whatever its clicks are. */
  readonly credited: boolean;
  /** Longest time from the click; null: our tracking term. */
  readonly windowDays: number | null;
  readonly withExcluded: boolean;
  readonly withClickId: boolean;
  readonly onePerClick: boolean;
  readonly byClickDay: boolean;
  readonly dayOf: DayOf;
}

const OURS: Count = {
  credited: true,
  windowDays: null,
  withExcluded: false,
  withClickId: false,
  onePerClick: false,
  byClickDay: false,
  dayOf,
};

/** The rules of the medium, in the order in which the waterfall applies them to our count. */
const RULES = {
  ownClicks: (count) => ({ ...count, credited: false }),
  window: (count, rule) => ({ ...count, windowDays: rule.windowDays }),
  exclusions: (count) => ({ ...count, withExcluded: true }),
  clickId: (count) => ({ ...count, withClickId: true }),
  counting: (count, rule) => ({ ...count, onePerClick: rule.onePerClick }),
  day: (count, rule) => ({ ...count, byClickDay: rule.byClickDay }),
  timeZone: (count, rule) => ({ ...count, dayOf: rule.dayOf }),
} as const satisfies Record<string, (count: Count, rule: GapRule) => Count>;

export type GapStep = keyof typeof RULES;
// eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the keys of the record above
export const gapSteps = Object.keys(RULES) as readonly GapStep[];

/** Returns our way to count, followed by the one after each step. */
function countsOf(rule: GapRule): Count[] {
  const counts = [OURS];
  for (const step of gapSteps) counts.push(RULES[step](counts.at(-1) ?? OURS, rule));
  return counts;
}

/** Returns the last click that a way to count knows; undefined if there is none. */
function lastClick(count: Count, { time, trackingTerm, clicks }: GapConversion): GapClick | undefined {
  const from = time - (count.windowDays ?? trackingTerm) * DAY_MS;
  let last: GapClick | undefined;
  for (const click of clicks) {
    if (click.time < from || click.time > time) continue;
    if ((click.excluded && !count.withExcluded) || (count.withClickId && !click.hasClickId)) continue;
    if (!last || compareEvents(click, last) > 0) last = click;
  }
  return last;
}

/** A counted conversion: its day, and the click that it is counted for. */
export interface Counted {
  readonly day: Day;
  readonly click: GapClick | undefined;
  /** Whether the day is in the range. */
  readonly isInside: boolean;
}

/** Change of the number of conversions by a step, and the number after it. */
export interface GapChange {
  readonly change: number;
  readonly after: number;
}

/**
 * Counts conversions in our way and in the way of the medium, one step after the other. The number after a step
 * is the number before it plus the conversions that came, less those that went.
 */
export class GapWaterfall {
  private readonly counts: readonly Count[];
  /** Clicks that have a conversion already, by the place of the way to count. */
  private readonly taken: readonly Set<string>[];
  private readonly totals: number[];
  /** Conversions by day after all steps. */
  readonly byDay = new Map<Day, number>();

  constructor(
    rule: GapRule,
    private readonly range: DayRange,
  ) {
    this.counts = countsOf(rule);
    this.taken = this.counts.map(() => new Set<string>());
    this.totals = this.counts.map(() => 0);
  }

  /**
   * Adds a conversion. Call it in the order of time, id and CV setting, also for conversions outside the range:
   * the first one of a click counts.
   * @returns how it is counted at first and after each step; null: not counted
   */
  add(conversion: GapConversion): ReadonlyArray<Counted | null> {
    const all = this.counts.map((count, place) => this.countIn(count, place, conversion));
    for (const [place, counted] of all.entries())
      if (counted?.isInside) this.totals[place] = (this.totals[place] ?? 0) + 1;
    const last = all.at(-1);
    if (last?.isInside) this.byDay.set(last.day, (this.byDay.get(last.day) ?? 0) + 1);
    return all;
  }

  private countIn(count: Count, place: number, conversion: GapConversion): Counted | null {
    if (conversion.excluded && !count.withExcluded) return null;
    const click = lastClick(count, conversion);
    if (count.credited ? !conversion.credited : !click) return null;
    const taken = this.taken[place];
    if (count.onePerClick && click && taken) {
      if (taken.has(click.id)) return null;
      taken.add(click.id);
    }
    const day = count.dayOf(count.byClickDay && click ? click.time : conversion.time);
    return { day, click, isInside: day >= this.range.from && day <= this.range.to };
  }

  get ours(): number {
    return this.totals[0] ?? 0;
  }

  /** Returns the change of each step, and the number after it. */
  steps(): ReadonlyArray<GapChange & { readonly key: GapStep }> {
    return gapSteps.map((key, at) => {
      const after = this.totals[at + 1] ?? 0;
      return { key, change: after - (this.totals[at] ?? 0), after };
    });
  }
}

/** A conversion that came with a step (`in`) or went (`out`), and how it was counted before and after. */
export interface GapMove {
  readonly direction: 'in' | 'out';
  readonly before: Counted | null;
  readonly after: Counted | null;
}

/** Returns what a step does to a conversion; null if nothing. @param counted see `GapWaterfall.add` */
export function moveOf(step: GapStep, counted: ReadonlyArray<Counted | null>): GapMove | null {
  const at = gapSteps.indexOf(step);
  const [before = null, after = null] = [counted[at], counted[at + 1]];
  const [was, is] = [before?.isInside ?? false, after?.isInside ?? false];
  return was === is ? null : { direction: is ? 'in' : 'out', before, after };
}

/** Returns the times of the conversions to read for a range, both in epoch milliseconds. */
export function timesToRead(rule: GapRule, from: number, to: number): { from: number; to: number } {
  // Days of a time zone begin up to 14 hours before those of UTC, and end up to 12 hours after them.
  const window = rule.windowDays * DAY_MS;
  return {
    from: from - DAY_MS - (rule.onePerClick ? window : 0),
    to: to + DAY_MS + (rule.byClickDay ? window : 0),
  };
}
