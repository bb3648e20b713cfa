import { buildClientSchema, buildSchema, introspectionFromSchema, isEnumType, isInputObjectType, isObjectType, type IntrospectionQuery } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { en } from '../../../../../../shared/i18n/en';
import { ja } from '../../../../../../shared/i18n/ja';
import { languageOfDescriptions, toldIn, withMeasures } from './descriptions';
import written from './descriptions/ja.json';
import { docIndex, fieldsOf, findDocs } from './doc-index';
import type { TextOf } from './labels';

const schema = buildSchema(readFileSync(join(__dirname, '../../../../../../schema.graphql'), 'utf8'));
const textsOf = (all: object): TextOf => (key) => {
  const found = key.split('.').reduce<unknown>((texts, part) => (texts as Record<string, unknown> | undefined)?.[part], all);
  return typeof found === 'string' ? found : undefined;
};
const text = textsOf(ja);
const entries = Object.entries(written);
const { 'Share of: {measure}': share, ...others } = written;
/** What measures bring with them; the rest is written. */
const ofMeasures = withMeasures({ 'Share of: {measure}': share }, text);

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly args?: readonly Described[];
}

/** English descriptions that the explorer can show, each with the first place where it stands. */
function descriptions(): Map<string, string> {
  const places = new Map<string, string>();
  const add = (path: string, { name, description, args = [] }: Described): void => {
    if (description && !places.has(description)) places.set(description, path + name);
    args.forEach((one) => add(`${path}${name}.`, one));
  };
  for (const type of Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))) {
    add('', type);
    if (isObjectType(type) || isInputObjectType(type)) Object.values<Described>(type.getFields()).forEach((field) => add(`${type.name}.`, field));
    if (isEnumType(type)) type.getValues().forEach((value) => add(`${type.name}.`, value));
  }
  schema.getDirectives().forEach((directive) => add('@', directive));
  return places;
}

const introspection = () => Promise.resolve({ data: { ...introspectionFromSchema(schema) } });
const schemaIn = async (language: 'ja' | 'en', words: TextOf) => buildClientSchema((await toldIn(language, words, introspection())).data as IntrospectionQuery);

describe('the descriptions of the schema in Japanese', () => {
  it('are there for every type, field, argument and value (add what is missing to docs/descriptions/ja.json)', () => {
    const told = withMeasures(written, text);
    expect([...descriptions()].filter(([english]) => !told.has(english)).map(([english, place]) => `${place}: ${english}`)).toEqual([]);
  });

  it('are none that the schema no longer says, nor that measures have from their definitions (take them out of ja.json)', () => {
    const said = descriptions();
    expect(Object.keys(others).filter((english) => !said.has(english) || ofMeasures.has(english))).toEqual([]);
  });

  it('are sentences in Japanese that keep words of code', () => {
    const wrong = entries.filter(([english, japanese]) => !/[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}。]/u.test(japanese) || !/[。）]$/.test(japanese) || japanese === english || japanese.includes('あなた'));
    expect(wrong).toEqual([]);
    // What graphql itself says of its scalars names them once more.
    const lost = Object.entries(others).filter(([english, japanese]) => !english.startsWith('The `') && (english.match(/`[^`]+`/g) ?? []).some((code) => !japanese.includes(code.replace('`null`', 'null'))));
    expect(lost).toEqual([]);
  });

  it('stand in the file once each, as JSON is written', () => {
    expect(readFileSync(join(__dirname, 'descriptions/ja.json'), 'utf8')).toBe(`${JSON.stringify(written, null, 2)}\n`);
  });

  it('tell of measures what the console says of them, and of their shares by their names', () => {
    expect(ofMeasures.get('Sales of final conversions in yen.')).toBe(ja.measures.amountSum.definition);
    expect(ofMeasures.get('Share of: sales of final conversions in yen.')).toBe('「売上」の構成比（合計に占める割合）。');
  });
});

describe('the documentation of the explorer in Japanese', () => {
  it('is found by Japanese words of descriptions and by English names', async () => {
    const index = docIndex(await schemaIn('ja', text), text);
    const found = (typed: string) => findDocs(index, typed).found.map(({ type, name }) => `${type}.${name}`);
    expect(found('売上の累計が広告費に達する')).toContain('TransitionCohort.payback');
    expect(found('成果を自動で判定')).toContain('Asp.autoApproval');
    expect(found('autoApproval')).toContain('Asp.autoApproval');
    expect(found('媒体費用')).toContain('Figures.mediaCost');
  });

  it('says once what the label or the definition of a measure says already', async () => {
    const japanese = await schemaIn('ja', text);
    const field = (type: string, wanted: string) => fieldsOf(japanese, text, type).find(({ name }) => name === wanted);
    expect(field('Figures', 'amountSum')).toMatchObject({ definition: ja.measures.amountSum.definition, description: '' });
    expect(field('AllocationShares', 'amountSum')).toMatchObject({ description: '「売上」の構成比（合計に占める割合）。' });
    expect(field('Ad', 'adName')).toMatchObject({ label: '広告名', description: '' });
  });

  it('describes types, arguments, inputs and values too, as the editor shows them', async () => {
    const japanese = await schemaIn('ja', text);
    expect(japanese.getType('Ad')?.description).toBe('広告。効果を計測する掲載の単位です。');
    expect(japanese.getQueryType()?.getFields().adSummaries?.args.find(({ name }) => name === 'compare')?.description).toBe('比較する期間。省略すると比較しません。');
    expect(fieldsOf(japanese, text, 'Axis')[0]).toMatchObject({ name: 'AGENCY', description: '広告を運用する代理店ごとに1行。' });
    expect(fieldsOf(japanese, text, 'AdInput').find(({ name }) => name === 'clickCost')?.description).toBe('クリック単価（円）。');
  });

  it('stays as the schema has it for who reads no Japanese', async () => {
    expect(languageOfDescriptions('ja')).toBe('ja');
    expect([languageOfDescriptions('en'), languageOfDescriptions('zh-CN')]).toEqual(['en', 'en']);
    const english = await schemaIn('en', textsOf(en));
    expect(english.getType('Ad')?.description).toBe('An ad: one trackable placement.');
    expect(findDocs(docIndex(english, textsOf(en)), 'cost of a click').found.map(({ name }) => name)).toContain('clickCost');
  });

  it('stays in English where there are no words yet', async () => {
    const answer = { data: { __schema: { types: [{ name: 'Coupon', description: 'A code that customers type when they buy.' }] } } };
    expect(await toldIn('ja', text, Promise.resolve(answer))).toEqual(answer);
  });
});
