import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { isDay, type Day } from '../../shared/domain/calendar';
import { parseDateTime } from '../records/date-time';

export { parseDateTime };

/** Parses a Tokyo day, `2026-01-31` or `2026/01/31`, as yyyymmdd; null if invalid. */
export function parseDay(text: string): Day | null {
  const match = /^(\d{4})([-/])(\d{2})\2(\d{2})$/.exec(text.trim());
  const day = match ? Number(`${match[1]}${match[3]}${match[4]}`) : 0;
  return isDay(day) ? day : null;
}

/** Formats yyyymmdd as `2026-01-31`. */
export function formatDay(day: Day, separator = '-'): string {
  const text = String(day);
  return [text.slice(0, 4), text.slice(4, 6), text.slice(6, 8)].join(separator);
}

const refuse = (message: string): never => {
  throw new GraphQLError(message);
};

const textScalar = (
  name: string,
  parse: (text: string) => unknown,
  rule: string,
  serialize: (value: unknown) => unknown,
) => {
  const read = (value: unknown) => (typeof value === 'string' ? parse(value) : null) ?? refuse(rule);
  return new GraphQLScalarType({
    name,
    serialize,
    parseValue: read,
    parseLiteral: (node) => read(node.kind === Kind.STRING ? node.value : undefined),
  });
};

/** Instant: a Date in code, ISO 8601 in the API. */
export const DateTimeScalar = textScalar(
  'DateTime',
  parseDateTime,
  'must be a date and time as ISO 8601',
  (value) => (value instanceof Date ? value.toISOString() : refuse('not a date and time')),
);

/** Tokyo day: yyyymmdd as a number in code, `2026-01-31` in the API. */
export const DateScalar = textScalar('Date', parseDay, 'must be a date like 2026-01-31', (value) =>
  formatDay(Number(value)),
);

/** A JSON object; output only. */
export const JsonObjectScalar = new GraphQLScalarType({ name: 'JsonObject', serialize: (value) => value });

/** Texts by name; fields check those that are sent. */
export const TextMapScalar = new GraphQLScalarType({ name: 'TextMap', serialize: (value) => value });

/** Value of an enum, passed through; output only. */
export const EnumValueScalar = new GraphQLScalarType({ name: 'EnumValue', serialize: (value) => value });
