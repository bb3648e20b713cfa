import { ExcludedReason } from '../../../shared/catalog';
import { reasonOf } from './exclusion';

describe('the reason of an exclusion', () => {
  const [browser, bot] = ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0', 'Googlebot/2.1'];
  it.each([
    [true, browser, ExcludedReason.IP],
    [true, bot, ExcludedReason.IP],
    [false, bot, ExcludedReason.BOT],
    [false, browser, null],
    [false, null, null],
  ])('excluded address %s, user agent %s: %s', (excludedIp, ua, reason) =>
    expect(reasonOf(excludedIp, ua)).toBe(reason),
  );
});
