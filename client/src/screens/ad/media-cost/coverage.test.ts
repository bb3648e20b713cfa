import { coverageOf } from './coverage';

const rows = (source: string, ...days: number[]) => days.map((day) => ({ source, day }));

it.each([
  ['none', [20261101, 20261102], 20261102, []],
  ['one day', [20261101, 20261103], 20261103, [{ from: 20261102, to: 20261102 }]],
  ['over a month’s end', [20261030, 20261102], 20261102, [{ from: 20261031, to: 20261101 }]],
  ['until yesterday', [20261101], 20261103, [{ from: 20261102, to: 20261103 }]],
  [
    'two',
    [20261101, 20261103, 20261105],
    20261105,
    [
      { from: 20261102, to: 20261102 },
      { from: 20261104, to: 20261104 },
    ],
  ],
])('names the gaps of a source: %s', (_name, days, to, gaps) => {
  const [coverage] = coverageOf(rows('A', ...days), to);
  expect(coverage?.gaps).toEqual(gaps);
});

it('covers each source by itself', () => {
  const found = coverageOf([...rows('B', 20261101), ...rows('A', 20261102)], 20261102);
  expect(found.map(({ source, missing }) => [source, missing])).toEqual([
    ['A', 0],
    ['B', 1],
  ]);
});
