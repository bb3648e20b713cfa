import { isRecord } from '../../shared/records';
import type { Persons } from './subject';

/** Shorter ids occur in any text, so they match only as the whole value of a field. */
const MIN_LENGTH = 5;

const asLiteral = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const isPart = (id: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])${asLiteral(id)}(?![\\p{L}\\p{N}_])`, 'u');

/** Yields every text within a JSON value. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'number') yield String(value);
  else if (Array.isArray(value)) for (const each of value) yield* textsIn(each);
  else if (isRecord(value)) for (const each of Object.values(value)) yield* textsIn(each);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Spellings of an id within a text: plain, in a URL, and in JSON. */
const spellings = (id: string): string[] => [
  ...new Set([id, encodeURIComponent(id), JSON.stringify(id).slice(1, -1)]),
];

/** Returns a predicate that tests if a stored text names one of the persons. */
export function mentionsOf({ users, visitors }: Persons): (text: string | null) => boolean {
  const ids = new Set([...users, ...visitors]);
  const parts = [...ids]
    .filter((id) => id.length >= MIN_LENGTH)
    .flatMap(spellings)
    .map(isPart);
  return (text) => {
    if (!text) return false;
    if (parts.some((part) => part.test(text))) return true;
    for (const one of textsIn(parsed(text))) if (ids.has(one)) return true;
    return false;
  };
}
