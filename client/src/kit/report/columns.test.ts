import type { ReportColumn } from './types';
import { toggleColumns, visibleColumns, visibleAttributes, readWidths, widthsText } from './visible';
import { choiceParameters, readReportState } from './url-state';
import { startI18n, changeLanguage, loadSignedInTexts } from '../../i18n/i18n';
import { measureKeys } from '../../../../shared/catalog';
import { formulaNumbers } from './measure-columns';

const column = (key: string): ReportColumn => ({
  key,
  title: key,
  unit: 'count',
  direction: 'up',
  definition: '',
  group: 'g',
  value: () => null,
});
const ALL = ['a', 'b', 'c', 'd'].map(column);
const PRESETS = [
  { value: '1', label: '', columns: ['b', 'a'] },
  { value: '2', label: '', columns: ['c'] },
];
const keys = (item: string, chosen?: string[]): string[] =>
  visibleColumns(ALL, PRESETS, item, chosen).map(({ key }) => key);

describe('visibleColumns', () => {
  it.each([
    ['returns those of the preset in its order', '1', undefined, ['b', 'a']],
    ['returns individually chosen ones', '0', ['d', 'a'], ['d', 'a']],
    ['skips unknown ones', '0', ['zz', 'c'], ['c']],
    ['falls back to the preset if none is left', '0', ['zz'], ['b', 'a']],
    ['uses the first preset for an unknown one', '9', undefined, ['b', 'a']],
  ] as const)('%s', (_name, item, chosen, expected) => {
    expect(keys(item, chosen && [...chosen])).toEqual(expected);
  });

  it('keeps the catalogue order when columns are toggled', () => {
    expect(toggleColumns(ALL, ['d', 'b'], ['a', 'c'], true)).toEqual(['a', 'b', 'c', 'd']);
    expect(toggleColumns(ALL, ['d', 'b'], ['d'], false)).toEqual(['b']);
  });
});

const DEFAULTS = {
  axes: ['ad'],
  sort: { key: 'cpa', ascending: true },
  item: '1',
  period: { preset: 'd30' },
} as const;
const visible = (page: string, address: string): string[] =>
  visibleAttributes(page, readReportState(new URLSearchParams(address), DEFAULTS));

describe('visible attributes', () => {
  it('hides attributes until they are chosen, except on pages that show all', () => {
    expect([visible('ad-statistics', ''), visible('ad-statistics', 'attrs=type1,agency')]).toEqual([
      [],
      ['agency', 'type1'],
    ]);
    expect(visible('lpo', '')).toEqual(['agency', 'asp', 'category', 'type1', 'type2', 'type3']);
    expect(visible('lpo', 'axis=redirect,lpo_title').slice(-2)).toEqual(['ad', 'device']);
    expect(visible('lpo', 'attrs=none')).toEqual([]);
  });

  it('shows attributes only on ad rows, and never an axis of the report', () => {
    expect(visible('ad-statistics', 'axis=asp&attrs=agency')).toEqual([]);
    expect(visible('ad-statistics', 'axis=asp,ad&attrs=asp,agency,device,ad,nonsense')).toEqual(['agency']);
  });

  it('remembers the choice, including an empty one', () => {
    expect(choiceParameters({ attributes: ['asp'] })).toEqual({ attrs: 'asp' });
    expect(choiceParameters({ attributes: [] })).toEqual({ attrs: 'none' });
  });
});

it('column widths round-trip', () => {
  const widths = { ad: 320, ad_click_count: 96, custom_3: 120 };
  expect(widthsText({ ...widths, ad: 319.6 })).toBe('ad.320,ad_click_count.96,custom_3.120');
  expect(readWidths(widthsText(widths) ?? '')).toEqual(widths);
});

it.each([
  ['nothing', undefined, null],
  ['no column', {}, null],
])('formats %s as no parameter', (_name, widths, text) => expect(widthsText(widths)).toBe(text));

it.each([
  ['ad', {}],
  ['ad.x,cpa.100', { cpa: 100 }],
  ['ad.9999,cpa.10', { ad: 2000, cpa: 40 }],
  ['__proto__.100,.50,ad.1e3', {}],
])('skips invalid widths: %s', (text, widths) => expect(readWidths(text)).toEqual(widths));

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
