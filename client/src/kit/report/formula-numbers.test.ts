import { startI18n, changeLanguage, loadSignedInTexts } from '../../i18n/i18n';
import { measureKeys } from '../../../../shared/catalog';
import { formulaNumbers } from './measure-columns';

const row = {
  figures: {
    adCost: 9800,
    cvTotalFinal: 12,
    cpa: 816.6667,
    amountSum: 50_000,
    roas: 5.102,
    profit: 40_200,
    indirectTotal: 3,
    indirectRatio: 0.2,
    adClickCount: 0,
    cvrTotal: null,
  },
} as never;

describe('formulaNumbers', () => {
  let t: Awaited<ReturnType<typeof startI18n>>['t'];
  beforeAll(async () => {
    ({ t } = await startI18n('ja'));
    await loadSignedInTexts();
  });

  it.each([
    ['cpa', '9,800円 ÷ 12 = 817円'],
    ['profit', '50,000円 − 9,800円 = 40,200円'],
    ['indirectRatio', '3 ÷（3 ＋ 12） = 20.00%'],
    ['cvrTotal', '12 ÷ 0 = -'],
  ] as const)('formats %s as %s', (key, text) => expect(formulaNumbers(key, row, t)).toBe(text));

  it('returns undefined if the row lacks a value or the formula names something other than measures', () => {
    expect(formulaNumbers('attrCpa', row, t)).toBeUndefined();
    expect(formulaNumbers('adCost', row, t)).toBeUndefined();
    expect(formulaNumbers('adClickCount', row, t)).toBeUndefined();
  });

  it('parses the same measures in every language', async () => {
    const whole = { figures: Object.fromEntries(measureKeys.map((key) => [key, 1])) } as never;
    const keysWithNumbers = () => measureKeys.filter((key) => formulaNumbers(key, whole, t) !== undefined);
    const japanese = keysWithNumbers();
    expect(japanese).toEqual(expect.arrayContaining(['cpa', 'roas', 'profit', 'roi', 'attrCpa']));
    for (const language of ['en', 'zh-CN'] as const) {
      await changeLanguage(language);
      expect({ language, keys: keysWithNumbers() }).toEqual({ language, keys: japanese });
    }
    await changeLanguage('ja');
  });
});
