import { measureKeys, measureOf } from '../../../../../../shared/catalog';
import { isRecord, type UnknownRecord } from '../../../../../../shared/records';
import type { Language } from '../../../../preferences/language';
import { definitionOf, type TextOf } from './labels';

/** Translated schema descriptions by their English originals. */
export type Descriptions = ReadonlyMap<string, string>;

/**
 * Languages with translated schema descriptions. A file loads when the explorer first opens in its language.
 */
const TRANSLATIONS: Partial<Record<Language, () => Promise<Readonly<Record<string, string>>>>> = {
  ja: () => import('./descriptions/ja.json').then((module) => module.default),
  'zh-CN': () => import('./descriptions/zh-CN.json').then((module) => module.default),
};

/** Returns the language of schema descriptions for a user's language. */
export const languageOfDescriptions = (language: Language): Language =>
  TRANSLATIONS[language] ? language : 'en';

/** Description of a measure's share in the total, shared by all measures. */
const SHARE = 'Share of: {measure}';

/** Combines the written descriptions with those derived from the console's texts for measures. */
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

/** Translates descriptions in a value. Descriptions without a translation stay unchanged. */
function translateValue(value: unknown, words: Descriptions): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => translateValue(one, words));
  return isRecord(value) ? translateRecord(value, words) : value;
}

/** Translates the descriptions in an introspection result. */
const translateRecord = (record: UnknownRecord, words: Descriptions): UnknownRecord =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      name === 'description' && typeof value === 'string'
        ? (words.get(value) ?? value)
        : translateValue(value, words),
    ]),
  );

/** Translates an introspection result for a user's language. */
export async function translateSchema(
  language: Language,
  text: TextOf,
  answer: Promise<UnknownRecord>,
): Promise<UnknownRecord> {
  // Falls back to English if the file fails to load.
  const written = TRANSLATIONS[language]?.().catch(() => undefined);
  const [english, words] = await Promise.all([answer, written]);
  return words ? translateRecord(english, withMeasures(words, text)) : english;
}
