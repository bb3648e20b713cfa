import {
  buildClientSchema,
  buildSchema,
  introspectionFromSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
  type IntrospectionQuery,
} from 'graphql';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { texts } from '../../../../../../shared/i18n';
import { LANGUAGES, type Language } from '../../../../preferences/language';
import { languageOfDescriptions, translateSchema, withMeasures, type TextOf } from './labels';
import japanese from './descriptions/ja.json';
import chinese from './descriptions/zh-CN.json';
import { docIndex, fieldsOf, findDocs } from './doc-index';

const { ja, en, 'zh-CN': zhCn } = texts;

const schema = buildSchema(readFileSync(join(__dirname, '../../../../../../schema.graphql'), 'utf8'));
const textsOf =
  (all: object): TextOf =>
  (key) => {
    const value = key
      .split('.')
      .reduce<unknown>((texts, part) => (texts as Record<string, unknown> | undefined)?.[part], all);
    return typeof value === 'string' ? value : undefined;
  };

/** Languages of the schema documentation, with patterns for their scripts and sample texts. */
const TRANSLATED = [
  {
    language: 'ja',
    texts: ja,
    written: japanese,
    script: /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}。]/u,
    foreign: /あなた/,
    share: '「売上」の構成比（合計に占める割合）。',
    adName: '広告名',
    searches: [
      ['売上の累計が広告費に達する', 'TransitionCohort.payback'],
      ['成果を自動で判定', 'Ad.autoApproval'],
      ['autoApproval', 'Ad.autoApproval'],
      ['媒体費用', 'Figures.mediaCost'],
    ],
    expectedTexts: {
      Ad: '広告。効果を計測する掲載の単位です。',
      compare: '比較する期間。省略すると比較しません。',
      AGENCY: '広告を運用する代理店ごとに1行。',
      clickCost: 'クリック単価（円）。',
    },
  },
  {
    language: 'zh-CN',
    texts: zhCn,
    written: chinese,
    script: /[\p{sc=Han}。]/u,
    foreign: /[\p{sc=Hiragana}\p{sc=Katakana}「」您你]/u,
    share: '“销售额”的占比（占合计的比例）。',
    adName: '广告名称',
    searches: [
      ['累计销售额达到广告费', 'TransitionCohort.payback'],
      ['自动判定成果', 'Ad.autoApproval'],
      ['autoApproval', 'Ad.autoApproval'],
      ['媒体费用', 'Figures.mediaCost'],
    ],
    expectedTexts: {
      Ad: '广告，即测量效果的投放单位。',
      compare: '对比的期间；省略时不对比。',
      AGENCY: '每个运营广告的代理商一行。',
      clickCost: '点击单价（日元）。',
    },
  },
] as const;
const SHARE = 'Share of: {measure}';
const othersOf = (written: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(written).filter(([english]) => english !== SHARE));
/** Adds the descriptions derived from measures to the written ones. */
const ofMeasures = (written: Readonly<Record<string, string>>, texts: object) =>
  withMeasures({ [SHARE]: written[SHARE] ?? '' }, textsOf(texts));

interface Described {
  readonly description?: string | null | undefined;
  readonly args?: readonly Described[];
}

/** Collects the English descriptions that the explorer can show. */
function descriptions(): Set<string> {
  const found = new Set<string>();
  const add = ({ description, args = [] }: Described): void => {
    if (description) found.add(description);
    args.forEach(add);
  };
  for (const type of Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))) {
    add(type);
    if (isObjectType(type) || isInputObjectType(type))
      Object.values<Described>(type.getFields()).forEach(add);
    if (isEnumType(type)) type.getValues().forEach(add);
  }
  schema.getDirectives().forEach(add);
  return found;
}

const introspection = () => Promise.resolve({ data: { ...introspectionFromSchema(schema) } });
const schemaIn = async (language: Language, words: TextOf) =>
  buildClientSchema((await translateSchema(language, words, introspection())).data as IntrospectionQuery);

describe.each(TRANSLATED)(
  'schema descriptions in $language',
  ({ language, texts, written, script, foreign, share }) => {
    it(`are neither obsolete nor derived from measure definitions (remove such ones from ${language}.json)`, () => {
      const [current, measures] = [descriptions(), ofMeasures(written, texts)];
      expect(
        Object.keys(othersOf(written)).filter((english) => !current.has(english) || measures.has(english)),
      ).toEqual([]);
    });

    it('are sentences in the language and keep code terms', () => {
      const wrong = Object.entries(written).filter(
        ([english, words]) =>
          !script.test(words) || !/[。）]$/.test(words) || words === english || foreign.test(words),
      );
      expect(wrong).toEqual([]);
      // Descriptions of built-in GraphQL scalars repeat the scalar's name.
      const lost = Object.entries(othersOf(written)).filter(
        ([english, words]) =>
          !english.startsWith('The `') &&
          (english.match(/`[^`]+`/g) ?? []).some((code) => !words.includes(code.replace('`null`', 'null'))),
      );
      expect(lost).toEqual([]);
    });

    it('appear once each in the file, in the order of the other file and standard JSON format', () => {
      expect(readFileSync(join(__dirname, `descriptions/${language}.json`), 'utf8')).toBe(
        `${JSON.stringify(written, null, 2)}\n`,
      );
      const common = Object.keys(written).filter((english) => english in TRANSLATED[0].written);
      expect(Object.keys(TRANSLATED[0].written).filter((english) => english in written)).toEqual(common);
    });

    it("describe measures in the console's words, and shares by the measure's name", () => {
      const measures = ofMeasures(written, texts);
      expect(measures.get('Sales of final conversions in yen.')).toBe(texts.measures.amountSum.definition);
      expect(measures.get('Share of: sales of final conversions in yen.')).toBe(share);
    });
  },
);

describe.each(TRANSLATED)(
  'explorer documentation in $language',
  ({ language, texts, share, adName, searches, expectedTexts }) => {
    const text = textsOf(texts);

    it.each(searches)('finds by %s in descriptions or names: %s', async (typed, field) => {
      expect(
        findDocs(docIndex(await schemaIn(language, text), text), typed).matches.map(
          ({ type, name }) => `${type}.${name}`,
        ),
      ).toContain(field);
    });

    it('omits a description that repeats the label or definition of a measure', async () => {
      const translated = await schemaIn(language, text);
      const field = (type: string, fieldName: string) =>
        fieldsOf(translated, text, type).find(({ name }) => name === fieldName);
      expect(field('Figures', 'amountSum')).toMatchObject({
        definition: texts.measures.amountSum.definition,
        description: '',
      });
      expect(field('AllocationShares', 'amountSum')).toMatchObject({ description: share });
      expect(field('Ad', 'adName')).toMatchObject({ label: adName, description: '' });
    });

    it('describes types, arguments, inputs and values as the editor shows them', async () => {
      const translated = await schemaIn(language, text);
      expect(translated.getType('Ad')?.description).toBe(expectedTexts.Ad);
      expect(
        translated
          .getQueryType()
          ?.getFields()
          .adSummaries?.args.find(({ name }) => name === 'compare')?.description,
      ).toBe(expectedTexts.compare);
      expect(fieldsOf(translated, text, 'Axis')[0]).toMatchObject({
        name: 'AGENCY',
        description: expectedTexts.AGENCY,
      });
      expect(
        fieldsOf(translated, text, 'AdInput').find(({ name }) => name === 'clickCost')?.description,
      ).toBe(expectedTexts.clickCost);
    });

    it('stays in English without a translation', async () => {
      const answer = {
        data: {
          __schema: {
            types: [{ name: 'Coupon', description: 'A code that customers enter when they buy.' }],
          },
        },
      };
      expect(await translateSchema(language, text, Promise.resolve(answer))).toEqual(answer);
    });
  },
);

describe('explorer documentation', () => {
  it('uses each language that has a file, and English otherwise', async () => {
    expect(readdirSync(join(__dirname, 'descriptions')).sort()).toEqual(
      TRANSLATED.map(({ language }) => `${language}.json`),
    );
    expect(
      Object.fromEntries(LANGUAGES.map((language) => [language, languageOfDescriptions(language)])),
    ).toEqual({ ...Object.fromEntries(TRANSLATED.map(({ language }) => [language, language])), en: 'en' });
    const english = await schemaIn('en', textsOf(en));
    expect(english.getType('Ad')?.description).toBe('An ad: one trackable placement.');
    expect(
      findDocs(docIndex(english, textsOf(en)), 'cost of a click').matches.map(({ name }) => name),
    ).toContain('clickCost');
  });
});
