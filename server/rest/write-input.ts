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
import { snake, type Naming } from './names';

/** The names under which a field of an input may be sent, its first one first. */
export const inputNames = (field: string, naming: Naming = {}): string[] => [
  ...new Set(
    [naming.instead?.[field], snake(field), naming.also?.[field]].filter((name) => name !== undefined),
  ),
];

/** What a plain value must be, by its type. */
const MUST_BE: Readonly<Record<string, FailureMessage['key']>> = {
  Int: 'mustBeInteger',
  Float: 'mustBeNumber',
  Boolean: 'mustBeBoolean',
  String: 'mustBeText',
  Date: 'mustBeDate',
  DateTime: 'mustBeDateTime',
};

/**
 * What is wrong with an object, or a list, where a plain value belongs: the library that hands inputs on would dress it up
 * as one, which no rule of an entity sees through.
 */
function wrongShape(type: GraphQLInputType, value: unknown): FailureMessage | null {
  const named = getNamedType(type);
  if (isInputObjectType(named)) return null;
  const strange =
    isListType(getNullableType(type)) && Array.isArray(value)
      ? value.some(isRecord)
      : typeof value === 'object' && value !== null;
  return strange ? { key: MUST_BE[named.name] ?? 'invalidInput' } : null;
}

/** Entries of a list as they were sent, under the input's own names. @throws BAD_USER_INPUT as `readInput` does */
export function readEntries(type: GraphQLInputType, value: unknown, field: string): unknown {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || !isListType(getNullableType(type)) || !Array.isArray(value)) return value;
  return value.map((entry: unknown, index) =>
    isRecord(entry) ? readInput(named, entry, {}, `${field}[${index}].`) : entry,
  );
}

/** Whether entries, and the entries within them, are lists of objects: what they hold is the operation's to judge. */
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
 * The input of a write from a REST body: snake_case names become the input's, nothing else changes.
 * Values go on as they were sent, so that the entity's own rules answer for each field. Unknown names are ignored.
 *
 * @param place what stands before the names of fields that are wrong
 * @throws BAD_USER_INPUT naming each field that has an object where a plain value belongs
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
