import { minRetentionMonths, nextHorizon, UNSEALED, unneededBefore } from './retention';

it('keeps interactions for one tracking term before the first open day', () => {
  expect(nextHorizon(UNSEALED, 13, 90, 20261122)).toEqual({
    forgetBefore: 20251022,
    sealedBefore: 20260120,
    longestTerm: 90,
  });
});

it('counts months to the last day of a shorter month', () => {
  expect(nextHorizon(UNSEALED, 6, 30, 20260831).forgetBefore).toBe(20260228);
});

it('never moves back, for any setting', () => {
  const stands = nextHorizon(UNSEALED, 13, 90, 20261122);
  expect(nextHorizon(stands, 24, 90, 20261122)).toEqual(stands);
});

it('seals days to archive without deleting them, and only if there are some', () => {
  expect(nextHorizon(UNSEALED, null, 90, 20261122)).toEqual(UNSEALED);
  const next = nextHorizon(UNSEALED, null, 90, 20261122, 20260526);
  expect(next).toEqual({ forgetBefore: 0, sealedBefore: 20260824, longestTerm: 90 });
  expect(unneededBefore(next)).toBe(20260526);
  expect(unneededBefore(nextHorizon(UNSEALED, null, 90, 20261122, 20261001))).toBe(20260724);
});

it('seals more, but deletes no more, when the term grows', () => {
  const stands = nextHorizon(UNSEALED, 13, 90, 20261122);
  const next = nextHorizon(stands, 13, 180, 20261122);
  expect(next).toEqual({ forgetBefore: 20251022, sealedBefore: 20260420, longestTerm: 180 });
  // Open days still hold the longer term, so it applies regardless of the setting. Once none do, only the
  // setting counts.
  expect(nextHorizon(next, 13, 180, 20261123)).toMatchObject({
    forgetBefore: 20251023,
    sealedBefore: 20260421,
    longestTerm: 180,
  });
  expect(nextHorizon(next, 13, 30, 20261123)).toMatchObject({
    forgetBefore: 20251023,
    sealedBefore: 20260420,
    longestTerm: 30,
  });
});

it('leaves the last 31 days open even if term and retention are shorter', () => {
  const next = nextHorizon(UNSEALED, 1, 180, 20261122);
  expect(next.sealedBefore).toBe(20261022);
  expect(next.forgetBefore).toBe(20260425);
});

it.each([
  [1, 2],
  [25, 2],
  [30, 3],
  [180, 8],
  [365, 15],
])('a term of %d days requires %d months', (term, months) => {
  expect(minRetentionMonths(term)).toBe(months);
  // From any day, this many months are long enough.
  for (const today of [20260228, 20260301, 20260331, 20280229, 20261231]) {
    const { forgetBefore, sealedBefore } = nextHorizon(UNSEALED, months, term, today);
    expect(sealedBefore - forgetBefore).toBeGreaterThan(0);
    expect(nextHorizon(UNSEALED, months, term, today)).toEqual(nextHorizon(UNSEALED, months, term, today));
  }
});
