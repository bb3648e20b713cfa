import { seeded } from '../testing/random';
import {
  compareEvents,
  compareIds,
  inEventOrder,
  DAY_MS,
  deriveReferences,
  deriveVisits,
  VISIT_GAP_MS,
  customerKey,
  deriveRepeats,
  pathVisitors,
  type JourneyEvent,
} from '.';

describe('ids compare byte for byte', () => {
  it.each([
    ['a', 'b'],
    ['A', 'a'],
    ['a', 'aa'],
    ['10', '9'],
    ['は', 'ぱ'],
    ['z', 'は'],
    // U+FF5E sorts before U+1F600, although its UTF-16 unit is above the surrogates.
    ['\uFF5E', '\u{1F600}'],
    ['\u{1F600}', '\u{1F601}'],
    ['\uE000', '\u{10000}'],
    ['', 'a'],
  ])('%j before %j', (a, b) => {
    expect(compareIds(a, b)).toBeLessThan(0);
    expect(compareIds(b, a)).toBeGreaterThan(0);
  });

  it('agrees with UTF-8 byte order', () => {
    const random = seeded(1);
    const alphabet = [
      'a',
      'Z',
      '0',
      '\u007f',
      '\u0080',
      'é',
      '\u07ff',
      '\u0800',
      'は',
      '\uD7FF',
      '\uE000',
      '\uFFFD',
      '\u{10000}',
      '\u{1F600}',
    ];
    const id = (): string =>
      Array.from({ length: random.below(4) }, () => alphabet[random.below(alphabet.length)]).join('');
    for (let round = 0; round < 3000; round++) {
      const [a, b] = [id(), id()];
      expect(Math.sign(compareIds(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }
  });
});

it('events are ordered by time, then by id', () => {
  const events = [
    { id: 'b', time: 2 },
    { id: 'c', time: 1 },
    { id: 'a', time: 2 },
  ];
  expect(inEventOrder(events).map((event) => event.id)).toEqual(['c', 'a', 'b']);
  expect(compareEvents(events[0]!, events[0]!)).toBe(0);
});

const touch = (
  id: string,
  time: number,
  trackingTerm = 30,
): { id: string; time: number; trackingTerm: number } => ({
  id,
  time,
  trackingTerm,
});

const chain = (touches: Parameters<typeof deriveReferences>[0]): string =>
  deriveReferences(touches)
    .map(({ touch: { id }, referenceId, opens }) => `${id}:${referenceId}${opens ? '*' : ''}`)
    .join(' ');

describe('a reference', () => {
  it('is opened by the first interaction and joined by the next', () => {
    expect(chain([touch('a', 0), touch('b', 5), touch('c', DAY_MS)])).toBe('a:a* b:a c:a');
  });

  it('is joined after exactly the tracking term, and opened a millisecond later', () => {
    expect(chain([touch('a', 0), touch('b', 30 * DAY_MS)])).toBe('a:a* b:a');
    expect(chain([touch('a', 0), touch('b', 30 * DAY_MS + 1)])).toBe('a:a* b:b*');
  });

  it('measures the gap from the previous interaction, not from the opening one', () => {
    expect(chain([touch('a', 0), touch('b', 20 * DAY_MS), touch('c', 40 * DAY_MS)])).toBe('a:a* b:a c:a');
  });

  it('uses the tracking term of the new interaction', () => {
    expect(chain([touch('a', 0, 30), touch('b', 10 * DAY_MS, 7)])).toBe('a:a* b:b*');
    expect(chain([touch('a', 0, 7), touch('b', 10 * DAY_MS, 30)])).toBe('a:a* b:a');
  });

  it('orders interactions of the same instant by id', () => {
    expect(chain([touch('b', 0), touch('a', 0)])).toBe('a:a* b:a');
  });

  it('is missing without an interaction', () => {
    expect(deriveReferences([])).toEqual([]);
  });

  it('does not depend on the order of arrival', () => {
    const random = seeded(7);
    for (let round = 0; round < 50; round++) {
      const touches = Array.from({ length: 12 }, (_, i) => touch(`t${i}`, random.below(20) * 9 * DAY_MS));
      expect(chain(random.shuffle(touches))).toBe(chain(touches));
    }
  });
});

const MINUTE = 60_000;
const at = (id: string, minutes: number): JourneyEvent => ({ id, time: minutes * MINUTE });

const place = (views: JourneyEvent[], touches: JourneyEvent[]): Record<string, string | null> =>
  Object.fromEntries(deriveVisits(views, touches).map(({ view, interactionId }) => [view.id, interactionId]));

describe('the interaction of a view', () => {
  it.each([
    ['the one before it', [at('p', 5)], [at('c', 0)], { p: 'c' }],
    ['the one at the same instant', [at('p', 0)], [at('c', 0)], { p: 'c' }],
    ['never a later one', [at('p', 0)], [at('c', 1)], { p: null }],
    ['none without interactions', [at('p', 0)], [], { p: null }],
    ['the newest one', [at('p', 5)], [at('c', 0), at('d', 4)], { p: 'd' }],
    ['at the same instant the one with the higher id', [at('p', 5)], [at('d', 0), at('c', 0)], { p: 'd' }],
    ['exactly 30 minutes is inside', [at('p', 30)], [at('c', 0)], { p: 'c' }],
    ['a longer step is outside', [at('p', 30.001)], [at('c', 0)], { p: null }],
    ['views bridge gaps', [at('p', 30), at('q', 60), at('r', 90)], [at('c', 0)], { p: 'c', q: 'c', r: 'c' }],
    [
      'a broken chain stays broken',
      [at('p', 20), at('q', 51), at('r', 52)],
      [at('c', 0)],
      { p: 'c', q: null, r: null },
    ],
    [
      'until the next interaction',
      [at('p', 51), at('q', 61)],
      [at('c', 0), at('d', 60)],
      { p: null, q: 'd' },
    ],
    [
      'only the newest counts, though an older chain holds',
      [at('p', 20), at('q', 40)],
      [at('c', 0), at('d', 9)],
      { p: 'd', q: 'd' },
    ],
    [
      'a view before the interaction bridges nothing',
      [at('p', -10), at('q', 35)],
      [at('c', 0)],
      { p: null, q: null },
    ],
  ])('%s', (_name, views, touches, expected) => {
    expect(place(views, touches)).toEqual(expected);
  });

  /** Literal implementation of the definition: slow, but stateless. */
  function byDefinition(views: JourneyEvent[], touches: JourneyEvent[], view: JourneyEvent): string | null {
    const before = touches.filter((touch) => touch.time <= view.time).sort(compareEvents);
    const newest = before.at(-1);
    if (!newest) return null;
    const steps = [
      newest,
      ...views
        .filter((other) => other.time >= newest.time && compareEvents(other, view) <= 0)
        .sort(compareEvents),
    ];
    return steps.slice(1).every((step, i) => step.time - steps[i]!.time <= VISIT_GAP_MS) ? newest.id : null;
  }

  it('matches the definition for any order of arrival', () => {
    const random = seeded(3);
    for (let round = 0; round < 200; round++) {
      const views = Array.from({ length: 10 }, (_, i) => at(`p${i}`, random.below(20) * 10));
      const touches = Array.from({ length: 4 }, (_, i) => at(`c${i}`, random.below(20) * 10));
      const expected = Object.fromEntries(views.map((view) => [view.id, byDefinition(views, touches, view)]));
      expect(place(random.shuffle(views), random.shuffle(touches))).toEqual(expected);
    }
  });
});

const cv = (id: string, time: number, isLast = true, cvSettingId = 1) => ({ id, time, isLast, cvSettingId });

const history = (...conversions: ReturnType<typeof cv>[]): string =>
  deriveRepeats(conversions)
    .map(
      ({ conversion, previousLastTime }) =>
        `${conversion.id}/${conversion.cvSettingId}<${previousLastTime ?? '-'}`,
    )
    .join(' ');

describe('a repeat conversion has an earlier LAST conversion of its customer', () => {
  it.each([
    ['the first is not repeat', [cv('a', 1)], 'a/1<-'],
    ['each later one is repeat', [cv('a', 1), cv('b', 2), cv('c', 3)], 'a/1<- b/1<1 c/1<2'],
    ['MIDDLE ones make nobody repeat', [cv('a', 1, false), cv('b', 2)], 'a/1<- b/1<-'],
    ['but are repeat after a LAST one', [cv('a', 1), cv('b', 2, false), cv('c', 3)], 'a/1<- b/1<1 c/1<1'],
    ['at the same instant the lower id is earlier', [cv('b', 1), cv('a', 1)], 'a/1<- b/1<1'],
    ['then the lower cv_setting_id', [cv('a', 1, true, 2), cv('a', 1, true, 1)], 'a/1<- a/2<1'],
    ['ids compare bytewise', [cv('a', 1), cv('B', 1)], 'B/1<- a/1<1'],
  ])('%s', (_name, conversions, expected) => {
    expect(history(...conversions)).toBe(expected);
  });

  it('does not depend on the order of arrival', () => {
    const random = seeded(11);
    for (let round = 0; round < 50; round++) {
      const conversions = Array.from({ length: 8 }, (_, i) =>
        cv(`o${i}`, random.below(4), random.below(2) === 0, random.below(3)),
      );
      expect(history(...random.shuffle(conversions))).toBe(history(...conversions));
    }
  });
});

describe('customers', () => {
  it('are identified by the advertiser id if given, else by the browser', () => {
    expect(customerKey('v1', 'u1')).toBe('user:u1');
    expect(customerKey('v1', null)).toBe('visitor:v1');
    expect(customerKey('v1', '')).toBe('visitor:v1');
    expect(customerKey('u1', undefined)).not.toBe(customerKey('v9', 'u1'));
  });

  it('link every visitor that converted with the id at or before the conversion', () => {
    const sameUser = [
      { visitorId: 'phone', time: 5 },
      { visitorId: 'tablet', time: 10 },
      { visitorId: 'later', time: 11 },
    ];
    expect([...pathVisitors({ visitorId: 'pc', time: 10 }, sameUser)].sort()).toEqual([
      'pc',
      'phone',
      'tablet',
    ]);
  });
});
