import { ExcludedReason } from '../../../shared/catalog';
import { memoryInUse } from '../../composition/testing/memory';
import { reasonOf, userAgentFacts } from './exclusion';

describe('the reason of an exclusion', () => {
  const [browser, bot] = ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0', 'Googlebot/2.1'];
  it.each([
    [true, browser, ExcludedReason.IP],
    [true, bot, ExcludedReason.IP],
    [false, bot, ExcludedReason.BOT],
    [false, browser, null],
    [false, null, null],
  ])('excluded address %s, user agent %s: %s', (excludedIp, ua, reason) =>
    expect(reasonOf({ excludedIp, listedRobot: null, foreignHost: false }, ua)).toBe(reason),
  );

  it.each([
    [true, browser, true, ExcludedReason.BOT],
    [false, bot, true, ExcludedReason.FOREIGN_HOST],
    [false, bot, false, null],
    [null, browser, true, ExcludedReason.FOREIGN_HOST],
  ])('listed as robot %s, user agent %s, foreign host %s: %s', (listedRobot, ua, foreignHost, reason) =>
    expect(reasonOf({ excludedIp: false, listedRobot, foreignHost }, ua)).toBe(reason),
  );
});

const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0';

describe('user agents', () => {
  it.each([
    [
      'a Windows machine',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36',
      1,
    ],
    ['a Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Safari/605.1.15`, 1],
    [
      'a Chromebook',
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
      1,
    ],
    [
      'an iPhone',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) ${SAFARI} Mobile/15E148 Safari/604.1`,
      2,
    ],
    [
      'an Android phone',
      'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Chrome/110.0 Mobile Safari/537.36',
      2,
    ],
    ['an iPad', `Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) ${SAFARI} Mobile/15E148 Safari/604.1`, 3],
    [
      'Android without Mobile',
      'Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 Chrome/110.0 Safari/537.36',
      3,
    ],
    ['none', null, 4],
    ['an unknown one', 'Mozilla/5.0 (Toaster; Unknown 1.0)', 4],
    ['a television', 'Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/537.36', 4],
  ])('%s', (_, ua, device) => {
    expect(userAgentFacts(ua)).toMatchObject({ device, isBot: false });
  });

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'curl/8.0',
    'python-requests/2.31',
  ])('%s is a bot', (ua) => {
    expect(userAgentFacts(ua).isBot).toBe(true);
  });

  it('treats a missing user agent as no bot', () => {
    expect([userAgentFacts(null).isBot, userAgentFacts('').isBot]).toEqual([false, false]);
  });

  it('does not cache made-up user agents', async () => {
    const before = await memoryInUse();
    for (let i = 0; i < 2000; i += 1) userAgentFacts(`${i} ${'x'.repeat(15_000)}`.split('').join(''));
    expect((await memoryInUse()) - before).toBeLessThan(4 * 2 ** 20);
  });
});
