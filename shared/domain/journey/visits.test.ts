import { seeded } from '../testing/random';
import {
  compareEvents,
  selectCountedLandings,
  deriveVisits,
  interactionOwner,
  VISIT_GAP_MS,
  type JourneyEvent,
} from './index';

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

describe('a landing page view with a_ad makes an interaction', () => {
  const landing = (id: string, minutes: number, landingAdId: number, url = '/lp') => ({
    ...at(id, minutes),
    landingAdId,
    url,
  });
  const landings = (...views: ReturnType<typeof landing>[]): string[] =>
    selectCountedLandings(views).map((view) => view.id);

  it.each([
    ['once per visit', [landing('p', 0, 1), landing('q', 10, 1)], ['p']],
    ['again in the next visit', [landing('p', 0, 1), landing('q', 31, 1)], ['p', 'q']],
    ['exactly 30 minutes later is the same visit', [landing('p', 0, 1), landing('q', 30, 1)], ['p']],
    [
      'other views hold the visit together',
      [landing('p', 0, 1), landing('v', 20, 0), landing('q', 40, 1)],
      ['p'],
    ],
    ['once per ad', [landing('p', 0, 1), landing('q', 1, 2)], ['p', 'q']],
    [
      'once per identical URL',
      [landing('p', 0, 1, '/a'), landing('q', 1, 1, '/b'), landing('r', 2, 1, '/a')],
      ['p', 'q'],
    ],
    ['the earliest by (time, id) counts', [landing('q', 0, 1), landing('p', 0, 1)], ['p']],
    ['views without an ad make none', [landing('p', 0, 0)], []],
  ])('%s', (_name, views, expected) => {
    expect(landings(...views)).toEqual(expected);
  });
});

describe('a hand-over', () => {
  const view = (id: string, time: number, visitorId: string) => ({ id, time, visitorId });

  it.each([
    ['keeps the tracker’s visitor without a landing', [], 'tracker'],
    ['the landing visitor takes it over', [view('p', 5, 'site')], 'site'],
    [
      'it moves once: the earliest landing wins, however they arrive',
      [view('q', 9, 'friend'), view('p', 5, 'site')],
      'site',
    ],
    ['at the same instant the lower id wins', [view('q', 5, 'friend'), view('p', 5, 'site')], 'site'],
  ])('%s', (_name, landings, owner) => {
    expect(interactionOwner('tracker', landings)).toBe(owner);
  });
});
