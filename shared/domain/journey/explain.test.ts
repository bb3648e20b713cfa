import { seeded } from '../testing/random';
import {
  evaluatePath,
  explainPath,
  NewAndExistingEvaluation,
  type ContactToExplain,
  type ConversionToExplain,
  type ExclusionReason,
} from './index';

const DAY = 86_400_000;
const CV = 100 * DAY;
const { NEW_ONLY, NEW_AND_EXISTING, NEW_AND_EXISTING_WITH_HISTORY } = NewAndExistingEvaluation;

/** Interaction some days before the conversion. */
const contact = (id: string, daysBefore: number, more: Partial<ContactToExplain> = {}): ContactToExplain => ({
  id,
  time: CV - daysBefore * DAY,
  adId: 1,
  performance: false,
  visitorId: 'v',
  uncounted: null,
  ...more,
});
const conversion = (more: Partial<ConversionToExplain> = {}): ConversionToExplain => ({
  time: CV,
  trackingTerm: 30,
  visitors: new Set(['v']),
  previousLastTime: null,
  excluded: false,
  ...more,
});
const verdicts = (
  contacts: ContactToExplain[],
  of = conversion(),
  evaluation: NewAndExistingEvaluation = NEW_AND_EXISTING_WITH_HISTORY,
) =>
  explainPath(contacts, of, evaluation).contacts.map(({ contact: { id }, place, leftOut }) => [
    id,
    place?.pos ?? leftOut,
  ]);

describe('why a touch is not in the path', () => {
  it.each<[string, Partial<ContactToExplain>, number, ExclusionReason]>([
    ['its address is excluded', { uncounted: 'excluded_ip' }, 1, 'excluded_ip'],
    ['it is a bot', { uncounted: 'bot' }, 1, 'bot'],
    ['its host is not measured', { uncounted: 'foreign_host' }, 1, 'foreign_host'],
    ['the same landing already made one', { uncounted: 'repeated_landing' }, 1, 'repeated_landing'],
    ['its visitor was linked later', { visitorId: 'other' }, 1, 'linked_later'],
    ['it is older than the tracking term', {}, 30.0001, 'outside_tracking_term'],
    ['an exclusion precedes the age', { uncounted: 'bot' }, 90, 'bot'],
  ])('%s', (_name, more, daysBefore, reason) => {
    expect(verdicts([contact('x', daysBefore, more), contact('in', 1)])).toContainEqual(['x', reason]);
  });

  it('a touch exactly as old as the tracking term, or at the instant of the conversion, is in the path', () => {
    expect(verdicts([contact('a', 30), contact('b', 0)])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it('touches after the conversion are ignored', () => {
    expect(verdicts([contact('a', 1), contact('later', -1)])).toEqual([['a', 1]]);
  });

  const repeat = conversion({ previousLastTime: CV - 10 * DAY });
  it.each([
    [
      'history: the whole path',
      NEW_AND_EXISTING_WITH_HISTORY,
      [
        ['a', 1],
        ['at', 2],
        ['b', 3],
      ],
    ],
    [
      'new and existing: strictly later than the previous one',
      NEW_AND_EXISTING,
      [
        ['a', 'before_previous'],
        ['at', 'before_previous'],
        ['b', 1],
      ],
    ],
    [
      'new only: the conversion does not count',
      NEW_ONLY,
      [
        ['a', 'not_evaluated'],
        ['at', 'not_evaluated'],
        ['b', 'not_evaluated'],
      ],
    ],
  ] as const)('a repeat conversion under %s', (_name, evaluation, expected) => {
    expect(verdicts([contact('b', 1), contact('at', 10), contact('a', 20)], repeat, evaluation)).toEqual(
      expected,
    );
  });

  it('an excluded conversion has no path', () => {
    const { path, contacts } = explainPath(
      [contact('a', 1)],
      conversion({ excluded: true }),
      NEW_AND_EXISTING,
    );
    expect([path, contacts[0]?.leftOut]).toEqual([null, 'not_evaluated']);
  });

  it('a direct conversion has a path without touches', () => {
    expect(explainPath([], conversion(), NEW_ONLY).path?.n).toBe(0);
  });
});

describe('the explanation and the path', () => {
  it('agree for any history', () => {
    const { next: random, below } = seeded(7);
    for (let round = 0; round < 200; round++) {
      const uncounted = [null, null, null, 'bot', 'excluded_ip'] as const;
      const contacts = Array.from({ length: below(12) }, (_, n) =>
        contact(`c${n}`, random() * 60, {
          adId: 1 + below(3),
          visitorId: random() < 0.8 ? 'v' : 'w',
          uncounted: uncounted[below(5)] ?? null,
        }),
      );
      const of = conversion({
        previousLastTime: random() < 0.5 ? CV - random() * 40 * DAY : null,
        visitors: new Set(random() < 0.5 ? ['v'] : ['v', 'w']),
      });
      const counted = contacts.filter(
        ({ uncounted: why, visitorId }) => why === null && of.visitors.has(visitorId),
      );
      const paths = evaluatePath(counted, of, of.previousLastTime);
      for (const evaluation of [NEW_ONLY, NEW_AND_EXISTING, NEW_AND_EXISTING_WITH_HISTORY] as const) {
        const explained = explainPath(contacts, of, evaluation);
        const expected =
          of.previousLastTime === null
            ? paths[0]
            : evaluation === NEW_ONLY
              ? undefined
              : paths[evaluation - 2];
        expect(explained.path).toEqual(expected ?? null);
        // Every touch is either in the path or left out, never both.
        expect(
          explained.contacts.every(({ place, leftOut }) => (place === null) !== (leftOut === null)),
        ).toBe(true);
        expect(explained.contacts.filter(({ place }) => place).map(({ place }) => place?.pos)).toEqual(
          expected?.touches.map(({ pos }) => pos) ?? [],
        );
      }
    }
  });
});
