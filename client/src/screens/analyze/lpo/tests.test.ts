import type { VisibleRow } from '../../../kit/report/visible';
import { testViews, type LpoTest } from './tests';
import { texts } from '../../../../../shared/i18n';
import { startI18n, loadManagementTexts } from '../../../i18n/i18n';
import { lossText, probabilityText, pText, roundedUp } from './texts';

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

const { ja } = texts;

describe('texts of split tests', () => {
  let t: Parameters<typeof lossText>[1];
  beforeAll(async () => {
    ({ t } = await startI18n('ja'));
    await loadManagementTexts();
  });

  it.each([
    [0.1153, '115件'],
    [0.0142, '14件'],
    [0.0039, '3.9件'],
    [0.00003, '0.03件'],
    [0.000001, '0.01件未満'],
    [0, '0.00件'],
  ])('formats a loss of %d as %s', (rate, text) => expect(lossText(rate, t)).toBe(text));
  it.each([
    [0.998, '99.8%'],
    [0.99999, '99.9%超'],
    [1, '100.0%'],
    [0.00001, '0.1%未満'],
    [0, '0.0%'],
  ])('formats a probability of %d as %s', (probability, text) =>
    expect(probabilityText(probability, t)).toBe(text),
  );
  it.each([
    [0.33, '33.0%'],
    [0.0004, '0.04%'],
    [1e-9, '0.01%未満'],
  ])('formats a p value of %d as %s', (p, text) => expect(pText(p, t)).toBe(text));
  it.each([
    [1, 1],
    [7.2, 8],
    [96, 96],
    [1234, 1300],
    [4_321_980, 4_400_000],
  ])('rounds %d up to %i', (value, about) => expect(roundedUp(value)).toBe(about));
  it('has a text for every bound', () =>
    expect([ja.lpo.below, ja.lpo.above]).toEqual(['{{value}}未満', '{{value}}超']));
});
