import { seeded } from '../testing/random';
import { assignLandings, DAY_MS, isBetween, landingOutsideApp } from '.';

const MINUTE = 60_000;
const click = (id: string, minutes: number, ...keys: string[]) => ({ id, time: minutes * MINUTE, keys });
const byId = (id: string, minutes: number, visitorId: string, interactionRef: string | null = 'c') => ({
  id,
  time: minutes * MINUTE,
  visitorId,
  interactionRef,
  keys: [],
});
const byClickId = (id: string, minutes: number, visitorId: string, ...keys: string[]) => ({
  id,
  time: minutes * MINUTE,
  visitorId,
  interactionRef: null,
  keys,
});

type Clicks = Parameters<typeof assignLandings>[0];
type Landings = Parameters<typeof assignLandings>[1];
const owners = (clicks: Clicks, landings: Landings): string =>
  [...assignLandings(clicks, landings)]
    .map(([id, { visitorId }]) => `${id}:${visitorId}`)
    .sort()
    .join(' ');

describe('a landing hands a click over', () => {
  it.each<[rule: string, clicks: Clicks, landings: Landings, expected: string]>([
    ['by its id', [click('c', 0)], [byId('p', 5, 'site')], 'c:site'],
    ['not without a landing', [click('c', 0, 'g')], [], ''],
    [
      'once: the earliest landing wins, however they arrive',
      [click('c', 0)],
      [byId('q', 9, 'friend'), byId('p', 5, 'site')],
      'c:site',
    ],
    [
      'at the same instant by the lower id',
      [click('c', 0)],
      [byId('q', 5, 'friend'), byId('p', 5, 'site')],
      'c:site',
    ],
    ['by a click id (domain.md 8.3)', [click('c', 0, 'g')], [byClickId('p', 1, 'site', 'g')], 'c:site'],
    ['not by another click id', [click('c', 0, 'g')], [byClickId('p', 1, 'site', 'G')], ''],
    [
      'by one of several click ids',
      [click('c', 0, 'a', 'b')],
      [byClickId('p', 1, 'site', 'x', 'b')],
      'c:site',
    ],
    [
      'by a click id 24 hours later',
      [click('c', 0, 'g')],
      [byClickId('p', DAY_MS / MINUTE, 'site', 'g')],
      'c:site',
    ],
    [
      'not by a click id a millisecond after that',
      [click('c', 0, 'g')],
      [{ ...byClickId('p', 0, 'site', 'g'), time: DAY_MS + 1 }],
      '',
    ],
    [
      'by a click id 60 seconds before the click',
      [click('c', 1, 'g')],
      [byClickId('p', 0, 'site', 'g')],
      'c:site',
    ],
    [
      'not by a click id a millisecond before that',
      [{ ...click('c', 0, 'g'), time: MINUTE + 1 }],
      [byClickId('p', 0, 'site', 'g')],
      '',
    ],
    [
      'by the earlier of an id and a click id',
      [click('c', 0, 'g')],
      [byId('q', 2, 'friend'), byClickId('p', 1, 'site', 'g')],
      'c:site',
    ],
    [
      'by the id if it comes first',
      [click('c', 0, 'g')],
      [byId('q', 1, 'friend'), byClickId('p', 2, 'site', 'g')],
      'c:friend',
    ],
    [
      'of two clicks with the click id the earliest one',
      [click('d', 1, 'g'), click('c', 0, 'g')],
      [byClickId('p', 2, 'site', 'g')],
      'c:site',
    ],
    [
      'and the next landing the next click',
      [click('c', 0, 'g'), click('d', 1, 'g')],
      [byClickId('q', 3, 'friend', 'g'), byClickId('p', 2, 'site', 'g')],
      'c:site d:friend',
    ],
    [
      'and the click that an id has not taken before',
      [click('c', 0, 'g'), click('d', 1, 'g')],
      [byId('q', 2, 'friend'), byClickId('p', 3, 'site', 'g')],
      'c:friend d:site',
    ],
    [
      'and an expired click is passed over',
      [click('c', 0, 'g'), click('d', 1, 'g')],
      [{ ...byClickId('p', 0, 'site', 'g'), time: DAY_MS + 1 }],
      'd:site',
    ],
    [
      'one click each, although the view has ids of two',
      [click('c', 1, 'a'), click('d', 0, 'b')],
      [byClickId('p', 2, 'site', 'a', 'b')],
      'd:site',
    ],
  ])('%s', (_rule, clicks, landings, expected) => {
    expect(owners(clicks, landings)).toBe(expected);
  });

  it('independently of the order of arrival', () => {
    const random = seeded(5);
    for (let round = 0; round < 100; round++) {
      const key = () => `k${random.below(3)}`;
      const clicks = Array.from({ length: 6 }, (_, i) => click(`c${i}`, random.below(20) * 120, key()));
      const landings = Array.from({ length: 8 }, (_, i) =>
        random.below(4) === 0
          ? byId(`p${i}`, random.below(20) * 120, `v${random.below(4)}`, `c${random.below(6)}`)
          : byClickId(`p${i}`, random.below(20) * 120, `v${random.below(4)}`, key(), key()),
      );
      expect(owners(random.shuffle(clicks), random.shuffle(landings))).toBe(owners(clicks, landings));
    }
  });
});

describe('an interaction moves once more, out of an app (domain.md 8.4)', () => {
  const landing = (
    id: string,
    minutes: number,
    visitorId: string,
    inApp: boolean,
    network: string | null = 'n',
  ) => ({
    ...byId(id, minutes, visitorId),
    inApp,
    network,
  });
  const first = landing('p', 0, 'app', true);
  type Landing = ReturnType<typeof landing>;

  it.each<[rule: string, first: Landing, further: Landing[], expected: string | null]>([
    ['to the next landing outside the app', first, [landing('q', 5, 'safari', false)], 'q'],
    ['after exactly 30 minutes', first, [landing('q', 30, 'safari', false)], 'q'],
    ['not after more', first, [{ ...landing('q', 30, 'safari', false), time: 30 * MINUTE + 1 }], null],
    ['not from another network', first, [landing('q', 5, 'safari', false, 'm')], null],
    [
      'not if the network is unknown',
      landing('p', 0, 'app', true, null),
      [landing('q', 5, 's', false, null)],
      null,
    ],
    ['not to another app', first, [landing('q', 5, 'line', true)], null],
    [
      'not out of a browser or a generic webview',
      landing('p', 0, 'web', false),
      [landing('q', 5, 's', false)],
      null,
    ],
    ['not to the same visitor', first, [landing('q', 5, 'app', false)], null],
    [
      'past further landings of the same visitor',
      first,
      [landing('o', 1, 'app', true), landing('q', 5, 'safari', false)],
      'q',
    ],
    [
      'only to the next landing by another visitor',
      first,
      [landing('o', 1, 'line', true), landing('q', 5, 'safari', false)],
      null,
    ],
    ['not to an earlier landing', landing('p', 9, 'app', true), [landing('o', 5, 'safari', false)], null],
  ])('%s', (_rule, from, further, expected) => {
    expect(landingOutsideApp(from, [...further, from])?.id ?? null).toBe(expected);
  });

  it('not if a click id handed it over', () => {
    expect(
      landingOutsideApp({ ...first, interactionRef: null }, [landing('q', 5, 'safari', false)]),
    ).toBeNull();
  });

  it.each([
    [[-1, 5 * MINUTE + 1], false],
    [[0], true],
    [[MINUTE], true],
    [[5 * MINUTE], true],
    [[], false],
  ])('conversions at %j lie in between: %s', (times, expected) => {
    expect(isBetween(times, first, landing('q', 5, 'safari', false))).toBe(expected);
  });
});
