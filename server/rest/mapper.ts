import {
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import { isRecord } from '../../shared/records';
import { dayOf } from '../../shared/domain/calendar';
import { formatDay } from '../graphql/scalars';
import { ownFields, restName, type Naming } from './names';

const TOKYO_MS = 9 * 3_600_000;
const two = (number: number): string => String(number).padStart(2, '0');

/** Formats a time as `2026/01/31 12:34:56`, Tokyo time. */
export function tokyoTime(date: Date): string {
  const tokyo = new Date(date.getTime() + TOKYO_MS);
  const time = [tokyo.getUTCHours(), tokyo.getUTCMinutes(), tokyo.getUTCSeconds()].map(two).join(':');
  return `${formatDay(dayOf(date.getTime()), '/')} ${time}`;
}

/** REST representation of an object: values by snake_case name. */
export type Answer = Readonly<Record<string, unknown>>;
export type RowMapper = (row: unknown) => Answer;

type Map = (value: unknown) => unknown;
type Field = GraphQLField<unknown, unknown>;

const scalars: Readonly<Record<string, Map>> = {
  Date: (value) => formatDay(Number(value), '/'),
  DateTime: (value) => (value instanceof Date ? tokyoTime(value) : value),
  // REST represents a relation as its id (a separate field) and its label.
  Selection: (value) => (isRecord(value) ? value.label : value),
};

/** Returns the converter of a type's values; null if they are sent unchanged. */
export function mapOf(type: GraphQLOutputType): Map | null {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const each = mapOf(nullable.ofType);
    return each && ((value) => (Array.isArray(value) ? value.map(each) : value));
  }
  const named = getNamedType(nullable);
  const scalar = scalars[named.name];
  if (scalar) return scalar;
  return isObjectType(named) ? rowMapper(named) : null;
}

/**
 * Creates the REST mapper of a type: converts all or some fields to snake_case names and Tokyo times. Fields
 * that a row lacks (axes that were not requested) are omitted.
 */
export function rowMapper(
  type: GraphQLObjectType,
  naming: Naming = {},
  fields: readonly Field[] = ownFields(type),
): RowMapper {
  const parts = fields.map((field) => {
    const { property } = field.extensions;
    const further = naming.also?.[field.name];
    return {
      source: typeof property === 'string' ? property : field.name,
      names: [
        ...(field.name === 'id' && naming.id ? [naming.id] : []),
        ...(further ? [further] : []),
        restName(field, naming),
      ],
      map: mapOf(field.type),
    };
  });
  return (row) => {
    const answer: Record<string, unknown> = {};
    if (!isRecord(row)) return answer;
    for (const { source, names, map } of parts) {
      const value = row[source];
      if (value === undefined) continue;
      const mapped = map && value !== null ? map(value) : value;
      for (const name of names) answer[name] = mapped;
    }
    return answer;
  };
}
