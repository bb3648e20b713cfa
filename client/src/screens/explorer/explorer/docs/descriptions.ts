import { measureKeys, measureOf } from '../../../../../../shared/catalog';
import { isRecord, type UnknownRecord } from '../../../../../../shared/records';
import type { Language } from '../../../../preferences/language';
import { definitionOf, type TextOf } from './labels';

/** Descriptions of the schema in another language, by the English ones that the server has. */
export type Descriptions = ReadonlyMap<string, string>;

/** Languages that the schema is told in beside its own; they come with the first opening of the explorer in them. */
const TOLD: Partial<Record<Language, () => Promise<Readonly<Record<string, string>>>>> = {
  ja: () => import('./descriptions/ja.json').then((module) => module.default),
  'zh-CN': () => import('./descriptions/zh-CN.json').then((module) => module.default),
};

/** Which language descriptions of the schema are in, for a reader of one. */
export const languageOfDescriptions = (language: Language): Language => (TOLD[language] ? language : 'en');

/** What the share of a measure in the total is, said once for all measures. */
const SHARE = 'Share of: {measure}';

/** Written descriptions, and those of measures by what the console's own words say of these. */
export function withMeasures(written: Readonly<Record<string, string>>, text: TextOf): Descriptions {
  const { [SHARE]: share, ...others } = written;
  const all = new Map(Object.entries(others));
  for (const key of measureKeys) {
    const { description } = measureOf(key);
    const [definition, label] = [definitionOf(text, key), text(`measures.${key}.label`)];
    if (definition) all.set(description, definition);
    if (share && label)
      all.set(
        `Share of: ${description.charAt(0).toLowerCase()}${description.slice(1)}`,
        share.replace('{measure}', label),
      );
  }
  return all;
}

/** The same with its descriptions in other words; those that there are none for stay as they are. */
function inWords(value: unknown, words: Descriptions): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => inWords(one, words));
  return isRecord(value) ? recordInWords(value, words) : value;
}

/** What a server answers to an introspection with its descriptions in other words. */
const recordInWords = (record: UnknownRecord, words: Descriptions): UnknownRecord =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      name === 'description' && typeof value === 'string'
        ? (words.get(value) ?? value)
        : inWords(value, words),
    ]),
  );

/** What a server answers to an introspection, told to a reader of a language. */
export async function toldIn(
  language: Language,
  text: TextOf,
  answer: Promise<UnknownRecord>,
): Promise<UnknownRecord> {
  // Better in English than not at all.
  const written = TOLD[language]?.().catch(() => undefined);
  const [english, words] = await Promise.all([answer, written]);
  return words ? recordInWords(english, withMeasures(words, text)) : english;
}
