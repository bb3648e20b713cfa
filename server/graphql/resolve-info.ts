import {
  Kind,
  OperationTypeNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type OperationDefinitionNode,
} from 'graphql';

/** An operation that names no fields: REST's. */
const UNNAMED: OperationDefinitionNode = {
  kind: Kind.OPERATION_DEFINITION,
  operation: OperationTypeNode.QUERY,
  selectionSet: { kind: Kind.SELECTION_SET, selections: [] },
};

interface Asked
  extends
    Pick<GraphQLResolveInfo, 'schema'>,
    Partial<Pick<GraphQLResolveInfo, 'fragments' | 'operation' | 'variableValues'>> {
  readonly parentType: GraphQLObjectType;
  readonly field: Pick<GraphQLField<unknown, unknown>, 'name' | 'type'>;
  /** Where the document asks for the field; nowhere over REST, which wants all of it. */
  readonly nodes?: readonly FieldNode[];
}

/** What a resolver is told of its field, as graphql-js tells it. */
export const resolveInfo = ({
  schema,
  parentType,
  field,
  nodes = [],
  fragments = {},
  operation = UNNAMED,
  variableValues = {},
}: Asked): GraphQLResolveInfo => ({
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
