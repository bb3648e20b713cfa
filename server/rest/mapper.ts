import {
  isObjectType,
  getNamedType,
  getNullableType,
  isListType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import { snakeCase as snake } from '../../shared/catalog';
import { isRecord } from '../../shared/records';
import { dayOf } from '../../shared/domain/calendar';
import { isPlain } from '../graphql/fields';
import { formatDay } from '../graphql/scalars';

export { camelCase as camel, snakeCase as snake } from '../../shared/catalog';

/** Returns the REST name of an enum value: `LPO_TITLE` becomes `lpo_title`. */
export const enumName = ({ name }: { readonly name: string }): string => name.toLowerCase();

/** Names of fields that differ from the GraphQL name in snake_case. */
export interface Naming {
  /** The specification's own name of the id, returned beside `id`. */
  readonly id?: string;
  /** Fields under another name. */
  readonly instead?: Readonly<Record<string, string>> | undefined;
  /** Fields under an additional name. */
  readonly also?: Readonly<Record<string, string>> | undefined;
}

/** Returns the REST name of a field. */
export function restName(
  field: Pick<GraphQLField<unknown, unknown>, 'name' | 'extensions'>,
  naming: Naming = {},
): string {
  const { property } = field.extensions;
  return naming.instead?.[field.name] ?? (typeof property === 'string' ? property : snake(field.name));
}

/**
 * Returns the fields that a row contains itself. Relations have resolvers and are returned only if a route
 * names them.
 */
export const ownFields = (type: GraphQLObjectType): GraphQLField<unknown, unknown>[] =>
  Object.values(type.getFields()).filter(isPlain);

/** Returns the GraphQL names of a type's fields by REST name. */
export function fieldNames(type: unknown, naming: Naming): Map<string, string> {
  const names = new Map<string, string>();
  if (!isObjectType(type)) return names;
  for (const field of ownFields(type)) names.set(restName(field, naming), field.name);
  for (const [name, further] of Object.entries(naming.also ?? {})) names.set(further, name);
  if (naming.id) names.set(naming.id, 'id');
  return names;
}

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

type Mapping = (value: unknown) => unknown;
type Field = GraphQLField<unknown, unknown>;

const scalars: Readonly<Record<string, Mapping>> = {
  Date: (value) => formatDay(Number(value), '/'),
  DateTime: (value) => (value instanceof Date ? tokyoTime(value) : value),
  // REST represents a relation as its id (a separate field) and its label.
  Selection: (value) => (isRecord(value) ? value.label : value),
};

/** Returns the converter of a type's values; null if they are sent unchanged. */
export function mapOf(type: GraphQLOutputType): Mapping | null {
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
