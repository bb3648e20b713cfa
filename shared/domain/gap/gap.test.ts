import { addDays, dayOf, startOfDay, type Day } from '../calendar';
import { compareEvents, DAY_MS } from '../journey';
import { dayInZone, gapSteps, GapWaterfall, moveOf, startInZone, timesToRead, type GapRule } from '.';

/** A deterministic random number generator (mulberry32). */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
};

interface Click {
  id: string;
  time: number;
  ad: number;
  visitor: number;
  excluded: boolean;
  hasClickId: boolean;
}
interface Order {
  id: string;
  time: number;
  visitor: number;
  excluded: boolean;
}

const RANGE = { from: 20260310, to: 20260316 };
const TERM = 10;
const AD = 1;

/** Generates clicks and conversions of a few visitors around the range, many at the same instants. */
function world(random: () => number) {
  const instant = () => startOfDay(20260220) + Math.floor(random() * 40 * 24) * 3_600_000;
  const chance = (share: number) => random() < share;
  const clicks = Array.from({ length: 120 }, (_, n): Click => ({
    ...{ id: `c${Math.floor(random() * 1e6)}-${n}`, time: instant(), ad: chance(0.5) ? AD : 2 },
    ...{ visitor: Math.floor(random() * 12), excluded: chance(0.15), hasClickId: chance(0.7) },
  }));
  const orders = Array.from({ length: 80 }, (_, n): Order => ({
    ...{ id: `o${Math.floor(random() * 1e6)}-${n}`, time: instant() },
    ...{ visitor: Math.floor(random() * 12), excluded: chance(0.1) },
  }));
  return { clicks, orders };
}

const zones = ['UTC', 'Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];

/** Counts again from the raw events, each step written out on its own. */
function recount({ clicks, orders }: ReturnType<typeof world>, rule: GapRule): number[] {
  const inside = (day: Day) => day >= RANGE.from && day <= RANGE.to;
  const path = (order: Order, days: number) =>
    clicks
      .filter(
        (c) => c.visitor === order.visitor && c.time <= order.time && c.time >= order.time - days * DAY_MS,
      )
      .sort(compareEvents);
  const tokyo = orders.filter(({ time }) => inside(dayOf(time)));
  const counted = tokyo.filter(({ excluded }) => !excluded);
  const clean = (of: Click[]) => of.filter(({ excluded }) => !excluded);
  const own = (of: Click[]) => of.filter(({ ad }) => ad === AD);
  const known = (order: Order) => own(path(order, rule.windowDays)).filter(({ hasClickId }) => hasClickId);
  const numbers = [
    counted.filter((order) => clean(path(order, TERM)).at(-1)?.ad === AD).length,
    counted.filter((order) => own(clean(path(order, TERM))).length > 0).length,
    counted.filter((order) => own(clean(path(order, rule.windowDays))).length > 0).length,
    tokyo.filter((order) => own(path(order, rule.windowDays)).length > 0).length,
    tokyo.filter((order) => known(order).length > 0).length,
  ];
  const first = [...orders].sort(compareEvents).filter((order, at, all) => {
    const click = known(order).at(-1);
    if (!click) return false;
    return !rule.onePerClick || !all.slice(0, at).some((other) => known(other).at(-1) === click);
  });
  const clickTime = (order: Order) => (rule.byClickDay ? (known(order).at(-1)?.time ?? 0) : order.time);
  numbers.push(first.filter(({ time }) => inside(dayOf(time))).length);
  numbers.push(first.filter((order) => inside(dayOf(clickTime(order)))).length);
  numbers.push(first.filter((order) => inside(rule.dayOf(clickTime(order)))).length);
  return numbers;
}

describe('the gap to a medium', () => {
  // rule: limits-27
  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'agrees with a naive recount at each step (world %d), and its moves sum to the changes',
    (seed) => {
      const random = randomOf(seed);
      const events = world(random);
      const rule: GapRule = {
        windowDays: [1, 7, 10, 30][seed % 4] ?? 7,
        onePerClick: random() < 0.6,
        byClickDay: random() < 0.6,
        dayOf: dayInZone(zones[seed % zones.length] ?? 'UTC'),
      };
      const read = timesToRead(rule, startOfDay(RANGE.from), startOfDay(addDays(RANGE.to, 1)) - 1);
      const waterfall = new GapWaterfall(rule, RANGE);
      const moves = new Map(gapSteps.map((step) => [step, 0]));
      for (const order of [...events.orders].sort(compareEvents)) {
        if (order.time < read.from || order.time > read.to) continue;
        const before = events.clicks.filter(
          ({ visitor, time }) => visitor === order.visitor && time <= order.time,
        );
        const path = before
          .filter((c) => !c.excluded && c.time >= order.time - TERM * DAY_MS)
          .sort(compareEvents);
        const counted = waterfall.add({
          ...{ id: order.id, time: order.time, excluded: order.excluded, cvSettingId: 1 },
          ...{ trackingTerm: TERM, credited: path.at(-1)?.ad === AD },
          clicks: before.filter(({ ad }) => ad === AD),
        });
        for (const step of gapSteps) {
          const move = moveOf(step, counted);
          if (move) moves.set(step, (moves.get(step) ?? 0) + (move.direction === 'in' ? 1 : -1));
        }
      }
      const steps = waterfall.steps();
      expect([waterfall.ours, ...steps.map(({ after }) => after)]).toEqual(recount(events, rule));
      expect(steps.map(({ key, change }) => [key, change])).toEqual([...moves]);
      const total = steps.reduce((sum, { change }) => sum + change, waterfall.ours);
      expect([...waterfall.byDay.values()].reduce((sum, count) => sum + count, 0)).toBe(total);
    },
  );

  it.each([
    ['UTC', 20260310, '2026-03-10T00:00:00Z'],
    ['Asia/Tokyo', 20260310, '2026-03-09T15:00:00Z'],
    ['America/New_York', 20260308, '2026-03-08T05:00:00Z'],
    ['America/New_York', 20260309, '2026-03-09T04:00:00Z'],
    ['Asia/Kathmandu', 20260310, '2026-03-09T18:15:00Z'],
    ['Pacific/Kiritimati', 20260310, '2026-03-09T10:00:00Z'],
    ['Pacific/Pago_Pago', 20260310, '2026-03-10T11:00:00Z'],
  ])('begins the day of %s %d at %s', (zone, day, start) => {
    const isOn = dayInZone(zone);
    const instant = startInZone(day, isOn);
    expect(new Date(instant).toISOString()).toBe(start.replace('Z', '.000Z'));
    expect([isOn(instant - 1), isOn(instant)]).toEqual([addDays(day, -1), day]);
  });
});
