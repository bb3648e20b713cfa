import { usesOwnSettings, effectiveSettings } from './settings';

describe('the settings in force for an ad', () => {
  it.each([
    ['its own without an ad network', false, false, true],
    ['its own with its flag on', true, true, true],
    ['its own with a stored flag of 1', 1, true, true],
    ['its ad network\u2019s', false, true, false],
    ['its ad network\u2019s with a missing flag', undefined, true, false],
    ['its ad network\u2019s with a stored flag of 0', 0, true, false],
  ])('are %s', (_, flag, hasAsp, own) => {
    expect(usesOwnSettings(flag, hasAsp)).toBe(own);
    expect(effectiveSettings('ad', hasAsp ? 'asp' : null, flag)).toBe(own ? 'ad' : 'asp');
  });
});
