import type { IncomingEvent } from '../events/incoming-event';
import type { Events, Fixture } from './fixture';
import { BOT, EXCLUDED_IP } from './random-events';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2026, 0, 10);
/** Minutes after the start. */
export const at = (minutes: number) => START + minutes * MINUTE;
/** Days after the start. */
const onDay = (days: number) => START + days * DAY;

/** Events and their expected result. */
export interface Example {
  rule: string;
  events(make: Events, fixture: Fixture): IncomingEvent[];
  /** Interactions as `id owner reference` in order; `-` for an excluded one. */
  interactions?: string[];
  /** Views as `id interaction`. */
  views?: string[];
  /** Conversions as `id class:path|class:path`, the path as interaction ids. */
  paths?: string[];
}

/** The rules of journeys, one example each. */
export const EXAMPLES: Example[] = [
  {
    rule: 'a gap of exactly tracking_term continues a reference, a longer one starts a new one',
    events: (m) => [
      m.click('c1', onDay(0), 'v'),
      m.click('c2', onDay(2), 'v'),
      m.click('c3', onDay(4) + 1, 'v'),
    ],
    interactions: ['c1 v c1', 'c2 v c1', 'c3 v c3'],
  },
  {
    rule: 'an excluded click bridges no gap',
    events: (m) => [
      m.click('c1', onDay(0), 'v'),
      m.click('c2', onDay(1.5), 'v', { ip: EXCLUDED_IP }),
      m.click('c3', onDay(3), 'v'),
    ],
    interactions: ['c1 v c1', 'c2 v -', 'c3 v c3'],
  },
  {
    rule: 'a landing with a_iid moves that interaction alone, once, to the first landing visitor',
    events: (m) => [
      m.click('c1', at(0), 'tracker'),
      m.click('c2', at(1), 'tracker'),
      m.view('p1', at(2), 'site', { interactionRef: 'c2' }),
      m.view('p2', at(3), 'other', { interactionRef: 'c2' }),
    ],
    interactions: ['c1 tracker c1', 'c2 site c2'],
    views: ['p1 c2', 'p2 -'],
  },
  {
    rule: 'a landing of the same visitor claims the interaction before a later one of another visitor',
    events: (m) => [
      m.click('c1', at(0), 'v'),
      m.view('p1', at(1), 'v', { interactionRef: 'c1' }),
      m.view('p2', at(2), 'w', { interactionRef: 'c1' }),
    ],
    interactions: ['c1 v c1'],
  },
  {
    rule: 'an excluded landing claims nothing',
    events: (m) => [
      m.click('c1', at(0), 't'),
      m.view('p1', at(1), 'bot', { interactionRef: 'c1', ua: BOT }),
      m.view('p2', at(2), 'site', { interactionRef: 'c1' }),
    ],
    interactions: ['c1 site c1'],
    views: ['p1 -', 'p2 c1'],
  },
  {
    rule: 'views belong to the newest interaction until a gap of more than 30 minutes',
    events: (m) => [
      m.view('p0', at(-1), 'v'),
      m.click('c1', at(0), 'v'),
      m.view('p1', at(0), 'v'),
      m.view('p2', at(30), 'v'),
      m.view('p3', at(60), 'v'),
      m.view('p4', at(91), 'v'),
      m.view('p5', at(92), 'v'),
      m.click('c2', at(93), 'v'),
      m.view('p6', at(94), 'v'),
    ],
    views: ['p0 -', 'p1 c1', 'p2 c1', 'p3 c1', 'p4 -', 'p5 -', 'p6 c2'],
  },
  {
    rule: 'the path spans cv_time - term to cv_time, inclusive',
    events: (m) => [
      m.click('c0', onDay(0) - 1, 'v'),
      m.click('c1', onDay(0), 'v'),
      m.click('c2', onDay(2), 'v'),
      m.conversion('o1', onDay(2), 'v'),
      m.click('c3', onDay(2) + 1, 'v'),
      m.conversion('o2', onDay(9), 'w'),
    ],
    paths: ['o1 1:c1>c2', 'o2 1:'],
  },
  {
    rule: 'a repeat conversion has a path since the previous LAST one, and the whole path',
    events: (m, { cv }) => [
      m.click('c1', at(0), 'v'),
      m.conversion('o1', at(1), 'v'),
      m.click('c2', at(1), 'v'),
      m.conversion('m1', at(2), 'v', { cvSettingId: cv.middle }),
      m.click('c3', at(3), 'v'),
      m.conversion('o2', at(4), 'v', { cvSettingId: cv.other }),
    ],
    paths: ['o1 1:c1>c2', 'm1 2:|3:c1>c2', 'o2 2:c3|3:c1>c2>c3'],
  },
  {
    rule: 'neither a MIDDLE nor an excluded conversion causes a repeat',
    events: (m, { cv }) => [
      m.conversion('m1', at(0), 'v', { cvSettingId: cv.middle }),
      m.conversion('x1', at(1), 'v', { ip: EXCLUDED_IP }),
      m.conversion('o1', at(2), 'v'),
    ],
    paths: ['m1 1:', 'x1 ', 'o1 1:'],
  },
  {
    rule: 'at the same instant the lower id is the earlier conversion, then the lower setting',
    events: (m, { cv }) => [
      m.conversion('b', at(0), 'v'),
      m.conversion('a', at(0), 'v', { cvSettingId: cv.other }),
      m.conversion('s', at(0), 'w', { cvSettingId: cv.other }),
      m.conversion('s', at(0), 'w', { cvSettingId: cv.last }),
    ],
    paths: ['a 1:', 'b 2:|3:', 's 1:', 's 2:|3:'],
  },
  {
    rule: 'a customer id links the visitors that had a conversion with it at or before cv_time',
    events: (m) => [
      m.click('c1', at(0), 'phone'),
      m.click('c2', at(1), 'pc'),
      m.conversion('o1', at(2), 'pc', { userId: 'U' }),
      m.conversion('o2', at(3), 'phone', { userId: 'U' }),
      m.click('c3', at(4), 'pc'),
      m.conversion('o3', at(5), 'phone', { userId: 'U' }),
      m.conversion('o4', at(6), 'phone', { userId: 'u' }),
      m.conversion('o5', at(7), 'phone'),
    ],
    paths: ['o1 1:c2', 'o2 2:|3:c1>c2', 'o3 2:c3|3:c1>c2>c3', 'o4 1:c1', 'o5 1:c1'],
  },
  {
    rule: 'an excluded conversion links no visitors',
    events: (m) => [
      m.click('c1', at(0), 'phone'),
      m.conversion('x1', at(1), 'phone', { userId: 'U', ip: EXCLUDED_IP }),
      m.click('c2', at(2), 'pc'),
      m.conversion('o1', at(3), 'pc', { userId: 'U' }),
    ],
    paths: ['x1 ', 'o1 1:c2'],
  },
  {
    rule: 'a conversion that names an interaction follows its owner',
    events: (m) => [
      m.click('c1', at(0), 'tracker'),
      m.click('c2', at(1), 'site'),
      m.conversion('o1', at(5), null, { interactionRef: 'c1' }),
      m.view('p1', at(2), 'site', { interactionRef: 'c1' }),
    ],
    paths: ['o1 1:c1>c2'],
  },
  {
    rule: 'a conversion that names a customer belongs to the visitor of the latest earlier one',
    events: (m) => [
      m.click('c1', at(0), 'v'),
      m.conversion('o1', at(1), 'v', { userId: 'U' }),
      m.conversion('o2', at(2), null, { userId: 'U' }),
    ],
    paths: ['o1 1:c1', 'o2 2:|3:c1'],
  },
  {
    rule: 'a late conversion belongs to the visitor of the earliest one',
    events: (m) => [
      m.click('c1', at(0), 'v'),
      m.conversion('o2', at(2), 'v', { userId: 'U' }),
      m.conversion('o1', at(1), null, { userId: 'U' }),
    ],
    paths: ['o1 1:c1', 'o2 2:|3:c1'],
  },
  {
    rule: 'a view and a click may share an id; the landing interaction gets another one',
    events: (m, { ads }) => [
      m.view('same', at(0), 'v', { landingAdId: ads[0], url: '/' }),
      m.click('same', at(1), 'v'),
    ],
    interactions: ['same~ v same~', 'same v same~'],
  },
];
