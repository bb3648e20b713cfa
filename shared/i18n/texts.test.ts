import { enumerations, measureKeys } from '../catalog';
import { texts } from './index';

type Tree = { [key: string]: string | Tree };

function leaves(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : leaves(value, `${path}${key}.`),
  );
}
const parameters = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
const all = Object.fromEntries(
  Object.entries(texts).map(([language, tree]) => [language, new Map(leaves(tree as Tree))]),
);

describe('texts', () => {
  it.each(['en', 'zh-CN'])('%s has the same keys and parameters as Japanese', (language) => {
    const own = new Map([...all[language]!].filter(([key]) => !key.endsWith('_one')));
    expect([...own.keys()].sort()).toEqual([...all.ja!.keys()].sort());
    for (const [key, text] of all.ja!)
      expect([key, parameters(own.get(key)!)]).toEqual([key, parameters(text)]);
  });

  it('English has no full-width signs', () => {
    expect(
      [...all.en!].filter(([, text]) => /[\u3000-\u303f\uff01-\uff5e]/.test(text)).map(([key]) => key),
    ).toEqual([]);
  });

  it('Japanese screens have no space between an amount and the next word', () => {
    expect(
      [...all.ja!]
        .filter(([key]) => !/^(?:messages|mails)\./.test(key))
        .filter(([, text]) => /\{\{(?:cost|actual|bound|amount|bounds|value)\}\} [ぁ-ん]/.test(text))
        .map(([key]) => key),
    ).toEqual([]);
  });

  it('English has singular forms for counts, except counts that are always plural', () => {
    const several = [
      'effect.lastMonths',
      'mediaCosts.allDays',
      'messages.periodRow',
      'overview.adPage.noResult',
      'logs.countMore',
      'report.searchNote',
      'report.unlikeDays',
      'results.run.state',
      'mails.report.firstRows',
      'mails.report.noMonths',
      'mails.report.firstMonths',
      'mails.report.firstAttached',
      'sharePage.moreRows',
    ];
    const plurals =
      /\{\{(?:count|total|shown|rows|days|previous|clicks|seconds|visitors)(?:, number)?\}\} (?:more |final |matching |new )?[a-z]+s\b/;
    expect(
      [...all.en!]
        .filter(([key, text]) => !key.endsWith('_other') && plurals.test(text))
        .map(([key]) => key)
        .sort(),
    ).toEqual(several.sort());
  });

  it('English has a singular beside every plural', () => {
    const keys = [...all.en!.keys()];
    expect(
      keys.filter((key) => key.endsWith('_other') && !keys.includes(key.replace(/_other$/, '_one'))),
    ).toEqual([]);
  });

  it('only formulas of plain measures and bare units are empty', () => {
    for (const [language, own] of Object.entries(all)) {
      const empty = [...own]
        .filter(([key, text]) => text === '' && !/\.formula$|report\.unit/.test(key))
        .map(([key]) => key);
      expect({ language, empty }).toEqual({ language, empty: [] });
    }
  });

  it.each(Object.keys(texts))('%s names every value of every enumeration and every measure', (language) => {
    for (const [name, enumeration] of Object.entries(enumerations)) {
      for (const value of Object.keys(enumeration))
        expect(all[language]!.get(`enums.${name}.${value}`)).toBeTruthy();
    }
    for (const key of measureKeys) expect(all[language]!.get(`measures.${key}.label`)).toBeTruthy();
  });
});
