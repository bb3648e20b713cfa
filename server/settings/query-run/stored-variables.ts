import { Kind, type DocumentNode, type TypeNode } from 'graphql';
import { isRecord, type UnknownRecord } from '../../../shared/records';

/** Variable types with free text, which may contain personal data. */
const FREE: ReadonlySet<string> = new Set(['String', 'ID']);

const nameOf = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);

/** Returns whether a value contains no objects: numbers, booleans, days, enum values, and lists of them. */
const isPlain = (value: unknown): boolean => (Array.isArray(value) ? value.every(isPlain) : !isRecord(value));

/**
 * Returns the variables to store in the history: declared ones without texts or input objects, which may
 * contain texts.
 * The user enters the rest when the query is run again.
 */
export function storedVariables(document: DocumentNode, given: UnknownRecord): UnknownRecord {
  const declared = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  );
  const stored = declared.flatMap(({ variable, type }) => {
    const name = variable.name.value;
    const value = given[name];
    return value !== undefined && !FREE.has(nameOf(type)) && isPlain(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(stored);
}
