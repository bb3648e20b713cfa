import { Kind, type DocumentNode, type TypeNode } from 'graphql';
import { isRecord, type UnknownRecord } from '../../../shared/records';

/** Types of variables whose words may be anything, the name of a person too. */
const FREE: ReadonlySet<string> = new Set(['String', 'ID']);

const nameOf = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);

/** Whether a value says no more than what the schema offers: numbers, truth values, days, words of enumerations, and lists of them. */
const isPlain = (value: unknown): boolean => (Array.isArray(value) ? value.every(isPlain) : !isRecord(value));

/**
 * The variables that a history keeps: those that a query declares, without texts and without groups of fields, which may
 * hold texts. A query that is run again asks for what was left out.
 */
export function keptVariables(document: DocumentNode, given: UnknownRecord): UnknownRecord {
  const declared = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  );
  const kept = declared.flatMap(({ variable, type }) => {
    const name = variable.name.value;
    const value = given[name];
    return value !== undefined && !FREE.has(nameOf(type)) && isPlain(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(kept);
}
