import {
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields';
import { isRecord, type UnknownRecord } from '../../../shared/records';
import { isPlain } from '../fields';

/** Parts of an operation that determine its selected fields. */
export interface Selection {
  readonly schema: GraphQLSchema;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly variables: UnknownRecord;
}

/** Converts a field's value into its part of the response. Throws if a non-null field is null. */
export type Complete = (value: unknown) => unknown;

interface Part {
  readonly key: string;
  readonly name: string;
  readonly complete: Complete;
}

/** Returns the selected fields of an object; null if any of them has a resolver or arguments. */
function partsOf(selection: Selection, type: GraphQLOutputType, nodes: readonly FieldNode[]): Part[] | null {
  if (!isObjectType(type)) return null;
  const { schema, fragments, variables } = selection;
  const parts: Part[] = [];
  for (const [key, below] of collectSubfields(schema, fragments, variables, type, nodes)) {
    const name = below[0]?.name.value ?? '';
    if (name === '__typename') {
      parts.push({ key, name, complete: () => type.name });
      continue;
    }
    const field = type.getFields()[name];
    const complete =
      field && isPlain(field) && completerOf(selection, field.type, below, `${type.name}.${name}`);
    // As an ordinary key, "__proto__" would set the prototype.
    if (!complete || key === '__proto__') return null;
    parts.push({ key, name, complete });
  }
  return parts;
}

/**
 * Returns how to complete a field's values for this selection; null if only graphql-js can execute it.
 * @param where type and name of the field, for errors
 */
export function completerOf(
  selection: Selection,
  type: GraphQLOutputType,
  nodes: readonly FieldNode[],
  where: string,
): Complete | null {
  if (isNonNullType(type)) {
    const complete = completerOf(selection, type.ofType, nodes, where);
    return (
      complete &&
      ((value) => {
        const completed = complete(value);
        if (completed === null) throw new Error(`Cannot return null for non-nullable field ${where}.`);
        return completed;
      })
    );
  }
  if (isListType(type)) {
    const complete = completerOf(selection, type.ofType, nodes, where);
    return complete && ((value) => (Array.isArray(value) ? value.map((one) => complete(one)) : null));
  }
  if (isLeafType(type))
    return (value) => (value === null || value === undefined ? null : type.serialize(value));
  const parts = partsOf(selection, type, nodes);
  if (!parts) return null;
  return (value) => {
    if (!isRecord(value)) return null;
    const result: Record<string, unknown> = {};
    for (const { key, name, complete } of parts) result[key] = complete(value[name]);
    return result;
  };
}
