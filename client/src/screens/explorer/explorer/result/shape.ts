import {
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';

/** Schema field at a path of a response. */
export interface Place {
  readonly type: string;
  readonly field: string;
  /** Name of its value type. */
  readonly value: string;
}

/** Maps each dotted path of a response to its schema field, regardless of aliases. */
export function shapeOf(schema: GraphQLSchema, document: DocumentNode): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const fragments = new Map(
    document.definitions.flatMap((one): [string, FragmentDefinitionNode][] =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [],
    ),
  );
  const walk = (
    set: SelectionSetNode | undefined,
    type: GraphQLNamedType | null | undefined,
    prefix: string,
    within: readonly string[],
  ): void => {
    if (!isObjectType(type) && !isInterfaceType(type)) return;
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet, type, prefix, within);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value;
        if (!within.includes(name)) walk(fragments.get(name)?.selectionSet, type, prefix, [...within, name]);
      } else {
        const field = type.getFields()[selection.name.value];
        if (!field) continue;
        const value = getNamedType(field.type);
        const path = prefix + (selection.alias ?? selection.name).value;
        places.set(path, { type: type.name, field: field.name, value: value.name });
        walk(selection.selectionSet, value, `${path}.`, within);
      }
    }
  };
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION)
      walk(definition.selectionSet, schema.getRootType(definition.operation), '', []);
  }
  return places;
}
