import { getNamedType, getNullableType, isListType, isObjectType, type GraphQLObjectType, type GraphQLOutputType } from 'graphql';
import { dayOf } from '../../shared/domain/calendar';
import { formatDay } from '../graphql/scalars';
import { restName, type Naming } from './names';

const TOKYO_MS = 9 * 3_600_000;
const two = (number: number): string => String(number).padStart(2, '0');

/** `2026/01/31 12:34:56`, Tokyo time. */
export function tokyoTime(date: Date): string {
  const tokyo = new Date(date.getTime() + TOKYO_MS);
  const time = [tokyo.getUTCHours(), tokyo.getUTCMinutes(), tokyo.getUTCSeconds()].map(two).join(':');
  return `${formatDay(dayOf(date.getTime()), '/')} ${time}`;
}

type Map = (value: unknown) => unknown;
type Source = Readonly<Record<string, unknown>>;

const scalars: Readonly<Record<string, Map>> = {
  Date: (value) => formatDay(Number(value), '/'),
  DateTime: (value) => (value instanceof Date ? tokyoTime(value) : value),
  // Over REST a relation is its id (a field of its own) and its label.
  Selection: (value) => (value as { label: string }).label,
};

function mapOf(type: GraphQLOutputType): Map | null {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const each = mapOf(nullable.ofType);
    return each && ((value) => (value as unknown[]).map(each));
  }
  const named = getNamedType(nullable);
  const scalar = scalars[named.name];
  if (scalar) return scalar;
  return isObjectType(named) ? (rowMapper(named) as Map) : null;
}

/**
 * The one mapper of REST: from what an operation answers to snake_case names and Tokyo times, by the
 * GraphQL type. Fields that a row doesn't have (axes that were not asked for) stay out.
 */
export function rowMapper(type: GraphQLObjectType, naming: Naming = {}): (row: object) => Record<string, unknown> {
  const steps = Object.values(type.getFields()).map((field) => {
    const { property } = field.extensions;
    const names = [restName(field, naming)];
    const further = naming.also?.[field.name];
    if (further) names.push(further);
    if (field.name === 'id' && naming.id) names.push(naming.id);
    return { source: typeof property === 'string' ? property : field.name, names, map: mapOf(field.type) };
  });
  return (row) => {
    const from = row as Source;
    const to: Record<string, unknown> = {};
    for (const { source, names, map } of steps) {
      const value = from[source];
      if (value === undefined) continue;
      const mapped = value !== null && map ? map(value) : value;
      for (const name of names) to[name] = mapped;
    }
    return to;
  };
}
