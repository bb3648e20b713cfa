import type { Random } from './random';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0';

/** User agents by device: pc, smartphone, tablet; the fourth kind sends none. */
const BY_DEVICE: readonly (readonly (string | null)[])[] = [
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`,
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/131.0.0.0`,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    `Mozilla/5.0 (Linux; Android 14; SO-51D) ${CHROME} Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME} Mobile Safari/537.36`,
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    `Mozilla/5.0 (Linux; Android 14; SM-X710) ${CHROME} Safari/537.36`,
  ],
  [null],
];

export const BOT_UA = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** Returns a user agent of the given device (0 pc, 1 smartphone, 2 tablet, 3 unknown). */
export const browserOf = (device: number, random: Random): string | null => random.pick(BY_DEVICE[device]!);

/** Returns an address from the blocks reserved for examples (RFC 5737), which belong to no real person. */
export const exampleAddress = (random: Random): string =>
  `${random.chance(0.5) ? '203.0.113' : '198.51.100'}.${random.between(1, 254)}`;
