import { jsonItem, jsonItems, type JsonItem } from '../../journeys';

/** One line of a body: its content, or a flag that it is not JSON. `text` is stored if it is rejected. */
export interface BodyLine extends JsonItem {
  broken: boolean;
}

/**
 * Parses the events of an S2S body: one object, an array, or NDJSON (blank lines don't count). Returns
 * undefined if no line is JSON.
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
