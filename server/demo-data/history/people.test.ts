import type { IncomingEvent } from '../../journeys';
import { people, peopleInOrder } from './people';
import { MEASURED_MODEL, type HistoryPlan } from './plan';
import { seededRandom, weightedPicker, zipfWeights } from './random';

const FROM = Date.parse('2026-01-01T00:00:00+09:00');
const TO = Date.parse('2027-01-01T00:00:00+09:00');

const plan: HistoryPlan = {
  ...MEASURED_MODEL,
  productId: 1,
  prefix: 's42-',
  seed: 42,
  clicks: 20_000,
  from: FROM,
  to: TO,
  ads: zipfWeights(50, 0.9).map((weight, i) => ({
    adId: i + 1,
    weight,
    opener: 1,
    conversion: 1,
    devices: [40, 52, 6, 2],
    links: [],
  })),
  last: [{ cvSettingId: 1, weight: 1, amount: { mu: 8.6, sigma: 0.8 } }],
  middle: [{ cvSettingId: 2, weight: 1, amount: null }],
  site: 'https://shop.example',
};

const eventsOf = (changed: Partial<HistoryPlan> = {}): IncomingEvent[] =>
  [...people({ ...plan, ...changed })].flatMap(({ events }) => events);
const count = (events: IncomingEvent[], type: IncomingEvent['type']): number =>
  events.filter((event) => event.type === type).length;

describe('synthetic history', () => {
  const events = eventsOf();

  it('is identical for the same seed and differs for another', () => {
    expect(eventsOf({ clicks: 500 })).toEqual(eventsOf({ clicks: 500 }));
    expect(eventsOf({ clicks: 500 })).not.toEqual(eventsOf({ clicks: 500, seed: 43 }));
  });

  it('creates exactly the requested clicks, with four views per click', () => {
    expect(count(events, 'click')).toBe(20_000);
    expect(count(events, 'view') / 20_000).toBeCloseTo(4, 0);
  });

  it('converts about 4% of the clicks', () => {
    const rate = count(events, 'conversion') / 20_000;
    expect(rate).toBeGreaterThan(0.03);
    expect(rate).toBeLessThan(0.05);
  });

  it('stays in its range', () => {
    const clicks = events.filter((event) => event.type === 'click');
    expect(Math.min(...clicks.map(({ time }) => time))).toBeGreaterThanOrEqual(FROM);
    expect(events.every(({ time }) => time < TO)).toBe(true);
  });

  it('gives every event a unique id', () => {
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  it('has whole, non-negative amounts', () => {
    const amounts = events.flatMap((event) => (event.type === 'conversion' ? event.amount : []));
    expect(amounts.every((amount) => Number.isInteger(amount) && amount >= 0)).toBe(true);
  });

  it('prefers ads with more weight', () => {
    const byAd = (adId: number): number =>
      events.filter((event) => event.type === 'click' && event.adId === adId).length;
    expect(byAd(1)).toBeGreaterThan(byAd(10));
    expect(byAd(10)).toBeGreaterThan(byAd(50));
  });
});

describe('history in order of arrival', () => {
  const small = { ...plan, clicks: 2000 };
  const drawn = [...people(small)];
  const inOrder = [...peopleInOrder(small)];
  const first = ({ events }: (typeof drawn)[number]): number => events[0]?.time ?? plan.to;
  const nameless = (persons: typeof drawn): string[] =>
    persons
      .map(({ events, clicks }) => JSON.stringify([clicks, events]).replace(/s42-[0-9a-z]{6}/g, ''))
      .sort();

  it('has the same people under other names', () => {
    expect(nameless(inOrder)).toEqual(nameless(drawn));
    expect(inOrder.map(first)).not.toEqual(drawn.map(first));
  });

  it('numbers people by arrival', () => {
    expect(inOrder.map(first)).toEqual(drawn.map(first).sort((a, b) => a - b));
    const ids = inOrder.flatMap(({ events }) => events[0]?.id ?? []);
    expect(ids).toEqual([...ids].sort());
    expect(new Set(inOrder.flatMap(({ events }) => events.map(({ id }) => id))).size).toBe(
      inOrder.flatMap(({ events }) => events).length,
    );
  });
});

describe('random numbers', () => {
  it('match mulberry32', () => {
    const random = seededRandom(42);
    expect([random.next(), random.next(), random.next()].map((value) => value.toFixed(6))).toEqual([
      '0.601104',
      '0.448291',
      '0.852466',
    ]);
  });

  it('pick by weight', () => {
    const random = seededRandom(1);
    const pick = weightedPicker(['a', 'b', 'c'], [1, 0, 3]);
    const seen = Array.from({ length: 4000 }, () => pick(random));
    expect(seen.filter((item) => item === 'a').length / 1000).toBeCloseTo(1, 0);
    expect(seen).not.toContain('b');
  });
});
