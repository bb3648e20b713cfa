import { jsonItem, jsonItems, type JsonItem } from '../../journeys';

/** One line of a body: what it holds, or that it is no JSON. `text` is kept if it is refused. */
export interface BodyLine extends JsonItem {
  broken: boolean;
}

/**
 * The events of an S2S body: one object, an array, or NDJSON (blank lines don't count).
 * Undefined when no line of it is JSON.
 */
export function parseEventBody(body: string): BodyLine[] | undefined {
  const items = jsonItems(body);
  if (items) return items.map((item) => ({ ...item, broken: false }));
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  const parsed = lines.map(parseLine);
  return parsed.some((line) => !line.broken) ? parsed : undefined;
}

function parseLine(text: string): BodyLine {
  const item = jsonItem(text);
  return item ? { ...item, broken: false } : { text, value: undefined, tooDeep: false, broken: true };
}
