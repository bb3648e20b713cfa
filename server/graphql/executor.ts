import {
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  execute,
  getOperationAST,
  getVariableValues,
  Kind,
  locatedError,
  OperationTypeNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { collectSubfields, collectFields } from 'graphql/execution/collectFields';
import { getArgumentValues } from 'graphql/execution/values';
import { isRecord, type UnknownRecord } from '../../shared/records';
import { isPlain } from './fields';
import { resolveInfo } from './requested-fields';

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
function completerOf(
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

interface RootField {
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly field: GraphQLField<unknown, unknown>;
  readonly complete: Complete;
}

/** Returns the root fields of a query; null unless each has a resolver and plain values below it. */
function rootFieldsOf(
  selection: Selection,
  type: GraphQLObjectType,
  { selectionSet }: OperationDefinitionNode,
): RootField[] | null {
  const { schema, fragments, variables } = selection;
  const roots: RootField[] = [];
  for (const [key, nodes] of collectFields(schema, fragments, variables, type, selectionSet)) {
    const name = nodes[0]?.name.value ?? '';
    const field = type.getFields()[name];
    const complete = field?.resolve && completerOf(selection, field.type, nodes, `Query.${name}`);
    if (!field || !complete) return null;
    roots.push({ key, nodes, field, complete });
  }
  return roots;
}

async function run(
  roots: readonly RootField[],
  { schema, fragments, variables }: Selection,
  parentType: GraphQLObjectType,
  operation: OperationDefinitionNode,
  context: unknown,
): Promise<ExecutionResult> {
  const errors: GraphQLError[] = [];
  let isDataNull = false;
  const data = await Promise.all(
    roots.map(async ({ key, nodes, field, complete }): Promise<[string, unknown]> => {
      try {
        const [node] = nodes;
        const args = node ? getArgumentValues(field, node, variables) : {};
        const info = resolveInfo({
          schema,
          parentType,
          field,
          nodes,
          fragments,
          operation,
          variableValues: variables,
        });
        return [key, complete(await field.resolve?.(undefined, args, context, info))];
      } catch (error) {
        errors.push(locatedError(error, nodes, [key]));
        isDataNull ||= isNonNullType(field.type);
        return [key, null];
      }
    }),
  );
  if (errors.length === 0) return { data: Object.fromEntries(data) };
  return { errors, data: isDataNull ? null : Object.fromEntries(data) };
}

/**
 * Executes an operation of a validated document. Completes queries without resolvers below the root in plain
 * loops; graphql-js executes all others. See README.md.
 */
export async function executeOperation(
  args: ExecutionArgs & { readonly variableValues: UnknownRecord },
): Promise<ExecutionResult> {
  const { schema, document, operationName, variableValues, contextValue } = args;
  const operation = getOperationAST(document, operationName);
  const parentType = schema.getQueryType();
  if (!parentType || operation?.operation !== OperationTypeNode.QUERY) return execute(args);
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues, {
    maxErrors: 50,
  });
  if (!coerced) return { errors };
  const fragments = Object.fromEntries(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [],
    ),
  );
  const selection = { schema, fragments, variables: coerced };
  const roots = rootFieldsOf(selection, parentType, operation);
  return roots ? run(roots, selection, parentType, operation, contextValue) : execute(args);
}
