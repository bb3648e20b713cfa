import { drillDownSums, type MetricCell } from '../../../../shared/catalog';
import { COSTS, filtersOf } from './use-drill-down';
import { jumpInstant, parseJumpText, formatJumpTime } from './jump-to';

describe('ad cost in logs', () => {
  it('lists all parts that reports open', () => expect(drillDownSums('adCost', 1)).toEqual(COSTS));

  it.each<[string, Partial<MetricCell>, ReturnType<typeof filtersOf>]>([
    ['everything', {}, {}],
    ['an ad network on a device', { at: { asp: [3], device: ['pc'] } }, { asp: ['3'], device: ['pc'] }],
    ['ads without a category', { at: { category: ['none'] } }, undefined],
    ['all ads except some', { except: { axis: 'ad', values: [1], noAd: false } }, undefined],
    ['direct conversions', { noAd: true }, undefined],
  ])('maps %s to report filters', (_, place, filters) =>
    expect(filtersOf({ at: {}, noAd: false, ...place })).toEqual(filters),
  );
});

const iso = (address: string, ascending: boolean): string =>
  new Date(jumpInstant(address, ascending) ?? NaN).toISOString();

describe('a time to start at', () => {
  it.each([
    ['2026/01/15', '2026-01-15'],
    [' 2026-01-15 ', '2026-01-15'],
    ['２０２６／０１／１５　９：３０', null],
    ['２０２６／０１／１５　０９：３０', '2026-01-15T09:30'],
    ['2026/01/15 09:30:20', '2026-01-15T09:30:20'],
    ['2026/02/30', null],
    ['2026/01/15 24:00', null],
    ['きのう', null],
    ['', null],
  ])("writes '%s' to the address as %s", (typed, address) => expect(parseJumpText(typed)).toBe(address));

  it('is Tokyo time; with newest first, a day starts at its last moment, so that its own rows are visible', () => {
    expect(iso('2026-01-15T09:30', false)).toBe('2026-01-15T00:30:00.000Z');
    expect(iso('2026-01-15', true)).toBe('2026-01-14T15:00:00.000Z');
    expect(iso('2026-01-15', false)).toBe('2026-01-15T14:59:59.999Z');
    expect(jumpInstant('nonsense', false)).toBeNull();
  });

  it('is formatted for people', () =>
    expect(['2026-01-15', '2026-01-15T09:30', 'nonsense'].map(formatJumpTime)).toEqual([
      '2026/01/15',
      '2026/01/15 09:30:00',
      'nonsense',
    ]));
});
