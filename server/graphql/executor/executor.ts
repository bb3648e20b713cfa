import {
  execute,
  getOperationAST,
  getVariableValues,
  isNonNullType,
  Kind,
  locatedError,
  OperationTypeNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { collectFields } from 'graphql/execution/collectFields';
import { getArgumentValues } from 'graphql/execution/values';
import type { UnknownRecord } from '../../../shared/records';
import { resolveInfo } from '../resolve-info';
import { completerOf, type Complete, type Selection } from './complete';

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
