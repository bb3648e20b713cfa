import { axes, axisKeys, findMeasure } from '../../../../../../shared/catalog';
import { QUERY_NAMES } from './subjects';

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
