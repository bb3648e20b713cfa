import { develop, developmentFactors } from './index';

/**
 * Taylor and Ashe's triangle, as worked out in T. Mack, "Distribution-free calculation of the standard error of chain
 * ladder reserve estimates", ASTIN Bulletin 23 (1993), pages 213-225: increases of ten cohorts, and what he finds.
 */
const INCREASES = [
  [357848, 766940, 610542, 482940, 527326, 574398, 146342, 139950, 227229, 67948],
  [352118, 884021, 933894, 1183289, 445745, 320996, 527804, 266172, 425046],
  [290507, 1001799, 926219, 1016654, 750816, 146923, 495992, 280405],
  [310608, 1108250, 776189, 1562400, 272482, 352053, 206286],
  [443160, 693190, 991983, 769488, 504851, 470639],
  [396132, 937085, 847498, 805037, 705960],
  [440832, 847631, 1131398, 1063269],
  [359480, 1061648, 1443370],
  [376686, 986608],
  [344014],
];
const FACTORS = [3.4906, 1.7473, 1.4574, 1.1739, 1.1038, 1.0863, 1.0539, 1.0766, 1.0177];
const VARIANCES = [160280, 37737, 41965, 15183, 13731, 8186, 447, 1147, 447];
/** What is still to come of each cohort but the oldest, and its standard error. */
const RESERVES = [94634, 469511, 709638, 984889, 1419459, 2177641, 3920301, 4278972, 4625811];
const ERRORS = [75535, 121699, 133549, 261406, 411010, 558317, 875328, 971258, 1363155];

const summed = (increases: readonly number[]): number[] => {
  let sum = 0;
  return increases.map((each) => (sum += each));
};
const CUMULATIVE = INCREASES.map(summed);

describe('the chain ladder', () => {
  const factors = developmentFactors(CUMULATIVE);

  it('finds the factors and variances that Mack finds in the triangle of Taylor and Ashe', () => {
    expect(factors.map((step) => Number(step?.factor.toFixed(4)))).toEqual(FACTORS);
    expect(factors.map((step) => Math.round(step?.variance ?? NaN))).toEqual(VARIANCES);
  });

  it('finds what is still to come of each cohort, and how far that may be off', () => {
    const ends = CUMULATIVE.slice(1).map((known) => ({
      known: known.at(-1) ?? 0,
      end: develop(known, factors).at(-1),
    }));
    expect(ends.map(({ known, end }) => Math.round((end?.value ?? 0) - known))).toEqual(RESERVES);
    expect(ends.map(({ end }) => Math.round(end?.error ?? 0))).toEqual(ERRORS);
  });

  it('says nothing of the step after the last one that a cohort made', () => {
    expect(develop(CUMULATIVE[0] ?? [], factors)).toEqual([]);
    expect(develop(CUMULATIVE[9] ?? [], factors)).toHaveLength(9);
    expect(developmentFactors([[100]])).toEqual([]);
    expect(developmentFactors([])).toEqual([]);
  });

  it('weighs by volume: a large cohort says more than a small one', () => {
    expect(
      developmentFactors([
        [1000, 1100],
        [10, 30],
      ])[0]?.factor,
    ).toBeCloseTo(1130 / 1010, 12);
  });

  it('develops nothing of which nothing is known, and a cohort without anything to nothing', () => {
    expect(develop([], factors)).toEqual([]);
    expect(
      develop([0], factors).every(
        ({ value, error, increase }) => value === 0 && error === 0 && increase === 0,
      ),
    ).toBe(true);
  });

  it('has no factor where all older cohorts were 0 before the step', () => {
    expect(
      developmentFactors([
        [0, 5],
        [0, 7],
      ]),
    ).toEqual([null]);
    expect(
      developmentFactors([
        [0, 5],
        [2, 3],
      ])[0],
    ).toEqual({ factor: 4, volume: 2, variance: null });
  });

  it('goes on after a step that tells nothing: customers may buy nothing in the month in which they come', () => {
    const factors = developmentFactors([
      [0, 10, 12, 12],
      [0, 0, 0],
    ]);
    expect(factors.map((step) => step?.factor)).toEqual([undefined, 1.2, 1]);
    expect(develop([0], factors)).toEqual([]);
    expect(develop([3, 5], factors).map(({ value }) => value)).toEqual([6, 6]);
  });

  it('knows no error of what one cohort alone tells', () => {
    const [step] = develop([50], developmentFactors([[100, 150]]));
    expect(step).toEqual({ value: 75, error: null, increase: 25, increaseError: null });
  });

  it('adds up: the increases make the cumulative value, and that of the first step is as unsure as it', () => {
    const steps = develop(CUMULATIVE[9] ?? [], factors);
    expect((CUMULATIVE[9]?.[0] ?? 0) + steps.reduce((sum, { increase }) => sum + increase, 0)).toBeCloseTo(
      steps.at(-1)?.value ?? 0,
      6,
    );
    expect(steps[0]?.increaseError).toBeCloseTo(steps[0]?.error ?? 0, 9);
    for (const { error, increaseError } of steps.slice(1))
      expect(increaseError ?? 0).toBeLessThan(error ?? 0);
  });
});
