import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';
import { isRecord, type UnknownRecord } from '../../shared/records';
import { badInput, type FailureMessage } from '../auth/failure';
import { snake, type Naming } from './mapper';

/** Returns the accepted names of an input field, the primary one first. */
export const inputNames = (field: string, naming: Naming = {}): string[] => [
  ...new Set(
    [naming.instead?.[field], snake(field), naming.also?.[field]].filter((name) => name !== undefined),
  ),
];

/** Error messages for a wrong type, by GraphQL type. */
const MUST_BE: Readonly<Record<string, FailureMessage['key']>> = {
  Int: 'mustBeInteger',
  Float: 'mustBeNumber',
  Boolean: 'mustBeBoolean',
  String: 'mustBeText',
  Date: 'mustBeDate',
  DateTime: 'mustBeDateTime',
};

/**
 * Returns an error for an object or list in place of a plain value. type-graphql would turn it into an
 * instance of that type, and no entity rule could detect it.
 */
function wrongShape(type: GraphQLInputType, value: unknown): FailureMessage | null {
  const named = getNamedType(type);
  if (isInputObjectType(named) || (named.name === 'TextMap' && isRecord(value))) return null;
  const strange =
    isListType(getNullableType(type)) && Array.isArray(value)
      ? value.some(isRecord)
      : typeof value === 'object' && value !== null;
  return strange ? { key: MUST_BE[named.name] ?? 'invalidInput' } : null;
}

/**
 * Converts list entries to the input's field names.
 * @throws BAD_USER_INPUT like `readInput`
 */
export function readEntries(type: GraphQLInputType, value: unknown, field: string): unknown {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || !isListType(getNullableType(type)) || !Array.isArray(value)) return value;
  return value.map((entry: unknown, index) =>
    isRecord(entry) ? readInput(named, entry, {}, `${field}[${index}].`) : entry,
  );
}

/**
 * Returns whether a value and its nested lists are lists of objects. The operation validates their content.
 */
export function areEntries(type: GraphQLInputType, value: unknown): boolean {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || !isListType(getNullableType(type))) return true;
  if (!Array.isArray(value)) return false;
  const within = Object.values(named.getFields());
  return value.every(
    (entry: unknown) =>
      isRecord(entry) &&
      within.every(
        (field) => entry[snake(field.name)] == null || areEntries(field.type, entry[snake(field.name)]),
      ),
  );
}

/**
 * Converts a REST body into the input of a write: only the names change, from snake_case. Values pass
 * unconverted, so the entity's own rules report errors per field. Unknown names are ignored.
 * @param place prefix of the field names in errors
 * @throws BAD_USER_INPUT for each field with an object in place of a plain value
 */
export function readInput(
  type: GraphQLInputObjectType,
  body: unknown,
  naming: Naming = {},
  place = '',
): UnknownRecord {
  const given = isRecord(body) ? body : {};
  const sent = Object.values(type.getFields()).flatMap((field) => {
    const name = inputNames(field.name, naming).find((candidate) => given[candidate] !== undefined);
    return name === undefined ? [] : [{ field, value: given[name] }];
  });
  const wrong = sent.flatMap(({ field, value }) => {
    const message = wrongShape(field.type, value);
    return message ? [[place + field.name, message] as const] : [];
  });
  if (wrong.length > 0) throw badInput(Object.fromEntries(wrong));
  return Object.fromEntries(
    sent.map(({ field, value }) => [field.name, readEntries(field.type, value, place + field.name)]),
  );
}
