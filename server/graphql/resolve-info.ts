import {
  Kind,
  OperationTypeNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type OperationDefinitionNode,
} from 'graphql';

/** Operation without fields, for REST. */
const UNNAMED: OperationDefinitionNode = {
  kind: Kind.OPERATION_DEFINITION,
  operation: OperationTypeNode.QUERY,
  selectionSet: { kind: Kind.SELECTION_SET, selections: [] },
};

interface FieldInfo
  extends
    Pick<GraphQLResolveInfo, 'schema'>,
    Partial<Pick<GraphQLResolveInfo, 'fragments' | 'operation' | 'variableValues'>> {
  readonly parentType: GraphQLObjectType;
  readonly field: Pick<GraphQLField<unknown, unknown>, 'name' | 'type'>;
  /** Field nodes of the document; empty over REST, which needs all fields. */
  readonly nodes?: readonly FieldNode[];
}

/** Builds the info of a field like graphql-js does. */
export const resolveInfo = ({
  schema,
  parentType,
  field,
  nodes = [],
  fragments = {},
  operation = UNNAMED,
  variableValues = {},
}: FieldInfo): GraphQLResolveInfo => ({
  fieldName: field.name,
  fieldNodes: nodes,
  returnType: field.type,
  parentType,
  path: { prev: undefined, key: nodes[0]?.alias?.value ?? field.name, typename: parentType.name },
  schema,
  fragments,
  rootValue: undefined,
  operation,
  variableValues,
});
