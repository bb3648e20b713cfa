import { decidesItself, inForce } from './index';

describe('the settings in force for an ad', () => {
  it.each([
    ['its own without an ad network', false, false, true],
    ['its own by its flag', true, true, true],
    ['its own by its flag as databases keep it', 1, true, true],
    ['its ad network\u2019s', false, true, false],
    ['its ad network\u2019s by a flag that is off or missing', undefined, true, false],
    ['its ad network\u2019s by a stored 0', 0, true, false],
  ])('are %s', (_, flag, hasAsp, own) => {
    expect(decidesItself(flag, hasAsp)).toBe(own);
    expect(inForce('ad', hasAsp ? 'asp' : null, flag)).toBe(own ? 'ad' : 'asp');
  });
});
