/** One line of a body: what it holds, or that it is no JSON. `text` is kept if it is refused. */
export interface BodyLine {
  value: unknown;
  text: string;
  broken: boolean;
}

/**
 * The events of an S2S body: one object, an array, or NDJSON (blank lines don't count).
 * Undefined when no line of it is JSON.
 */
export function parseEventBody(body: string): BodyLine[] | undefined {
  const whole = parseLine(body);
  if (!whole.broken) {
    if (!Array.isArray(whole.value)) return [whole];
    return whole.value.map((value: unknown) => ({ value, text: JSON.stringify(value), broken: false }));
  }
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  const parsed = lines.map(parseLine);
  return parsed.some((line) => !line.broken) ? parsed : undefined;
}

function parseLine(text: string): BodyLine {
  try {
    return { value: JSON.parse(text) as unknown, text, broken: false };
  } catch {
    return { value: undefined, text, broken: true };
  }
}
