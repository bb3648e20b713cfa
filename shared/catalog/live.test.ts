import { seeded } from '../domain/testing/random';
import { chooseLiveRows, liveKinds, type LiveKind } from './live';

const rows = (kind: LiveKind, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ kind, time: from + index }));

describe('rows of the live view', () => {
  it.each([
    ['shows all that fit', [...rows('click', 2), ...rows('cv', 1)], 20, ['click', 'cv', 'click'], {}],
    [
      'keeps rare kinds in a flood',
      [...rows('click', 1000), ...rows('cv', 1)],
      3,
      ['cv', 'click', 'click'],
      { click: 998 },
    ],
    ['counts all without room', rows('view', 5), 0, [], { view: 5 }],
    ['does not count changes', rows('view', 3).map((row) => ({ ...row, isChange: true })), 1, ['view'], {}],
  ] as const)('%s', (_, given, limit, kinds, counts) => {
    const chosen = chooseLiveRows(given, limit);
    expect(chosen.shown.map(({ kind }) => kind).sort()).toEqual([...kinds].sort());
    expect(chosen.counts).toEqual(counts);
  });

  it('shows or counts every row once, in order of time', () => {
    const random = seeded(42);
    for (let run = 0; run < 200; run += 1) {
      const given = Array.from({ length: random.below(40) }, () => ({
        kind: liveKinds[random.below(liveKinds.length)] ?? 'click',
        time: random.below(1000),
      }));
      const limit = random.below(30);
      const { shown, counts } = chooseLiveRows(given, limit);
      expect(shown).toHaveLength(Math.min(limit, given.length));
      expect(shown.map(({ time }) => time)).toEqual(shown.map(({ time }) => time).sort((a, b) => a - b));
      for (const kind of liveKinds)
        expect(shown.filter((row) => row.kind === kind).length + (counts[kind] ?? 0)).toBe(
          given.filter((row) => row.kind === kind).length,
        );
    }
  });
});
