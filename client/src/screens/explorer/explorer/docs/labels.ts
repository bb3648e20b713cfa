import { axes, axisKeys, findMeasure, measureKeys, measureOf } from '../../../../../../shared/catalog';
import { QUERY_NAMES } from './subjects';
import { isRecord, type UnknownRecord } from '../../../../../../shared/records';
import type { Language } from '../../../../preferences/language';

/** Types whose fields have a different label prefix on the screens. Arguments have no type. */
const PREFIXES: Readonly<Record<string, string>> = {
  Interaction: 'log',
  Access: 'log',
  Conversion: 'log',
  Reference: 'log',
  RefusedEvent: 'log',
  CvInfoRow: 'log',
  Result: 'result',
  ResultQueueItem: 'postback',
  AuditLog: 'audit',
  '': 'argument',
  InteractionList: 'page',
  AccessList: 'page',
  ConversionList: 'page',
  ReferenceList: 'page',
  RefusedEventList: 'page',
  ConversionSendList: 'page',
  ResultList: 'page',
  ResultQueueItemList: 'page',
  VisitorStory: 'page',
  CvInfo: 'page',
};

const lowered = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Translation keys that may name a field, most specific first. */
function labelKeys(type: string, field: string): string[] {
  if (type === 'Query') return QUERY_NAMES[field] === undefined ? [] : [QUERY_NAMES[field]];
  const measure = findMeasure(field);
  const axis = axisKeys.find((key) => axes[key].key === field || axes[key].idKey === field);
  const prefix = PREFIXES[type];
  return [
    ...(measure ? [`measures.${measure}.label`] : []),
    ...(prefix ? [`fields.label.${prefix}_${field}`, `explorer.fields.${prefix}_${field}`] : []),
    ...(axis ? [`report.axes.${axis}`] : []),
    `fields.label.${lowered(type)}_${field}`,
    `explorer.fields.${lowered(type)}_${field}`,
    `explorer.fields.${field}`,
    `fields.label.${field}`,
  ];
}

/** Looks up a text. Returns undefined if there is none. */
export type TextOf = (key: string) => string | undefined;

/** Returns the name of a field on the console's screens in the user's language, or undefined. */
export function labelOf(text: TextOf, type: string, field: string): string | undefined {
  for (const key of labelKeys(type, field)) {
    const label = text(key);
    if (label !== undefined) return label;
  }
  return undefined;
}

/** Returns the definition of a measure as in its column heading. Returns undefined for other fields. */
export function definitionOf(text: TextOf, field: string): string | undefined {
  const measure = findMeasure(field);
  if (!measure) return undefined;
  return (
    [text(`measures.${measure}.definition`), text(`measures.${measure}.formula`)].filter(Boolean).join(' ') ||
    undefined
  );
}

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
