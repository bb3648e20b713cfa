import { seeded } from '../testing/random';
import { DAY_MS, deriveReferences } from './index';

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
