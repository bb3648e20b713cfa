import { startI18n } from './i18n';
import { formatRange } from './punctuation';

describe('a period', () => {
  it.each([
    ['ja', '2026/10/01 〜 2026/10/31'],
    ['en', '2026/10/01 – 2026/10/31'],
    ['zh-CN', '2026/10/01 至 2026/10/31'],
  ] as const)('uses the punctuation of %s', async (language, words) => {
    await startI18n(language);
    expect(formatRange('2026/10/01', '2026/10/31')).toBe(words);
  });
});
