import type { VisibleRow } from '../../../kit/report/visible-rows';
import { testViews, type LpoTest } from './tests';

const RANGE = { from: 20260101, to: 20260110 };
const DEFAULT = { axes: ['redirect', 'lpoTitle'] as const, range: RANGE, all: true };

const test = (over: Partial<LpoTest> = {}): LpoTest => ({
  redirectId: 1,
  redirect: 'Ad #1',
  lpoFlag: true,
  deliveryChangedAt: null,
  variants: [
    { lpoTitleId: 11, lpoTitle: 'A', deliverRatio: 50, retired: false },
    { lpoTitleId: 12, lpoTitle: 'B', deliverRatio: 50, retired: false },
    { lpoTitleId: 13, lpoTitle: 'Old', deliverRatio: 0, retired: true },
  ],
  ...over,
});
const row = (
  lpoTitleId: number | null,
  clicks: number,
  cvCount: number,
  visitors = clicks,
  more: object = {},
): VisibleRow => {
  const redirectId = 1;
  const whole = {
    redirectId,
    lpoTitleId,
    cvCount,
    figures: { adClickCount: clicks, firstTouchCount: visitors, cvr: cvCount / clicks },
    ...more,
  };
  return { key: JSON.stringify(whole), row: whole, previous: undefined, name: '' };
};
const views = (
  tests: readonly LpoTest[],
  rows: readonly VisibleRow[],
  options: Parameters<typeof testViews>[2] = DEFAULT,
) => testViews(tests, rows, options, (one, axis) => String(one[axis]));

describe('split tests of the LPO report', () => {
  it('lists the variants in order, with their rows and a verdict', () => {
    const [view] = views([test()], [row(12, 1000, 60), row(11, 1000, 30), row(null, 40, 3)]);
    expect(view).toMatchObject({
      name: 'Ad #1',
      clicks: 2000,
      cvs: 90,
      pace: 200,
      verdict: { state: 'decided', leader: 1 },
      check: { state: 'matches' },
    });
    expect(view?.variants.map(({ title, clicks, cvs }) => [title, clicks, cvs])).toEqual([
      ['A', 1000, 30],
      ['B', 1000, 60],
    ]);
  });

  it('checks the delivery by first-contact visitors, not by clicks', () => {
    expect(views([test()], [row(11, 900, 9, 60), row(12, 100, 1, 55)])[0]?.check.state).toBe('matches');
    expect(views([test()], [row(11, 500, 5, 300), row(12, 500, 5, 200)])[0]?.check.state).toBe('mismatch');
  });

  it('includes a variant without visitors', () => {
    const [view] = views([test()], [row(11, 200, 5)]);
    expect(view?.check.state).toBe('mismatch');
    expect(view?.verdict.state).toBe('single');
    expect(view?.variants.map(({ title, reportRow }) => [title, reportRow !== undefined])).toEqual([
      ['A', true],
      ['B', false],
    ]);
  });

  it.each([
    [
      'were changed',
      { deliveryChangedAt: '2026-01-05T00:00:00Z' },
      [row(11, 900, 9), row(12, 100, 1)],
      'changed',
    ],
    ['included a retired variant', {}, [row(11, 100, 9), row(12, 100, 1), row(13, 90, 3)], 'changed'],
    ['are switched off', { lpoFlag: false }, [row(11, 900, 9), row(12, 100, 1)], 'off'],
  ] as const)('does not evaluate tests whose rates %s', (_name, over, rows, state) =>
    expect(views([test(over)], rows)[0]?.check.state).toBe(state),
  );

  it('keeps a retired variant while it has rows', () => {
    expect(views([test()], [row(11, 10, 1), row(13, 10, 2)])[0]?.variants.map(({ title }) => title)).toEqual([
      'A',
      'B',
      'Old',
    ]);
  });

  it('splits tests by further axes, most clicks first', () => {
    const rows = [
      row(11, 10, 1, 10, { device: 'pc' }),
      row(11, 40, 1, 40, { device: 'smartphone' }),
      row(12, 5, 0, 5, { device: 'pc' }),
    ];
    const byDevice = views([test()], rows, { ...DEFAULT, axes: ['redirect', 'lpoTitle', 'device'] });
    expect(byDevice.map(({ name, clicks }) => [name, clicks])).toEqual([
      ['Ad #1 / smartphone', 40],
      ['Ad #1 / pc', 15],
    ]);
  });

  it('lists tests without clicks last, unless a search is active or LPO is off', () => {
    const idle = test({ redirectId: 2, redirect: 'Ad #2' });
    expect(views([idle, test()], [row(11, 10, 1)]).map(({ name, verdict }) => [name, verdict.state])).toEqual(
      [
        ['Ad #1', 'single'],
        ['Ad #2', 'idle'],
      ],
    );
    expect(views([idle, test()], [row(11, 10, 1)], { ...DEFAULT, all: false })).toHaveLength(1);
    expect(views([{ ...idle, lpoFlag: false }, test()], [row(11, 10, 1)])).toHaveLength(1);
  });

  it('ignores redirects without variants', () =>
    expect(views([test({ redirectId: 5 })], [row(null, 10, 1)], { ...DEFAULT, all: false })).toEqual([]));
});
