import { getNamedType, getNullableType, isInputObjectType, isListType, type GraphQLInputObjectType, type GraphQLInputType } from 'graphql';
import { isRecord, type UnknownRecord } from '../../shared/records';
import { snake, type Naming } from './names';

/** The names under which a field of an input may be sent, its first one first. */
export const inputNames = (field: string, naming: Naming = {}): string[] => [
  ...new Set([naming.instead?.[field], snake(field), naming.also?.[field]].filter((name) => name !== undefined)),
];

/** Entries of a list as they were sent, under the input's own names. */
export function readEntries(type: GraphQLInputType, value: unknown): unknown {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || !isListType(getNullableType(type)) || !Array.isArray(value)) return value;
  return value.map((entry: unknown) => (isRecord(entry) ? readInput(named, entry) : entry));
}

/** Whether entries, and the entries within them, are lists of objects: what they hold is the operation's to judge. */
export function areEntries(type: GraphQLInputType, value: unknown): boolean {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || !isListType(getNullableType(type))) return true;
  if (!Array.isArray(value)) return false;
  const within = Object.values(named.getFields());
  return value.every((entry: unknown) => isRecord(entry) && within.every((field) => entry[snake(field.name)] == null || areEntries(field.type, entry[snake(field.name)])));
}

/**
 * The input of a write from a REST body: snake_case names become the input's, nothing else changes.
 * Values go on as they were sent, so that the entity's own rules answer for each field. Unknown names are ignored.
 */
export function readInput(type: GraphQLInputObjectType, body: unknown, naming: Naming = {}): UnknownRecord {
  const given = isRecord(body) ? body : {};
  return Object.fromEntries(
    Object.values(type.getFields()).flatMap((field) => {
      const sent = inputNames(field.name, naming).find((name) => given[name] !== undefined);
      return sent === undefined ? [] : [[field.name, readEntries(field.type, given[sent])] as const];
    }),
  );
}
