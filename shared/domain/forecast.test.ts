import { develop, developmentFactors } from './forecast';

/**
 * Triangle of Taylor and Ashe, as worked out in T. Mack, "Distribution-free calculation of the standard error
 * of chain ladder reserve estimates", ASTIN Bulletin 23 (1993), pages 213-225: increments of ten cohorts, and
 * Mack's results.
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
/** Reserve of each cohort but the oldest, and its standard error. */
const RESERVES = [94634, 469511, 709638, 984889, 1419459, 2177641, 3920301, 4278972, 4625811];
const ERRORS = [75535, 121699, 133549, 261406, 411010, 558317, 875328, 971258, 1363155];

const summed = (increases: readonly number[]): number[] => {
  let sum = 0;
  return increases.map((each) => (sum += each));
};
const CUMULATIVE = INCREASES.map(summed);

describe('the chain ladder', () => {
  const factors = developmentFactors(CUMULATIVE);

  it("matches Mack's factors and variances for the triangle of Taylor and Ashe", () => {
    expect(factors.map((step) => Number(step?.factor.toFixed(4)))).toEqual(FACTORS);
    expect(factors.map((step) => Math.round(step?.variance ?? NaN))).toEqual(VARIANCES);
  });

  it("matches Mack's reserves and standard errors of each cohort", () => {
    const ends = CUMULATIVE.slice(1).map((known) => ({
      known: known.at(-1) ?? 0,
      end: develop(known, factors).at(-1),
    }));
    expect(ends.map(({ known, end }) => Math.round((end?.value ?? 0) - known))).toEqual(RESERVES);
    expect(ends.map(({ end }) => Math.round(end?.error ?? 0))).toEqual(ERRORS);
  });

  it('forecasts nothing after the last observed step', () => {
    expect(develop(CUMULATIVE[0] ?? [], factors)).toEqual([]);
    expect(develop(CUMULATIVE[9] ?? [], factors)).toHaveLength(9);
    expect(developmentFactors([[100]])).toEqual([]);
    expect(developmentFactors([])).toEqual([]);
  });

  it('weights by volume: a large cohort counts more than a small one', () => {
    expect(
      developmentFactors([
        [1000, 1100],
        [10, 30],
      ])[0]?.factor,
    ).toBeCloseTo(1130 / 1010, 12);
  });

  it('forecasts nothing without data, and zero for a cohort of zero', () => {
    expect(develop([], factors)).toEqual([]);
    expect(
      develop([0], factors).every(
        ({ value, error, increase }) => value === 0 && error === 0 && increase === 0,
      ),
    ).toBe(true);
  });

  it('has no factor if all older cohorts were 0 before the step', () => {
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

  it('continues after a step without information: customers may buy nothing in their first month', () => {
    const factors = developmentFactors([
      [0, 10, 12, 12],
      [0, 0, 0],
    ]);
    expect(factors.map((step) => step?.factor)).toEqual([undefined, 1.2, 1]);
    expect(develop([0], factors)).toEqual([]);
    expect(develop([3, 5], factors).map(({ value }) => value)).toEqual([6, 6]);
  });

  it('has no error with a single observed cohort', () => {
    const [step] = develop([50], developmentFactors([[100, 150]]));
    expect(step).toEqual({ value: 75, error: null, increase: 25, increaseError: null });
  });

  it('adds up: the increases make the cumulative value, and the first step has the same error', () => {
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
