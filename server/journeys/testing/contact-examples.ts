import type { ViewEvent } from '../events/incoming-event';
import { BOT, EXCLUDED_IP } from './random-events';
import { at, type Example } from './worked-examples';

const HOUR = 60;
const SECOND = 1 / 60;
const MEDIUM = { referrer: 'https://media.example/' };
const WITHIN = { referrer: 'https://shop.example/lp', ownReferrer: true };
const G = { clickIds: { gclid: 'G' } };
const LINE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.9.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const WEBVIEW =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36';

const app = (more: Partial<ViewEvent> = {}) => ({
  interactionRef: 'c',
  ua: LINE,
  ip: '203.0.113.9',
  ...more,
});
const safari = (more: Partial<ViewEvent> = {}) => app({ ua: SAFARI, ...more });

/** The rules of contacts (domain.md 8.2 to 8.4), one example each. They hold in any order of arrival. */
export const CONTACT_EXAMPLES: Example[] = [
  {
    rule: '8.2: a carried a_ad makes one interaction: form, confirmation, anchor, reload and parameter order make none',
    events: (m, { ads: [landingAdId] }) => [
      m.view('p1', at(0), 'v', { ...MEDIUM, landingAdId, url: 'https://shop.example/lp?a_ad=1&x=2' }),
      m.view('p2', at(1), 'v', { ...WITHIN, landingAdId, url: 'https://shop.example/form?a_ad=1' }),
      m.view('p3', at(2), 'v', { ...WITHIN, landingAdId, url: 'https://shop.example/ok?a_ad=1' }),
      m.view('p4', at(3), 'v', { ...WITHIN, landingAdId, url: 'https://shop.example/ok?a_ad=1#top' }),
      m.view('p5', at(4), 'v', { ...MEDIUM, landingAdId, url: '/z?a_ad=1', nav: 'reload' }),
      m.view('p6', at(5), 'v', { ...MEDIUM, landingAdId, url: 'https://shop.example/lp?x=2&a_ad=1' }),
      m.view('p7', at(6), 'v', { landingAdId, url: '/without-referrer?a_ad=1' }),
    ],
    interactions: ['p1 v p1', 'p2 v -', 'p3 v -', 'p4 v -', 'p5 v -', 'p6 v -', 'p7 v -'],
    views: ['p1 p1', 'p2 p1', 'p3 p1', 'p4 p1', 'p5 p1', 'p6 p1', 'p7 p1'],
  },
  {
    rule: '8.2: another page from outside, another ad, another click id and the next visit make one each',
    events: (m, { ads: [first, second] }) => [
      m.view('p1', at(0), 'v', { ...MEDIUM, landingAdId: first, url: '/x', clickIds: { gclid: 'A' } }),
      m.view('p2', at(1), 'v', { ...MEDIUM, landingAdId: first, url: '/y' }),
      m.view('p3', at(2), 'v', { ...WITHIN, landingAdId: second, url: '/y' }),
      m.view('p4', at(3), 'v', { ...WITHIN, landingAdId: second, url: '/y', clickIds: { gclid: 'B' } }),
      m.view('p5', at(34), 'v', { ...WITHIN, landingAdId: second, url: '/y' }),
    ],
    interactions: ['p1 v p1', 'p2 v p1', 'p3 v p1', 'p4 v p1', 'p5 v p1'],
  },
  {
    rule: '8.2: after a redirect of the same ad a link within the site makes none, the page of its landing neither',
    events: (m, { ads: [landingAdId] }) => [
      m.click('c', at(0), 't'),
      m.view('p1', at(1), 'v', { ...MEDIUM, interactionRef: 'c', url: '/lp' }),
      m.view('p2', at(2), 'v', { ...WITHIN, landingAdId, url: '/form' }),
      m.view('p3', at(3), 'v', { ...MEDIUM, landingAdId, url: '/lp#a' }),
    ],
    interactions: ['c v c', 'p2 v -', 'p3 v -'],
  },
  {
    rule: '8.3: a landing by click id takes the click of the parallel tracker, and its conversion is credited',
    events: (m) => [
      m.click('c', at(0), 't', { ...G, xclid: 'G' }),
      m.view('p', at(1), 'v', { ...MEDIUM, ...G, url: '/lp' }),
      m.conversion('o', at(2), 'v'),
    ],
    interactions: ['c v c'],
    views: ['p c'],
    paths: ['o 1:c'],
  },
  {
    rule: '8.3: a_xclid joins like the others, under its own name',
    events: (m) => [
      m.click('c', at(0), 't', { xclid: 'X' }),
      m.click('d', at(1), 's', { clickIds: { gclid: 'X' } }),
      m.view('p', at(2), 'v', { clickIds: { a_xclid: 'X' } }),
    ],
    interactions: ['c v c', 'd s d'],
  },
  {
    rule: '8.3: letter case, another name and another value join nothing',
    events: (m) => [
      m.click('c', at(0), 't', G),
      m.view('p1', at(1), 'v1', { clickIds: { gclid: 'g' } }),
      m.view('p2', at(2), 'v2', { clickIds: { fbclid: 'G' } }),
      m.view('p3', at(3), 'v3', { clickIds: { gclid: 'G ' } }),
    ],
    interactions: ['c t c'],
  },
  {
    rule: '8.3: the click is at most 24 hours older and 60 seconds younger than the landing',
    events: (m) => [
      m.click('a1', at(0), 't1', { clickIds: { gclid: 'A' } }),
      m.view('pa', at(24 * HOUR), 'va', { clickIds: { gclid: 'A' } }),
      m.click('b1', at(0), 't2', { clickIds: { gclid: 'B' } }),
      m.view('pb', at(24 * HOUR) + 1, 'vb', { clickIds: { gclid: 'B' } }),
      m.view('pc', at(0), 'vc', { clickIds: { gclid: 'C' } }),
      m.click('c1', at(60 * SECOND), 't3', { clickIds: { gclid: 'C' } }),
      m.view('pd', at(0), 'vd', { clickIds: { gclid: 'D' } }),
      m.click('d1', at(60 * SECOND) + 1, 't4', { clickIds: { gclid: 'D' } }),
    ],
    interactions: ['a1 va a1', 'b1 t2 b1', 'c1 vc c1', 'd1 t4 d1'],
  },
  {
    rule: '8.3: of two landings the earliest wins; of two clicks the earliest goes first',
    events: (m) => [
      m.click('c', at(0), 't1', G),
      m.click('d', at(1), 't2', G),
      m.view('p2', at(3), 'v2', G),
      m.view('p1', at(2), 'v1', G),
      m.view('p3', at(4), 'v3', G),
    ],
    interactions: ['c v1 c', 'd v2 d'],
  },
  {
    rule: '8.3: the earliest of a landing by a_iid and one by click id wins',
    events: (m) => [
      m.click('c', at(0), 't1', G),
      m.view('p1', at(1), 'v1', G),
      m.view('p2', at(2), 'v2', { interactionRef: 'c' }),
      m.click('d', at(0), 't2', { clickIds: { fbclid: 'F' } }),
      m.view('q1', at(1), 'w1', { interactionRef: 'd' }),
      m.view('q2', at(2), 'w2', { clickIds: { fbclid: 'F' } }),
    ],
    interactions: ['c v1 c', 'd w1 d'],
  },
  {
    rule: '8.3: excluded clicks and excluded landings take no part',
    events: (m) => [
      m.click('c', at(0), 't1', { ...G, ip: EXCLUDED_IP }),
      m.click('d', at(1), 't2', G),
      m.view('p1', at(2), 'v1', { ...G, ua: BOT }),
      m.view('p2', at(3), 'v2', G),
    ],
    interactions: ['c t1 -', 'd v2 d'],
  },
  {
    rule: '8.3: the landing of a joined click makes no interaction of its ad, even if the click comes a little later',
    events: (m, { ads: [landingAdId] }) => [
      m.view('p', at(0), 'v', { ...MEDIUM, ...G, landingAdId, url: '/lp' }),
      m.click('c', at(0.5), 't', G),
    ],
    interactions: ['p v -', 'c v c'],
  },
  {
    rule: '8.4: the interaction follows its visitor from an in-app browser to Safari',
    events: (m) => [
      m.click('c', at(0), 't'),
      m.view('p1', at(1), 'v1', app()),
      m.view('p2', at(31), 'v2', safari()),
      m.view('p3', at(32), 'v3', safari()),
    ],
    interactions: ['c v2 c'],
  },
  {
    rule: '8.4: within a v6 network, and after an earlier conversion',
    events: (m) => [
      m.click('c', at(0), 't'),
      m.conversion('o', at(0.5), 'v1'),
      m.view('p1', at(1), 'v1', app({ ip: '2001:db8:1:2::1' })),
      m.view('p2', at(2), 'v2', safari({ ip: '2001:0db8:1:2:ffff::1' })),
    ],
    interactions: ['c v2 c'],
  },
  {
    rule: '8.4: not after 30 minutes, and only the next landing by another visitor is looked at',
    events: (m) => [
      m.click('c', at(0), 't'),
      m.view('p1', at(1), 'v1', app()),
      m.view('p2', at(31) + 1, 'v2', safari()),
      m.click('d', at(0), 's'),
      m.view('q1', at(1), 'w1', app({ interactionRef: 'd' })),
      m.view('q2', at(2), 'w2', app({ interactionRef: 'd' })),
      m.view('q3', at(3), 'w3', safari({ interactionRef: 'd' })),
    ],
    interactions: ['c v1 c', 'd w1 d'],
  },
  {
    rule: '8.4: not from a generic webview, from another address, or without one',
    events: (m) => [
      m.click('c', at(0), 't1'),
      m.view('p1', at(1), 'v1', app({ ua: WEBVIEW })),
      m.view('p2', at(2), 'v2', safari()),
      m.click('d', at(0), 't2'),
      m.view('q1', at(1), 'w1', app({ interactionRef: 'd' })),
      m.view('q2', at(2), 'w2', safari({ interactionRef: 'd', ip: '203.0.113.10' })),
      m.click('e', at(0), 't3'),
      m.view('r1', at(1), 'x1', app({ interactionRef: 'e', ip: null })),
      m.view('r2', at(2), 'x2', safari({ interactionRef: 'e', ip: null })),
    ],
    interactions: ['c v1 c', 'd w1 d', 'e x1 e'],
  },
  {
    rule: '8.4: not if the visitor converts inside the app in between',
    events: (m) => [
      m.click('c', at(0), 't'),
      m.view('p1', at(1), 'v1', app()),
      m.view('p2', at(9), 'v2', safari()),
      m.conversion('o', at(5), 'v1'),
    ],
    interactions: ['c v1 c'],
    paths: ['o 1:c'],
  },
  {
    rule: 'an excluded click follows its landing too (domain.md 3)',
    events: (m) => [
      m.view('p', at(60), 'person', { interactionRef: 'c' }),
      m.click('c', at(0), 'own', { ua: BOT }),
    ],
    interactions: ['c person -'],
    views: ['p -'],
  },
];
