import { landingPageOf, REPEAT_SIGN, selectCountedLandings, VISIT_GAP_MS } from '.';

const MINUTE = 60_000;
const { NAVIGATION, OWN_REFERRER, NO_REFERRER } = REPEAT_SIGN;

interface Landing {
  adId?: number;
  page?: string;
  keys?: string[];
  signs?: number | null;
}

/** A view with `a_ad` without `a_iid`, from a medium's page unless `signs` say otherwise. */
const landing = (
  id: string,
  minutes: number,
  { adId = 1, page = '/lp', keys = [], signs = 0 }: Landing = {},
) => ({
  id,
  time: minutes * MINUTE,
  landing: { id, time: minutes * MINUTE, adId, page, keys, signs },
});
const view = (id: string, minutes: number) => ({ id, time: minutes * MINUTE, landing: null });
const click = (
  id: string,
  minutes: number,
  more: { page?: string; keys?: string[]; landed?: number } = {},
) => ({
  id,
  time: minutes * MINUTE,
  adId: 1,
  page: more.page ?? null,
  keys: more.keys ?? [],
  landedAt: more.landed === undefined ? null : more.landed * MINUTE,
});

type Views = Parameters<typeof selectCountedLandings>[0];
type Clicks = Parameters<typeof selectCountedLandings>[1];
const counted = (views: Views, clicks: Clicks = []): string[] =>
  selectCountedLandings(views, clicks).map(({ id }) => id);

describe('a landing by a_ad without a_iid makes an interaction (domain.md 8.2)', () => {
  it.each<[rule: string, views: Views, expected: string[]]>([
    ['the first one of a visit, whatever its referrer', [landing('p', 0, { signs: NO_REFERRER })], ['p']],
    ['a reload of the same ad makes none', [landing('p', 0), landing('q', 1, { signs: NAVIGATION })], ['p']],
    [
      'a link within the site makes none',
      [landing('p', 0), landing('q', 1, { page: '/form', signs: OWN_REFERRER })],
      ['p'],
    ],
    [
      'a view without a referrer makes none',
      [landing('p', 0), landing('q', 1, { page: '/form', signs: NO_REFERRER })],
      ['p'],
    ],
    ['the same URL makes none, even from outside', [landing('p', 0), landing('q', 1)], ['p']],
    ['another URL from outside makes one', [landing('p', 0), landing('q', 1, { page: '/b' })], ['p', 'q']],
    [
      'the URL of an interaction before the newest one makes one',
      [landing('p', 0), landing('q', 1, { page: '/b' }), landing('r', 2)],
      ['p', 'q', 'r'],
    ],
    [
      'another ad makes one, even within the site',
      [landing('p', 0), landing('q', 1, { adId: 2, signs: OWN_REFERRER })],
      ['p', 'q'],
    ],
    [
      'the first ad makes one again after another ad',
      [landing('p', 0), landing('q', 1, { adId: 2 }), landing('r', 2, { signs: OWN_REFERRER })],
      ['p', 'q', 'r'],
    ],
    [
      'another click id always makes one',
      [landing('p', 0, { keys: ['a'] }), landing('q', 1, { keys: ['b'], signs: NAVIGATION | NO_REFERRER })],
      ['p', 'q'],
    ],
    [
      'one more click id makes one',
      [landing('p', 0, { keys: ['a'] }), landing('q', 1, { keys: ['a', 'b'], signs: OWN_REFERRER })],
      ['p', 'q'],
    ],
    [
      'a click id that the interaction carries makes none',
      [landing('p', 0, { keys: ['a', 'b'] }), landing('q', 1, { keys: ['a'], signs: OWN_REFERRER })],
      ['p'],
    ],
    [
      'exactly 30 minutes later is the same visit',
      [landing('p', 0), landing('q', 30, { signs: NAVIGATION })],
      ['p'],
    ],
    [
      'in the next visit even a reload makes one',
      [landing('p', 0), { ...landing('q', 30, { signs: NAVIGATION }), time: VISIT_GAP_MS + 1 }],
      ['p', 'q'],
    ],
    [
      'other views hold the visit together',
      [landing('p', 0), view('v', 20), landing('q', 40, { signs: NAVIGATION })],
      ['p'],
    ],
    ['the earlier by (time, id) makes it', [landing('q', 0), landing('p', 0)], ['p']],
    ['a view without an ad makes none', [view('p', 0)], []],
  ])('%s', (_rule, views, expected) => {
    expect(counted(views)).toEqual(expected);
  });

  it.each<[rule: string, clicks: Clicks, views: Views, expected: string[]]>([
    ['a link within the site makes none', [click('c', 0)], [landing('p', 1, { signs: OWN_REFERRER })], []],
    [
      'the page of the landing that carried the click makes none',
      [click('c', 0, { page: '/lp' })],
      [landing('p', 1)],
      [],
    ],
    ['a page from outside makes one', [click('c', 0, { page: '/a' })], [landing('p', 1)], ['p']],
    [
      'a click more than 30 minutes before is in no visit',
      [click('c', 0)],
      [landing('p', 31, { signs: OWN_REFERRER })],
      ['p'],
    ],
    [
      'a later click is not the newest one',
      [click('c', 2)],
      [landing('p', 1, { signs: NO_REFERRER })],
      ['p'],
    ],
    [
      'but one that the view itself carries by a click id',
      [click('c', 1.5, { page: '/lp', keys: ['a'], landed: 1 })],
      [landing('p', 1, { keys: ['a'] })],
      [],
    ],
    [
      'of two contacts at the same instant the higher id is the newest',
      [click('z', 1, { keys: ['a'] })],
      [landing('p', 1, { page: '/x' }), landing('q', 2, { keys: ['a'], signs: OWN_REFERRER })],
      ['p'],
    ],
  ])('after a click, %s', (_rule, clicks, views, expected) => {
    expect(counted(views, clicks)).toEqual(expected);
  });

  it('keeps the rule of earlier versions for their rows: once per ad, URL and visit', () => {
    const old = (id: string, minutes: number, page = '/lp', adId = 1) =>
      landing(id, minutes, { page, adId, signs: null });
    expect(
      counted([old('p', 0), old('q', 1, '/b'), old('r', 2), old('s', 3, '/lp', 2), old('t', 34)]),
    ).toEqual(['p', 'q', 's', 't']);
  });
});

describe('the page of a landing', () => {
  it.each([
    ['https://s.example/lp?a=1&b=2#top', 'https://s.example/lp?b=2&a=1'],
    ['https://s.example/lp#/route?x=1', 'https://s.example/lp'],
    ['https://s.example/lp?', 'https://s.example/lp'],
    ['https://s.example/lp?b&a&', 'https://s.example/lp?a&b'],
  ])('%s is the same as %s', (one, other) => {
    expect(landingPageOf(one)).toBe(landingPageOf(other));
  });

  it.each([
    ['https://s.example/lp?a=1', 'https://s.example/lp?a=2'],
    ['https://s.example/lp?a=1', 'https://s.example/lp?A=1'],
    ['https://s.example/lp', 'https://s.example/LP'],
    ['https://s.example/lp?a=1', 'https://s.example/lp?a=1&a=1'],
  ])('%s is another one than %s', (one, other) => {
    expect(landingPageOf(one)).not.toBe(landingPageOf(other));
  });
});
