import { axes, axisKeys, findMeasure } from '../../../../../../shared/catalog';
import { QUERY_NAMES } from './subjects';

/** Types whose fields the screens name under another word than their own; arguments have none. */
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

/** Keys under which the console may have a name for a field, the closest first. */
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

/** Looks a text up; undefined where there is none. */
export type TextOf = (key: string) => string | undefined;

/** What the console's screens call a field, in the reader's language; undefined where they have no name for it. */
export function labelOf(text: TextOf, type: string, field: string): string | undefined {
  for (const key of labelKeys(type, field)) {
    const found = text(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a measure means, as its heading says it; undefined for fields that are none. */
export function definitionOf(text: TextOf, field: string): string | undefined {
  const measure = findMeasure(field);
  if (!measure) return undefined;
  return (
    [text(`measures.${measure}.definition`), text(`measures.${measure}.formula`)].filter(Boolean).join(' ') ||
    undefined
  );
}
